import {
  type AppSettings,
  type AppSettingsDraft,
  appSettings,
  checkAppSettings,
  checkWebSettings,
  type WebSettings,
  type WebSettingsDraft,
  webSettings,
} from '@kinora/core'
import { partCommand } from './part.ts'
import { tenantText } from './texts.ts'

/** TENANT-17 */
export const addWeb = partCommand<WebSettings>({
  calls: webSettings,
  secrets: ['secretKey', 'webHookKey'],
  flags: {
    names: {
      ...{
        url: 'site-url',
        lockedContentBehaviour: 'locked-content',
        siteSourceType: 'site-type',
        webHookKey: 'webhook-secret',
      },
      ...{ pricingTableId: 'price-id', numberOfMySubscriptionItemsOnHomePage: 'home-page-items' },
      ...{ landingPageGetAccessLink: 'landing-page', isLanguageSwitcher: 'language-switcher' },
      ...{ ratingEnabled: 'ratings', fitRadioEnabled: 'fit-radio', isMarketingConsent: 'marketing-consent' },
    },
    help: {
      siteSourceType: tenantText('help.siteType'),
      subscriptionSource: tenantText('help.source'),
      url: tenantText('help.siteUrl'),
      lockedContentBehaviour: tenantText('help.lockedContent'),
      localyticsWebId: tenantText('help.localyticsWeb'),
      publishableKey: tenantText('help.publishableKey'),
      pricingTableId: tenantText('help.priceTable'),
      planId: tenantText('help.planId'),
      numberOfMySubscriptionItemsOnHomePage: tenantText('help.homePageItems'),
      landingPageGetAccessLink: tenantText('help.landingPage'),
      ...{ showLogo: 'logo', showFooter: 'footer', isLanguageSwitcher: 'language switcher' },
      ...{ ratingEnabled: 'ratings', scheduleEvents: 'scheduled events', fitRadioEnabled: 'Fit Radio' },
      isMarketingConsent: 'marketing consent',
    },
  },
  samples: ['--site-url https://acme.example --locked-content show_popup', '--secret-key @stripe.key'],
  check: (draft, stored) => checkWebSettings(draft as unknown as WebSettingsDraft, stored),
})

/** TENANT-18 */
export const addApp = partCommand<AppSettings>({
  calls: appSettings,
  secrets: ['sharedSecret'],
  flags: {
    names: {
      ...{ localyticsiOSId: 'localytics-ios-id', iosProducts: 'ios-product', myZoneEnabled: 'my-zone' },
    },
    help: {
      subscriptionSource: tenantText('help.source'),
      localyticsiOSId: tenantText('help.localyticsIos'),
      localyticsAndroidId: tenantText('help.localyticsAndroid'),
      iosProducts: tenantText('help.iosProducts'),
      myZoneEnabled: 'MyZone',
    },
  },
  samples: ['--localytics-ios-id abc --subscription-source apple', '--shared-secret @apple.key'],
  check: (draft, stored) => checkAppSettings(draft as unknown as AppSettingsDraft, stored),
})
