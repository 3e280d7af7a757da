import type { Issue } from '../kernel/errors.ts'
import { isBlank, isLongText } from '../kernel/field-rules.ts'
import { checkWith } from '../kernel/issues.ts'
import {
  MediaPlatform,
  type NewProvider,
  newProvider,
  ProviderAccount,
  ProviderDraft,
  type ProviderRecord,
} from './schema.ts'

/** What is stored already of a provider that is changed. */
export type StoredJwPlayer = Pick<ProviderRecord, 'mediaPlatform' | 'jwPlayerSiteId' | 'hasJwPlayerSecret'>

/** PROV-02 to PROV-07 for a new provider; what is left out is as it starts. */
export const checkNewProvider = (draft: Partial<NewProvider>): Issue[] => [
  ...checkWith(ProviderDraft.extend(ProviderAccount.shape), { ...newProvider, ...draft }),
  ...checkJwPlayer(draft),
]

/** PROV-02 to PROV-06, C-99, C-124 for the fields of a stored one that are sent: a blank password and a blank secret stay as they are. */
export function checkProviderChange(draft: Partial<NewProvider>, stored: StoredJwPlayer): Issue[] {
  const { password, ...fields } = draft
  const asked = isBlank(password) ? fields : draft
  return [
    ...checkWith(ProviderDraft.extend({ password: ProviderAccount.shape.password }).partial(), asked),
    ...checkJwPlayer(draft, stored),
  ]
}

/** PROV-06: site id and secret are asked for with JW Player, and only with it. */
export function checkJwPlayer(
  draft: Partial<Pick<NewProvider, 'mediaPlatform' | 'jwPlayerSiteId' | 'jwPlayerSecret'>>,
  stored: StoredJwPlayer = {
    mediaPlatform: MediaPlatform.Own,
    jwPlayerSiteId: null,
    hasJwPlayerSecret: false,
  },
): Issue[] {
  const platform = draft.mediaPlatform ?? stored.mediaPlatform
  if (platform !== MediaPlatform.JwPlayer)
    return (['jwPlayerSiteId', 'jwPlayerSecret'] as const)
      .filter(path => !isBlank(draft[path]))
      .map(path => ({ path, code: 'provider.jwUnused' }))
  const { jwPlayerSiteId: siteId = stored.jwPlayerSiteId, jwPlayerSecret: secret } = draft
  const keepsSecret =
    stored.hasJwPlayerSecret && (secret === undefined || (secret !== null && isBlank(secret)))
  const issues: Issue[] = []
  if (isShort(siteId)) issues.push({ path: 'jwPlayerSiteId', code: 'provider.jwSite' })
  if (!keepsSecret && isShort(secret)) issues.push({ path: 'jwPlayerSecret', code: 'provider.jwSecret' })
  return issues
}

/** PROV-06, C-09 */
const isShort = (text: string | null | undefined): boolean => !isLongText(text ?? '')

/** PROV-05: a phone number as it is stored, without spaces; null where there is none. */
export const toPhoneNumber = (text: string | null): string | null =>
  isBlank(text) ? null : text!.replace(/\s+/g, '')
