import type { SettingCondition } from '@kinora/core'
import type { TenantTexts } from './texts.ts'

/** Why a field is required now; nothing where it always is or where it isn't. */
export function becauseText(
  { text }: Pick<TenantTexts, 'text'>,
  condition: SettingCondition | undefined,
): string | undefined {
  return condition === undefined || condition === 'always' ? undefined : text(`required.because.${condition}`)
}
