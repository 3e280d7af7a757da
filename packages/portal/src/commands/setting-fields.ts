import {
  type AppSettingsDraft,
  commandTexts,
  credentialTexts,
  decideRoute,
  type GeneralDraft,
  type MobileDraft,
  matches,
  type RouteContext,
  siteTexts,
  stripeTexts,
  type TenantDraft,
  tenantScreenTexts,
  tenantTexts,
  type WebDraft,
  type WebSettingsDraft,
  wordTexts,
} from '@kinora/core'
import { type Command, useRouteContext, useTexts } from '@kinora/react'
import { leadsToScreen } from '../routes.tsx'

const useFieldTexts = () =>
  useTexts(commandTexts, credentialTexts, siteTexts, stripeTexts, tenantScreenTexts, tenantTexts, wordTexts)
type Key = Parameters<ReturnType<typeof useFieldTexts>['text']>[0]

/** The label of each field; false for one without a control. A field that a form gets is missing here until it has one. */
type Labels<D> = Readonly<Record<keyof D & string, Key | false>>

const tenant: Labels<TenantDraft> = {
  name: 'field.name',
  customerNumber: 'field.customerNumber',
  email: 'field.email',
  password: 'field.password',
  timeZoneInfo: 'ui.tenants.zone',
  languageCodes: 'field.languageCodes',
  languageTag: 'field.languageTag',
  activatedProducts: 'field.activatedProducts',
  isProviderActive: 'field.isProviderActive',
  mediaPlatform: 'field.mediaPlatform',
  audioNormalize: 'ui.tenants.audio',
  jwPlayerSiteId: 'field.jwPlayerSiteId',
  jwPlayerSecret: 'field.jwPlayerSecret',
  connect: 'field.connect',
  isBulkUploadEnabled: 'ui.nav.bulkUpload',
  siteSourceType: false,
  isPlatformOwnedCategories: 'ui.tenants.ownedCategories',
  isRichTextEnabled: 'ui.tenants.richText',
}

const web: Labels<WebSettingsDraft> = {
  lockedContentBehaviour: 'field.lockedContentBehaviour',
  projectId: 'field.projectId',
  url: 'field.url',
  localyticsWebId: 'field.localyticsWebId',
  siteSourceType: false,
  subscriptionSource: 'field.subscriptionSource',
  secretKey: 'field.secretKey',
  webHookKey: 'field.webHookKey',
  publishableKey: 'field.publishableKey',
  pricingTableId: 'field.pricingTableId',
  planId: 'field.planId',
  numberOfMySubscriptionItemsOnHomePage: 'field.numberOfMySubscriptionItemsOnHomePage',
  landingPageGetAccessLink: 'field.landingPageGetAccessLink',
  showLogo: 'ui.web.showLogo',
  showFooter: 'ui.web.showFooter',
  isLanguageSwitcher: 'ui.web.isLanguageSwitcher',
  ratingEnabled: 'ui.web.ratingEnabled',
  scheduleEvents: 'ui.web.scheduleEvents',
  fitRadioEnabled: 'ui.web.fitRadioEnabled',
  isMarketingConsent: 'ui.web.isMarketingConsent',
}

const app: Labels<AppSettingsDraft> = {
  localyticsiOSId: 'field.localyticsiOSId',
  localyticsAndroidId: 'field.localyticsAndroidId',
  subscriptionSource: 'field.subscriptionSource',
  iosBundleId: 'field.iosBundleId',
  sharedSecret: 'field.sharedSecret',
  iosProducts: 'field.iosProducts',
  myZoneEnabled: 'ui.app.myZone',
}

const siteGeneral: Labels<GeneralDraft> = {
  appTitle: 'field.appTitle',
  contactEmail: 'field.contactEmail',
}

const colours = {
  primaryColor: 'field.primaryColor',
  secondaryColor: 'field.secondaryColor',
  accentColor: 'field.accentColor',
} as const

const siteWeb: Labels<WebDraft> = {
  logoUrl: 'field.logoUrl',
  faviconUrl: 'field.faviconUrl',
  homeImageUrl: 'field.homeImageUrl',
  ...colours,
}

const siteMobile: Labels<MobileDraft['light']> = {
  logoUrl: 'field.logoUrl',
  splashUrl: 'field.splashUrl',
  appIconUrl: 'field.appIconUrl',
  ...colours,
}

/** The controls that have another name than their field. */
const controls: Readonly<Record<string, string>> = { timeZoneInfo: 'timeZoneInfo.offsetName' }

interface SettingsPage {
  path: string
  name: Key
  fields: readonly { field: string; labels: readonly Key[] }[]
}

const fieldsOf = (labels: Readonly<Record<string, Key | false>>, theme?: 'light' | 'dark') =>
  Object.entries(labels).flatMap(([name, label]) => {
    if (label === false) return []
    const field = controls[name] ?? name
    return theme === undefined
      ? [{ field, labels: [label] }]
      : [{ field: `${theme}.${field}`, labels: [`ui.site.${theme}` as const, label] }]
  })

/** Every page of settings with the fields that it shows. */
const pages: readonly SettingsPage[] = [
  { path: '/siteSettings/generalSettings', name: 'ui.nav.generalSettings', fields: fieldsOf(siteGeneral) },
  { path: '/siteSettings/webSettings', name: 'ui.nav.webSettings', fields: fieldsOf(siteWeb) },
  {
    path: '/siteSettings/appSettings',
    name: 'ui.nav.appSettings',
    fields: [...fieldsOf(siteMobile, 'light'), ...fieldsOf(siteMobile, 'dark')],
  },
  {
    path: '/siteSettings/socialLinks',
    name: 'ui.nav.socialLinks',
    fields: (['Facebook', 'Twitter', 'Instagram'] as const).map(kind => ({
      field: `${kind}.httpLink`,
      labels: [`ui.site.network.${kind}`],
    })),
  },
  {
    path: '/siteSettings/appLinks',
    name: 'ui.nav.appLinks',
    fields: (['Apple', 'Android'] as const).map(kind => ({
      field: `${kind}.httpLink`,
      labels: [`ui.site.store.${kind}`],
    })),
  },
  { path: '/tenants/generalsettings/edit', name: 'ui.commands.tenant.general', fields: fieldsOf(tenant) },
  { path: '/tenants/websettings', name: 'ui.commands.tenant.web', fields: fieldsOf(web) },
  { path: '/tenants/mobilesettings', name: 'ui.commands.tenant.app', fields: fieldsOf(app) },
]

/** Letters from which on fields are offered: a single one is in almost every label. */
const SHORTEST = 2

/** 28.5: the fields of the pages of settings by the words on the screen; each opens its page at the field. */
export function useSettingCommands(
  query: string,
  go: (visit: { href: string; label: string }) => void,
): Command[] {
  const { text } = useFieldTexts()
  const context = useRouteContext()
  if (context === undefined || query.length < SHORTEST) return []
  return pages
    .filter(({ path }) => opens(path, context))
    .flatMap(({ path, name, fields }) =>
      fields.flatMap(({ field, labels }) => {
        const label = labels.map(key => text(key)).join(': ')
        if (!matches(query, label)) return []
        const href = `${path}#${field}`
        const help = text(name)
        return [{ id: `setting ${href}`, label, help, onSelect: () => go({ href, label }) }]
      }),
    )
}

const opens = (path: string, context: RouteContext): boolean =>
  decideRoute(path, context)?.kind === 'open' && leadsToScreen(path, context)
