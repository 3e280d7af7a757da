import type { Issue } from '../kernel/errors.ts'
import { isBlank } from '../kernel/field-rules.ts'
import type { SiteType } from './schema.ts'

/** What decides which fields of a tenant's settings are required. */
export interface SettingFacts {
  isProviderActive: boolean
  /** undefined while it isn't known: app settings saved before web settings (C-127). */
  siteSourceType: SiteType | undefined
  hasStripe: boolean
}

/** When a field is required, by name. `required.because.<name>` says so in the form. */
export const settingConditions = {
  always: () => true,
  providerActive: facts => facts.isProviderActive,
  fac: facts => facts.siteSourceType === 'fac',
  sub: facts => facts.siteSourceType === 'sub',
  stripe: facts => facts.hasStripe,
  stripeSub: facts => facts.hasStripe && facts.siteSourceType === 'sub',
  stripeNotSub: facts => facts.hasStripe && facts.siteSourceType !== 'sub',
} as const satisfies Record<string, (facts: SettingFacts) => boolean>
export type SettingCondition = keyof typeof settingConditions

export interface SettingRequirement {
  field: string
  when: SettingCondition
  /** The requirements behind it. */
  ids: string
  /** What is said instead of “Required <field>”. */
  code?: Issue['code']
  /** One of these values must be among the field's, where any would do otherwise. */
  oneOf?: readonly string[]
}

/** TENANT-07 to TENANT-26, C-95, C-125: the one table that form, server, command line and docs read. */
export const settingRequirements = {
  general: [
    { field: 'name', when: 'always', ids: 'TENANT-07' },
    { field: 'customerNumber', when: 'always', ids: 'TENANT-07' },
    { field: 'timeZoneInfo.offsetName', when: 'always', ids: 'TENANT-07', code: 'tenant.zoneRequired' },
    { field: 'languageCodes', when: 'always', ids: 'TENANT-07' },
    { field: 'languageTag', when: 'always', ids: 'TENANT-07' },
    { field: 'activatedProducts', when: 'always', ids: 'TENANT-07' },
    { field: 'email', when: 'providerActive', ids: 'TENANT-08' },
    { field: 'password', when: 'providerActive', ids: 'TENANT-08, C-93' },
    { field: 'jwPlayerSiteId', when: 'providerActive', ids: 'TENANT-08' },
    { field: 'jwPlayerSecret', when: 'providerActive', ids: 'TENANT-08' },
  ],
  web: [
    { field: 'lockedContentBehaviour', when: 'always', ids: 'TENANT-20' },
    { field: 'projectId', when: 'always', ids: 'TENANT-20' },
    { field: 'url', when: 'always', ids: 'TENANT-20, TENANT-24' },
    { field: 'localyticsWebId', when: 'always', ids: 'TENANT-20' },
    { field: 'landingPageGetAccessLink', when: 'always', ids: 'TENANT-20' },
    { field: 'numberOfMySubscriptionItemsOnHomePage', when: 'always', ids: 'TENANT-20' },
    {
      field: 'subscriptionSource',
      when: 'fac',
      ids: 'TENANT-10, TENANT-21, C-36',
      code: 'tenant.facSource',
      oneOf: ['stripe'],
    },
    {
      field: 'subscriptionSource',
      when: 'sub',
      ids: 'TENANT-11, C-36',
      code: 'tenant.subSource',
      oneOf: ['stripe', 'mms', 'flatfile'],
    },
    { field: 'secretKey', when: 'stripe', ids: 'TENANT-22' },
    { field: 'webHookKey', when: 'stripe', ids: 'TENANT-22' },
    { field: 'publishableKey', when: 'stripe', ids: 'TENANT-22' },
    { field: 'pricingTableId', when: 'stripeSub', ids: 'TENANT-23, C-37' },
    { field: 'planId', when: 'stripeNotSub', ids: 'TENANT-23, C-37, C-125' },
  ],
  app: [
    { field: 'localyticsiOSId', when: 'always', ids: 'TENANT-25' },
    { field: 'localyticsAndroidId', when: 'always', ids: 'TENANT-25' },
    {
      field: 'subscriptionSource',
      when: 'always',
      ids: 'TENANT-12, C-95',
      code: 'tenant.appSource',
      oneOf: ['apple'],
    },
    { field: 'sharedSecret', when: 'stripeSub', ids: 'TENANT-26, C-95' },
    { field: 'iosProducts', when: 'stripeSub', ids: 'TENANT-26, C-95' },
  ],
} as const satisfies Record<string, readonly SettingRequirement[]>
export type SettingsPart = keyof typeof settingRequirements

interface Checked {
  facts: SettingFacts
  /** Fields whose secret is stored already and stays. */
  kept?: readonly string[]
}

/** The fields that are required now and missing, in the order of the form. */
export function missingSettings(part: SettingsPart, draft: object, { facts, kept = [] }: Checked): Issue[] {
  const requirements: readonly SettingRequirement[] = settingRequirements[part]
  return requirements
    .filter(({ field, when }) => settingConditions[when](facts) && !kept.includes(field))
    .filter(requirement => isMissing(draft, requirement))
    .map(({ field, code = 'validation.required' }) => ({ path: field, code }))
}

/** Why a field of a form is required now: the condition beside `always`; undefined where it is optional. */
export function requiredBecause(
  part: SettingsPart,
  field: string,
  facts: SettingFacts,
): SettingCondition | undefined {
  const requirements: readonly SettingRequirement[] = settingRequirements[part]
  return requirements.find(each => each.field === field && settingConditions[each.when](facts))?.when
}

function isMissing(draft: object, { field, oneOf }: SettingRequirement): boolean {
  const value = field
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key], draft)
  if (Array.isArray(value))
    return oneOf === undefined ? value.length === 0 : !value.some(each => oneOf.includes(String(each)))
  return value === undefined || value === null || (typeof value === 'string' && isBlank(value))
}
