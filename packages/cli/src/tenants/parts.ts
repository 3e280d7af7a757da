import {
  type AppSettings,
  type AppSettingsDraft,
  appSettings,
  assertNoIssues,
  checkAppSettings,
  checkWebSettings,
  type Endpoint,
  type InputSchema,
  type Issue,
  type WebSettings,
  type WebSettingsDraft,
  webSettings,
} from '@kinora/core'
import type * as z from 'zod'
import { addExamples } from '../kernel/examples.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import { whenMissing } from '../kernel/missing.ts'
import type { Cell } from '../kernel/print.ts'
import { addRemovalFlag, agreeToRemoval, withSecrets } from '../kernel/secrets.ts'
import { text } from '../kernel/texts.ts'
import { addFlags, answerFields, type FlagOptions, fieldsOf } from '../kernel/verb.ts'
import { missingTenant, secretCell } from './tenant.ts'

type Call<O> = Endpoint<InputSchema, z.ZodType<O>>

/** Web or app settings on the command line. */
interface Part<Row> {
  calls: { view: Call<Row>; create: Call<Row>; update: Call<Row> }
  secrets: readonly (keyof Row & string)[]
  flags: FlagOptions
  samples: readonly string[]
  /** Core's rule, of the settings as they would be. */
  check(draft: Record<string, unknown>, stored: Row): readonly Issue[]
}

/** TENANT-33: without flags the settings are shown, with flags they are changed, or saved for the first time. */
const partCommand =
  <Row extends WebSettings | AppSettings>(part: Part<Row>): FillCommand =>
  (command, session) => {
    const { view, create, update } = part.calls
    command.argument('<id>', text('tenants.id'))
    const help = Object.fromEntries(part.secrets.map(name => [name, text('tenants.secret')]))
    const toInput = addFlags(command, fieldsOf(create.input), {
      ...part.flags,
      omit: ['tenantId'],
      help: { ...help, ...part.flags.help },
    })
    addRemovalFlag(command, part.secrets)
    command
      .hook('preAction', printing(session, answerFields(view.output)))
      .action(async (tenantId: string, flags: Record<string, unknown>) => {
        const send = await session.send()
        const given = await withSecrets(session, toInput(flags), part.secrets)
        const stored = await whenMissing(send(view, { tenantId }), () => missingTenant(session, tenantId))
        if (Object.keys(given).length === 0)
          return session.print.record(stored, detailsOf(stored, part.secrets))
        const blank = Object.fromEntries(part.secrets.map(name => [name, '']))
        assertNoIssues(part.check({ ...stored, ...blank, ...given }, stored))
        await agreeToRemoval(session, { given, secrets: part.secrets, yes: flags.yes === true })
        const { version } = stored
        const saved = await (version === null
          ? send(create, { tenantId, ...given })
          : send(update, { tenantId, ...given, version }))
        session.print.record(saved, detailsOf(saved, part.secrets))
        session.print.done('Settings saved')
      })
    addExamples(command, ['ID', ...part.samples.map(sample => `ID ${sample}`)])
  }

function detailsOf(row: object, secrets: readonly string[]): (readonly [string, Cell])[] {
  return Object.entries(row).map(([key, value]): readonly [string, Cell] => {
    const label = key === 'tenantId' ? 'id' : key.replace(/[A-Z]+/g, letters => ` ${letters.toLowerCase()}`)
    if (secrets.includes(key)) return [label, secretCell(value)]
    if (Array.isArray(value)) return [label, value.join(', ')]
    return [label, typeof value === 'boolean' ? (value ? 'yes' : 'no') : (value as Cell)]
  })
}

const sourceHelp = 'where subscriptions come from'

/** TENANT-17 */
export const addWeb = partCommand<WebSettings>({
  calls: webSettings,
  secrets: ['secretKey', 'webHookKey'],
  flags: {
    names: {
      url: 'site-url',
      lockedContentBehaviour: 'locked-content',
      siteSourceType: 'site-type',
      webHookKey: 'webhook-secret',
      pricingTableId: 'price-id',
      numberOfMySubscriptionItemsOnHomePage: 'home-page-items',
      landingPageGetAccessLink: 'landing-page',
      isLanguageSwitcher: 'language-switcher',
      ratingEnabled: 'ratings',
      fitRadioEnabled: 'fit-radio',
      isMarketingConsent: 'marketing-consent',
    },
    help: {
      siteSourceType: text('tenants.siteType'),
      subscriptionSource: sourceHelp,
      url: 'address of the site',
      lockedContentBehaviour: 'what happens to members without a subscription',
      localyticsWebId: 'id of the site at Localytics',
      publishableKey: 'publishable key of Stripe’s',
      pricingTableId: 'id of a pricing table of Stripe’s',
      planId: 'id of a plan or price of Stripe’s',
      numberOfMySubscriptionItemsOnHomePage: 'subscriptions on the home page',
      landingPageGetAccessLink: 'address that “Get access” leads to',
      showLogo: 'logo',
      showFooter: 'footer',
      isLanguageSwitcher: 'language switcher',
      ratingEnabled: 'ratings',
      scheduleEvents: 'scheduled events',
      fitRadioEnabled: 'Fit Radio',
      isMarketingConsent: 'marketing consent',
    },
  },
  samples: ['--site-url https://acme.example --locked-content show_popup', '--secret-key @stripe.key'],
  check: (draft, stored) => checkWebSettings(draft as unknown as WebSettingsDraft, stored),
})

type WebhookCall = typeof webSettings.webhook | typeof appSettings.webhook

/** C-146: where events are sent, and whether they come. */
const webhookCommand =
  (call: WebhookCall, missing: string): FillCommand =>
  (command, session) => {
    command
      .argument('<id>', text('tenants.id'))
      .hook('preAction', printing(session, answerFields(call.output)))
      .action(async (tenantId: string) => {
        const send = await session.send()
        const found = await whenMissing(send(call, { tenantId }), () => missingTenant(session, tenantId))
        // Where the server doesn’t know what it is called, the address that answered is the one.
        const address = new URL(found.address, await session.url()).href
        session.print.record({ ...found, address }, [
          ['address', address],
          ['takes events', found.isReady ? 'yes' : missing],
          ['last event', found.lastEventDate ?? 'never'],
          ['waiting for members', String(found.waiting)],
        ])
      })
    addExamples(command, ['ID', 'ID --json address'])
  }

export const addWebhook = webhookCommand(
  webSettings.webhook,
  'no: choose stripe as a source and store the webhook secret',
)

export const addAppleWebhook = webhookCommand(
  appSettings.webhook,
  'no: choose apple as a source and store the bundle id of the app',
)

/** TENANT-18 */
export const addApp = partCommand<AppSettings>({
  calls: appSettings,
  secrets: ['sharedSecret'],
  flags: {
    names: {
      localyticsiOSId: 'localytics-ios-id',
      iosBundleId: 'ios-bundle-id',
      iosProducts: 'ios-product',
      myZoneEnabled: 'my-zone',
    },
    help: {
      subscriptionSource: sourceHelp,
      localyticsiOSId: 'id of the iOS app at Localytics',
      localyticsAndroidId: 'id of the Android app at Localytics',
      iosBundleId: 'bundle id of the app in the App Store, whose notifications are taken',
      iosProducts: 'product ids of the App Store',
      myZoneEnabled: 'MyZone',
    },
  },
  samples: ['--localytics-ios-id abc --subscription-source apple', '--shared-secret @apple.key'],
  check: (draft, stored) => checkAppSettings(draft as unknown as AppSettingsDraft, stored),
})
