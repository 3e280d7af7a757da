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
import { text } from '../kernel/texts.ts'
import { partCommand } from './part.ts'

const help = { source: 'where subscriptions come from' } as const

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
      siteSourceType: text('tenants.siteType'),
      subscriptionSource: help.source,
      url: 'address of the site',
      lockedContentBehaviour: 'what happens to members without a subscription',
      localyticsWebId: 'id of the site at Localytics',
      publishableKey: 'publishable key of Stripe’s',
      pricingTableId: 'id of a pricing table of Stripe’s',
      planId: 'id of a plan or price of Stripe’s',
      numberOfMySubscriptionItemsOnHomePage: 'subscriptions on the home page',
      landingPageGetAccessLink: 'address that “Get access” leads to',
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
      subscriptionSource: help.source,
      localyticsiOSId: 'id of the iOS app at Localytics',
      localyticsAndroidId: 'id of the Android app at Localytics',
      iosProducts: 'product ids of the App Store',
      myZoneEnabled: 'MyZone',
    },
  },
  samples: ['--localytics-ios-id abc --subscription-source apple', '--shared-secret @apple.key'],
  check: (draft, stored) => checkAppSettings(draft as unknown as AppSettingsDraft, stored),
})
