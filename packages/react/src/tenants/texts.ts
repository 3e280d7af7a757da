import {
  credentialTexts,
  formTexts,
  languageTexts,
  readinessTexts,
  SETTINGS_RESET,
  type SettingCondition,
  secretTexts,
  sourceTexts,
  stripeTexts,
  tenantScreenTexts,
  tenantTexts,
  validationTexts,
  wordTexts,
} from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of tenants and their settings. */
export const useTenantTexts = () =>
  useTexts(
    credentialTexts,
    formTexts,
    languageTexts,
    readinessTexts,
    tenantTexts,
    sourceTexts,
    tenantScreenTexts,
    stripeTexts,
    secretTexts,
    validationTexts,
    wordTexts,
  )
export type TenantTexts = ReturnType<typeof useTenantTexts>

/** C-31: what says that settings are saved. */
export const savedToast = (words: string) => ({ text: words, duration: SETTINGS_RESET })

/** Why a field is required now; nothing where it always is or where it isn't. */
export function becauseText(
  { text }: Pick<TenantTexts, 'text'>,
  condition: SettingCondition | undefined,
): string | undefined {
  return condition === undefined || condition === 'always' ? undefined : text(`required.because.${condition}`)
}
