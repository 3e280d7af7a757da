import * as z from 'zod'
import { limits, toUrl } from '../kernel/field-rules.ts'
import { SecretInput, SecretState, Version } from '../kernel/fields.ts'
import { answeredTenantId, SiteType } from '../tenants/schema.ts'

const Text = z.string().max(limits.text, 'validation.tooLong')
/** Blank, or an address with a scheme (VAL-07); whether it is valid is a rule. */
const Address = z.string().max(limits.url, 'validation.tooLong').overwrite(toUrl)

/** TENANT-19, C-53: the form offers two; a stored `show_subscription_options` stays until it is changed. */
export const LockedContent = z.enum(['do_nothing', 'show_subscription_options', 'show_popup'])
export type LockedContent = z.infer<typeof LockedContent>
/** TENANT-32, C-36: `flatfile` is shown as File Upload. */
export const WebSource = z.enum(['stripe', 'mms', 'pseudosso', 'flatfile'])
export type WebSource = z.infer<typeof WebSource>
export const AppSource = z.enum(['apple'])

/** What a person sets on a tenant's site (TENANT-17, B-11). */
export const WebSettingsDraft = z.object({
  lockedContentBehaviour: LockedContent.nullable(),
  projectId: Text,
  url: Address,
  localyticsWebId: Text,
  siteSourceType: SiteType,
  subscriptionSource: z.array(WebSource).max(WebSource.options.length, 'validation.maxOptions'),
  secretKey: SecretInput,
  webHookKey: SecretInput,
  publishableKey: Text,
  pricingTableId: Text,
  planId: Text,
  numberOfMySubscriptionItemsOnHomePage: z.int().min(0).max(1000).nullable(),
  landingPageGetAccessLink: Address,
  showLogo: z.boolean(),
  showFooter: z.boolean(),
  isLanguageSwitcher: z.boolean(),
  ratingEnabled: z.boolean(),
  scheduleEvents: z.boolean(),
  fitRadioEnabled: z.boolean(),
  isMarketingConsent: z.boolean(),
})
export type WebSettingsDraft = z.infer<typeof WebSettingsDraft>

/** Settings of a site that nobody has saved yet; the site type is the tenant's. */
export const newWebSettings: WebSettingsDraft = {
  lockedContentBehaviour: null,
  projectId: '',
  url: '',
  localyticsWebId: '',
  siteSourceType: 'fac',
  subscriptionSource: [],
  secretKey: '',
  webHookKey: '',
  publishableKey: '',
  pricingTableId: '',
  planId: '',
  numberOfMySubscriptionItemsOnHomePage: null,
  landingPageGetAccessLink: '',
  showLogo: true,
  showFooter: true,
  isLanguageSwitcher: false,
  ratingEnabled: false,
  scheduleEvents: false,
  fitRadioEnabled: false,
  isMarketingConsent: false,
}

/** TENANT-17, B-11; version null where they were never saved. */
export const WebSettings = z.object({
  tenantId: answeredTenantId,
  ...WebSettingsDraft.shape,
  secretKey: SecretState,
  webHookKey: SecretState,
  version: Version.nullable(),
})
export type WebSettings = z.infer<typeof WebSettings>

/** † C-146: where Stripe or the App Store sends its events, and whether they come. */
export const StripeWebhook = z.object({
  /** Below the platform’s address where that isn’t known. */
  address: z.string(),
  /** It is a source, and what its events are checked with is stored. */
  isReady: z.boolean(),
  /** When the last event came; null before the first. */
  lastEventDate: z.string().nullable(),
  /** Subscriptions whose member the platform doesn’t know yet. */
  waiting: z.int(),
})
export type StripeWebhook = z.infer<typeof StripeWebhook>

/** What a person sets on a tenant's apps (TENANT-18, B-12). */
export const AppSettingsDraft = z.object({
  localyticsiOSId: Text,
  localyticsAndroidId: Text,
  subscriptionSource: z.array(AppSource).max(1, 'validation.maxOptions'),
  sharedSecret: SecretInput,
  /** † Of the app in the App Store: whose notifications are taken (C-146). */
  iosBundleId: Text,
  iosProducts: z.array(z.string().min(1).max(limits.text)).max(limits.list, 'validation.maxOptions'),
  myZoneEnabled: z.boolean(),
})
export type AppSettingsDraft = z.infer<typeof AppSettingsDraft>

/** Settings of apps that nobody has saved yet. */
export const newAppSettings: AppSettingsDraft = {
  localyticsiOSId: '',
  localyticsAndroidId: '',
  subscriptionSource: [],
  sharedSecret: '',
  iosBundleId: '',
  iosProducts: [],
  myZoneEnabled: false,
}

/** TENANT-18, B-12; with what of the web settings decides about required fields (C-127). */
export const AppSettings = z.object({
  tenantId: answeredTenantId,
  ...AppSettingsDraft.shape,
  sharedSecret: SecretState,
  /** null before web settings were saved. */
  siteSourceType: SiteType.nullable(),
  hasStripe: z.boolean(),
  version: Version.nullable(),
})
export type AppSettings = z.infer<typeof AppSettings>

/** TENANT-24, C-96, C-134 */
export const AddressCheck = z.object({ accessible: z.boolean() })
