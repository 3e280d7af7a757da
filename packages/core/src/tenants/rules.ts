import type { Issue } from '../kernel/errors.ts'
import { isBlank, isEmail, isSecretSet } from '../kernel/field-rules.ts'
import { checkWith } from '../kernel/issues.ts'
import { languages } from '../languages.ts'
import { missingSettings } from './requirements.ts'
import { checkTenantId, TenantDraft, type TenantSettings, toTenantId } from './schema.ts'
import { isTimeZone, nearestTimeZone } from './time-zones.ts'

/** What is stored of a tenant that is edited. */
export type StoredTenant = Pick<
  TenantSettings,
  'hasPassword' | 'jwPlayerSecret' | 'isPlatformOwnedCategories'
>

/**
 * TENANT-02 to TENANT-13, C-93: what is wrong with a tenant's general settings as they would be; `stored` is the tenant that
 * is edited. Its id stays whatever its name becomes.
 */
export function checkTenant(draft: TenantDraft, stored?: StoredTenant): Issue[] {
  const issues = checkWith(TenantDraft, draft)
  const add = (path: string, code: Issue['code'], params?: Issue['params']) => {
    if (!issues.some(issue => issue.path === path))
      issues.push({ path, code, ...(params !== undefined && { params }) })
  }
  const { name, email, timeZoneInfo, languageCodes, languageTag, isProviderActive } = draft
  const kept = [
    ...(stored?.hasPassword === true ? ['password'] : []),
    ...(isSecretSet(draft.jwPlayerSecret, stored?.jwPlayerSecret ?? null) ? ['jwPlayerSecret'] : []),
  ]
  const facts = { isProviderActive, siteSourceType: draft.siteSourceType, hasStripe: false }
  if (stored === undefined && !isBlank(name))
    for (const { path, code, params } of checkTenantId(toTenantId(name))) add(path, code, params)
  for (const { path, code } of missingSettings('general', draft, { facts, kept })) add(path, code)
  if (!isBlank(email) && !isEmail(email!.trim())) add('email', 'validation.email')
  if (!isBlank(timeZoneInfo.offsetName) && !isTimeZone(timeZoneInfo.offsetName))
    add('timeZoneInfo.offsetName', 'tenant.zoneUnknown', {
      zone: timeZoneInfo.offsetName,
      near: nearestTimeZone(timeZoneInfo.offsetName) ?? 'Europe/Berlin',
    })
  const unknown = languageCodes.find(tag => !languages.some(({ ietfTag }) => ietfTag === tag))
  if (unknown !== undefined) add('languageCodes', 'validation.language', { tag: unknown })
  if (languageTag !== '' && !languageCodes.includes(languageTag)) add('languageTag', 'tenant.defaultLanguage')
  if (stored?.isPlatformOwnedCategories === true && !draft.isPlatformOwnedCategories)
    add('isPlatformOwnedCategories', 'tenant.ownedCategories')
  return issues
}
