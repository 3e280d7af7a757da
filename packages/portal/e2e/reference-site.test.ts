import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Contract,
  contract,
  createApi,
  createSend,
  EventType,
  type KinoraContract,
  newEvent,
  newWebSettings,
  type SiteInput,
  session,
  type WebSettingsDraft,
} from '@kinora/core'
import type { Platform } from '@kinora/server/platform'
import { eq } from 'drizzle-orm'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startSites } from '../../../examples/site/server.ts'
import { chromiumFlags, chromiumPath } from '../../../scripts/chromium.ts'
import { patience, until } from '../../../scripts/patience.ts'
import { eventsTable } from '../../server/src/events/tables.ts'
import { memberSubscriptionsTable } from '../../server/src/members/tables.ts'
import { titlesTable } from '../../server/src/stored-titles/tables.ts'
import { makeClip } from '../../server/test/media/clips.ts'
import { startSeededPlatform } from '../../server/test/seeded-platform.ts'
import { makeMedia } from '../../server/test/titles/support.ts'
import { expectAccessible, expectNoSideScroll, password, signIn } from './portal.ts'

const tenantId = 'pulsehouse'
const userId = 'pulsehouse-001'
type Api = ReturnType<typeof createApi<KinoraContract & Contract>>

let folder: string
let platform: Platform
let sites: Awaited<ReturnType<typeof startSites>>
let browser: Browser
let admin: Api
/** A class of an active package, with a stream. */
let tag: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kinora-site-'))
  platform = await startSeededPlatform({ port: 0, dataDir: join(folder, 'data'), logLevel: 'error' })
  admin = await apiOf('admin')
  sites = await startSites({
    platform: platform.url,
    port: 0,
    pages: join(import.meta.dirname, '../../../examples/site/dist'),
    keysOf: async id => {
      const known = await admin.tenants.keys({ id }).catch(() => undefined)
      return known && (known.keys ?? (await admin.tenants.generateKeys({ id })).keys!)
    },
  })
  browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [...chromiumFlags],
    timeout: patience,
  })
  await admin['web-settings'].create({ tenantId, ...draft })
  await admin.tenants.update({ tenantId, connect: 'both' })
  tag = await addStream()
})
afterAll(async () => {
  await Promise.allSettled([browser?.close(), sites?.close(), platform?.close()])
  rmSync(folder, { recursive: true, force: true })
})

async function apiOf(account: string): Promise<Api> {
  const tokens = { get: () => undefined, set() {}, clear() {} }
  const send = createSend({ baseUrl: platform.url, fetch, tokens })
  const { token } = await send(session.login, { email: `${account}@demo.kinora.test`, password })
  const known = { ...tokens, get: () => ({ token }) }
  return createApi(contract, createSend({ baseUrl: platform.url, fetch, tokens: known })) as Api
}

/** The stream of a class that the first collection has, made as the pipeline makes it. */
async function addStream(): Promise<string> {
  const collections = await admin.collections.list({ tenantId, take: 1 })
  const found = collections.data[0]!.collectionItems[0]!.tag
  const source = await makeClip(join(folder, 'clip.mp4'), { seconds: 60, size: '320x180', rate: '12' })
  const targetFolder = join(folder, 'ladder')
  await (await makeMedia()).ladder({ source, targetFolder })
  await platform.deps.blobs.adopt('streams/reference/1/', targetFolder)
  const stream = { streamKey: 'streams/reference/1' }
  await platform.deps.db.update(titlesTable).set(stream).where(eq(titlesTable.tag, found))
  return found
}

/** What TENANT-20 asks for, with everything that can be off turned off. */
const draft: WebSettingsDraft = {
  ...newWebSettings,
  ...{ lockedContentBehaviour: 'do_nothing', projectId: 'site-words', url: 'https://player.example' },
  ...{ localyticsWebId: 'visits-1', landingPageGetAccessLink: 'https://access.example' },
  ...{ numberOfMySubscriptionItemsOnHomePage: 0, subscriptionSource: ['stripe'], planId: '' },
  ...{
    secretKey: 'sk_test_1',
    webHookKey: 'whsec_1',
    publishableKey: 'pk_test_1',
    pricingTableId: 'prctbl_1',
  },
}
const secrets = { secretKey: '', webHookKey: '' }
const setWeb = async (more: Partial<WebSettingsDraft>) => {
  await admin['web-settings'].update({ tenantId, ...draft, ...secrets, ...more })
}
const setSite = async (type: SiteInput['configurationType'], more: object) => {
  const stored = await admin.site.list({ tenantId, configurationType: type })
  const configuration = { ...stored.data[0], configurationType: type, tenantId, ...more }
  await admin.site.save({ configuration: configuration as SiteInput })
}

async function open(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  await page.goto(`${sites.url}/${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

async function join_(page: Page): Promise<void> {
  await page.goto(`${sites.url}/${tenantId}/sign-up`)
  await page.getByLabel('Member number').fill(userId)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Signed in as').waitFor()
}

interface Row {
  field: string
  /** Below the site; the class stands for `TAG`. */
  at: string
  change(): Promise<unknown>
  /** Seen once it was changed, and not before. */
  now(page: Page): Locator
  /** The other way round: seen before, and not once it was changed. */
  isGone?: true
}
const text = (words: string) => (page: Page) => page.getByText(words).first()
const link = (name: string) => (page: Page) => page.getByRole('link', { name }).first()
const has = (selector: string) => (page: Page) => page.locator(selector).first()

const rows: Row[] = [
  {
    field: 'general.appTitle',
    at: '',
    change: () => setSite('general', { appTitle: 'Pulse II' }),
    now: text('Pulse II'),
  },
  {
    ...{ field: 'general.contactEmail', at: '', now: link('new@site.example') },
    change: () => setSite('general', { contactEmail: 'new@site.example' }),
  },
  {
    ...{ field: 'web.primaryColor', at: '', now: has('.site[style*="--primary: #aa0011" i]') },
    change: () => setSite('web', { primaryColor: '#AA0011' }),
  },
  {
    field: 'languageTag, languageCodes',
    at: '',
    change: () => admin.tenants.update({ tenantId, languageTag: 'de-DE' }),
    now: page => page.locator('html[lang=de-DE]').getByRole('link', { name: 'Suche' }),
  },
  {
    ...{ field: 'timeZoneInfo', at: '/schedule', now: text('Asia/Tokyo') },
    change: async () => {
      await setWeb({ scheduleEvents: true })
      await addEvent()
      await admin.tenants.update({ tenantId, timeZoneInfo: { offsetName: 'Asia/Tokyo' } } as never)
    },
  },
  { field: 'scheduleEvents', at: '', change: () => setWeb({ scheduleEvents: true }), now: link('Schedule') },
  {
    field: 'isLanguageSwitcher',
    at: '',
    change: () => setWeb({ isLanguageSwitcher: true }),
    now: has('header select'),
  },
  {
    ...{ field: 'projectId', at: '', now: has('meta[name=translation-project][content=other-words]') },
    change: () => setWeb({ projectId: 'other-words' }),
  },
  {
    ...{ field: 'localyticsWebId', at: '', now: has('meta[name=localytics-id][content=visits-2]') },
    change: () => setWeb({ localyticsWebId: 'visits-2' }),
  },
  {
    ...{ field: 'landingPageGetAccessLink', at: '', now: has('a.act[href="https://join.example"]') },
    change: () => setWeb({ landingPageGetAccessLink: 'https://join.example' }),
  },
  {
    ...{ field: 'numberOfMySubscriptionItemsOnHomePage', at: '', now: text('Pulse House unlimited') },
    change: () => setWeb({ numberOfMySubscriptionItemsOnHomePage: 1 }),
  },
  {
    field: 'showLogo',
    at: '',
    change: () => setWeb({ showLogo: false }),
    now: has('header img'),
    isGone: true,
  },
  {
    field: 'showFooter',
    at: '',
    change: () => setWeb({ showFooter: false }),
    now: has('footer'),
    isGone: true,
  },
  {
    ...{ field: 'url', at: '/classes/TAG', now: has('a[href="https://other-player.example"]') },
    change: () => setWeb({ url: 'https://other-player.example' }),
  },
  {
    field: 'ratingEnabled',
    at: '/classes/TAG',
    change: () => setWeb({ ratingEnabled: true }),
    now: text('Rate this class'),
  },
  {
    field: 'fitRadioEnabled',
    at: '/classes/TAG',
    change: () => setWeb({ fitRadioEnabled: true }),
    now: text('With music by Fit Radio'),
  },
  {
    ...{ field: 'isMarketingConsent', at: '/sign-up', now: text('Send me news and offers.') },
    change: () => setWeb({ isMarketingConsent: true }),
  },
  {
    ...{ field: 'pricingTableId, publishableKey', at: '/sign-up', now: text('prctbl_2 (pk_test_2)') },
    change: () => setWeb({ pricingTableId: 'prctbl_2', publishableKey: 'pk_test_2' }),
  },
  { field: 'planId', at: '/sign-up', change: () => setWeb({ planId: 'price_9' }), now: text('price_9') },
  {
    ...{ field: 'subscriptionSource', at: '/sign-up', now: text('Memberships are kept in MMS.') },
    change: () => setWeb({ subscriptionSource: ['stripe', 'mms'] }),
  },
  {
    ...{ field: 'siteSourceType', at: '/sign-up', now: text('Sign in with your account') },
    change: () => admin.tenants.update({ tenantId, siteSourceType: 'sso' }),
  },
  {
    ...{ field: 'social', at: '', now: has('footer a[href="https://instagram.com/pulse"]') },
    change: () =>
      setSite('social', {
        ...{ tag: undefined, version: undefined, configurationSubType: 'Instagram', status: true },
        httpLink: 'https://instagram.com/pulse',
      }),
  },
]

let eventId = ''
async function addEvent(): Promise<void> {
  if (eventId !== '') return
  eventId = 'reference'
  await platform.deps.db.insert(eventsTable).values({
    ...{ ...newEvent, eventId, tenantId, title: 'Hills', type: EventType.Simulated, contentId: tag },
    ...{ durationSecond: 3600, active: true, activatedOnce: true },
    schedule_time: new Date(Date.now() - 20_000).toISOString(),
  })
}

describe('LIVE-02, C-140 the reference site', () => {
  beforeEach(() => setWeb({}))

  test.each(rows)('$field is seen', async ({ at, change, now, isGone }) => {
    const page = await open(`${tenantId}${at === '' ? '/' : at.replace('TAG', tag)}`)
    const [before, after] = isGone ? (['visible', 'detached'] as const) : (['detached', 'attached'] as const)
    await now(page).waitFor({ state: before })
    await change()
    await now(page).waitFor({ state: after })
  })
})
