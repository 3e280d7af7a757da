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
  storageKeys,
  TitleStatus,
  type WebSettingsDraft,
} from '@kinora/core'
import type { Platform } from '@kinora/server/platform'
import { eq } from 'drizzle-orm'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startSites } from '../../../examples/site/server.ts'
import { chromiumFlags, chromiumPath, lateScript } from '../../../scripts/chromium.ts'
import { patience, until } from '../../../scripts/patience.ts'
import { createFfmpegMedia } from '../../server/src/adapters/media-ffmpeg/index.ts'
import { eventsTable } from '../../server/src/events/tables.ts'
import { memberSubscriptionsTable } from '../../server/src/members/tables.ts'
import { playbackRecordsTable } from '../../server/src/playback/tables.ts'
import { reviewsTable } from '../../server/src/reviews/tables.ts'
import { documentsTable } from '../../server/src/stored-documents/tables.ts'
import { titlesTable } from '../../server/src/stored-titles/tables.ts'
import { makeClip } from '../../server/test/media/clips.ts'
import { startSeededPlatform } from '../../server/test/seeded-platform.ts'
import { expectAccessible, expectNoSideScroll, password, signIn } from './portal.ts'

const tenantId = 'pulsehouse'
const userId = 'pulsehouse-001'
type Api = ReturnType<typeof createApi<KinoraContract & Contract>>

let folder: string
let platform: Platform
let sites: Awaited<ReturnType<typeof startSites>>
let browser: Browser
let admin: Api
let tenant: Api
/** A class of an active package, with a stream. */
let tag: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kinora-site-'))
  platform = await startSeededPlatform({ port: 0, dataDir: join(folder, 'data'), logLevel: 'error' })
  admin = await apiOf('admin')
  tenant = await apiOf('tenant')
})
beforeAll(async () => {
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
  await admin['web-settings'].update({ tenantId, ...draft })
  await admin.tenants.update({ tenantId, connect: 'both' })
})
beforeAll(async () => {
  tag = await addStream()
})
afterAll(async () => {
  await Promise.allSettled([browser?.close(), sites?.close(), platform?.close()])
  rmSync(folder, { recursive: true, force: true })
})

async function apiOf(account: string): Promise<Api> {
  const tokens = { get: () => undefined, set() {}, clear() {} }
  const send = createSend({ baseUrl: platform.url, fetch, tokens, timeout: 0 })
  const { token } = await send(session.login, { email: `${account}@demo.kinora.test`, password })
  const known = { ...tokens, get: () => ({ token }) }
  return createApi(contract, createSend({ baseUrl: platform.url, fetch, tokens: known, timeout: 0 })) as Api
}

/** The stream of a class that the first collection has, made as the pipeline makes it. */
async function addStream(): Promise<string> {
  const collections = await tenant.collections.list({ tenantId, take: 1 })
  const found = collections.data[0]!.collectionItems[0]!.tag
  const source = await makeClip(join(folder, 'clip.mp4'), { seconds: 40, size: '320x180', rate: '12' })
  const targetFolder = join(folder, 'ladder')
  await (await createFfmpegMedia())!.ladder({ source, targetFolder })
  await platform.deps.blobs.adopt('streams/reference/1/', targetFolder)
  const stream = { streamKey: 'streams/reference/1' }
  await platform.deps.db.update(titlesTable).set(stream).where(eq(titlesTable.tag, found))
  return found
}

const apiOfSite = () => tenant['site-content'].channels({ tenantId, take: 100 })

/** What TENANT-20 asks for, with everything that can be off turned off. */
const draft: WebSettingsDraft = {
  ...newWebSettings,
  ...{ lockedContentBehaviour: 'do_nothing', projectId: 'site-words', url: 'https://player.example' },
  ...{ localyticsWebId: 'visits-1', landingPageGetAccessLink: 'https://access.example' },
  ...{ numberOfMySubscriptionItemsOnHomePage: 0, subscriptionSource: ['stripe'], planId: 'price_1' },
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
  const stored = await tenant.site.list({ tenantId, configurationType: type })
  const configuration = { ...stored.data[0], configurationType: type, tenantId, ...more }
  await tenant.site.save({ configuration: configuration as SiteInput })
}

async function open(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(patience)
  await context.addInitScript(lateScript)
  const page = await context.newPage()
  await page.goto(`${sites.url}/${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

async function enter(page: Page): Promise<void> {
  await page.goto(`${sites.url}/${tenantId}/sign-up`)
  await page.getByLabel('Member number').fill(userId)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Signed in as').waitFor()
}

interface Row {
  field: string
  /** Below the site; the class stands for `TAG`. */
  at: string
  /** What it takes to be seen at all. */
  prepare?(): Promise<unknown>
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
    change() {
      onTestFinished(async () => void (await admin.tenants.update({ tenantId, languageTag: 'en-GB' })))
      return admin.tenants.update({ tenantId, languageTag: 'de-DE' })
    },
    now: page => page.locator('html[lang=de-DE]').getByRole('link', { name: 'Suche' }),
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
    ...{ field: 'social', at: '', now: has('footer a[href="https://instagram.com/pulse"]') },
    change: () =>
      setSite('social', {
        ...{ tag: undefined, version: undefined, configurationSubType: 'Instagram', status: true },
        httpLink: 'https://instagram.com/pulse',
      }),
  },
  {
    ...{ field: 'connect', at: '', now: link('Schedule'), isGone: true },
    prepare: () => setWeb({ scheduleEvents: true }),
    change() {
      onTestFinished(async () => void (await admin.tenants.update({ tenantId, connect: 'both' })))
      return admin.tenants.update({ tenantId, connect: 'none' })
    },
  },
  {
    ...{ field: 'custom', at: '', now: has('footer a[href="https://gear.example"]') },
    change: () =>
      setSite('custom', {
        ...{ tag: undefined, version: undefined, httpLink: 'https://gear.example', linkText: 'Gear' },
        ...{ linkHoverText: '', status: true },
      }),
  },
  {
    ...{ field: 'app', at: '', now: has('footer a[href="https://play.google.com/pulse"]') },
    change: () =>
      setSite('app', {
        ...{ tag: undefined, version: undefined, configurationSubType: 'Android' },
        httpLink: 'https://play.google.com/pulse',
      }),
  },
  {
    ...{ field: 'timeZoneInfo', at: '/schedule', now: text('Asia/Tokyo') },
    change: async () => {
      await setWeb({ scheduleEvents: true })
      await addEvent()
      await admin.tenants.update({ tenantId, timeZoneInfo: { offsetName: 'Asia/Tokyo' } } as never)
    },
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
]

/** A simulated event of the class that began a moment ago. */
async function addEvent(): Promise<void> {
  const schedule_time = new Date(Date.now() - 10_000).toISOString()
  const event = {
    ...{ ...newEvent, eventId: 'reference', tenantId, title: 'Hills', type: EventType.Simulated },
    ...{ contentId: tag, durationSecond: 3600, active: true, activatedOnce: true, schedule_time },
  }
  await platform.deps.db
    .insert(eventsTable)
    .values(event)
    .onConflictDoUpdate({ target: eventsTable.eventId, set: { schedule_time } })
}

/** The member gets the package that has the class. */
async function subscribe(): Promise<void> {
  const item = {
    title: 'Pulse House unlimited',
    source: 'flatfile',
    status: 'active',
    startDate: '2020-01-01',
  }
  await platform.deps.db.insert(memberSubscriptionsTable).values({
    ...{ ...item, id: 'reference-item', userId: `demo-member-${userId}`, externalStatus: null, price: null },
    ...{ productId: 'reference', planId: 'reference', endDate: null, cancelledDates: [] },
  })
}

/** More than a second of it has been seen, and the player, which listens for longer, has heard so. */
const plays = (page: Page) =>
  page.locator('video').evaluate(
    (video: HTMLVideoElement) =>
      new Promise<void>(resolve => {
        video.addEventListener('timeupdate', () => video.currentTime > 1.2 && resolve())
      }),
  )

describe('LIVE-02, C-140 the reference site', () => {
  beforeEach(() => setWeb({}))

  let page: Page
  beforeAll(async () => {
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' })
    context.setDefaultTimeout(patience)
    await context.addInitScript(lateScript)
    page = await context.newPage()
    await page.clock.install()
  })
  afterAll(() => page?.context().close())

  /** Four seconds later, when the page looks again; the test behind these waits for them. */
  const later = () => page.clock.fastForward(4000)

  // The page is loaded once for the rows of an address that stand behind each other.
  test.each(rows)('$field is seen', async ({ at, prepare, change, now, isGone }) => {
    await prepare?.()
    const address = `${sites.url}/${tenantId}${at === '' ? '/' : at.replace('TAG', tag)}`
    if (page.url() === address) await later()
    else await page.goto(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const [before, after] = isGone ? (['visible', 'detached'] as const) : (['detached', 'attached'] as const)
    await now(page).waitFor({ state: before })
    await change()
    await later()
    await now(page).waitFor({ state: after })
  })

  test('a change is seen by whoever stays on the page, too', async () => {
    await page.goto(`${sites.url}/${tenantId}/`)
    await page.locator('footer').waitFor()
    await setWeb({ showFooter: false })
    await page.locator('footer').waitFor({ state: 'detached' })
  })

  test('no script does what the site’s own rules forbid', async () => {
    const own = await page.context().newPage()
    const said: string[] = []
    own.on('console', message => said.push(message.text()))
    await own.goto(`${sites.url}/${tenantId}/`)
    await own.getByRole('heading', { level: 1 }).waitFor()
    expect(said.filter(text => /script-src|Content Security Policy/.test(text))).toEqual([])
    await own.close()
  })

  test('B-14 a channel of the site shows its name, description and pictures', async () => {
    const { data } = await apiOfSite()
    // LIVE-02: one that is for other products isn’t there.
    const { token } = await (await page.request.get(`${sites.url}/${tenantId}/api/token`)).json()
    const headers = { authorization: `Bearer ${token}` }
    const shown = await (
      await page.request.get(`${platform.url}/api/v1/site/channels?take=100`, { headers })
    ).text()
    const channel = data.find(({ tag, description }) => description !== '' && shown.includes(`"${tag}"`))!
    expect(data.some(({ tag }) => !shown.includes(`"${tag}"`))).toBe(true)
    await page.goto(`${sites.url}/${tenantId}/`)
    await page.getByRole('link', { name: channel.displayName }).last().click()
    await page.getByRole('heading', { name: channel.displayName }).waitFor()
    await page.getByText(channel.description).waitFor()
    await page.locator('img.space').waitFor()
  })

  test('the rules for scripts are kept: nothing is reported by the browser', async () => {
    const said: string[] = []
    const listen = (message: { text(): string }) => void said.push(message.text())
    page.on('console', listen)
    onTestFinished(() => void page.off('console', listen))
    await page.goto(`${sites.url}/${tenantId}/`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(said.filter(text => /Content Security Policy|unsafe-eval/.test(text))).toEqual([])
  })
})

describe('TENANT-19, LIVE-02 what a locked class does', () => {
  const press = async (lockedContentBehaviour: WebSettingsDraft['lockedContentBehaviour']) => {
    await setWeb({ lockedContentBehaviour })
    const page = await open(`${tenantId}/classes/${tag}`)
    await page.getByRole('button', { name: 'Play' }).click()
    return page
  }
  const reason = 'This class is part of Pulse House unlimited.'

  test('B-11 lockedContentBehaviour: nothing but the reason', async () => {
    const page = await press('do_nothing')
    await page.getByText(reason).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
  test('a popup, which Escape closes', async () => {
    const page = await press('show_popup')
    await page.getByRole('dialog', { name: reason }).getByRole('link', { name: 'Sign up' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
  test('the packages', async () => {
    const page = await press('show_subscription_options')
    await page.waitForURL('**/sign-up')
    await page.getByText('Pulse House unlimited').waitFor()
  })
})

describe('LIVE-02, LIVE-05, LIVE-08 a member', () => {
  beforeAll(async () => {
    await setWeb({ ratingEnabled: true, scheduleEvents: true })
    await subscribe()
  })

  test('C-119 has each play handed in once, though the network was away', async () => {
    const page = await open(`${tenantId}/`)
    await enter(page)
    await page.goto(`${sites.url}/${tenantId}/classes/${tag}`)
    const rows = async () =>
      (await platform.deps.db.select().from(playbackRecordsTable)).filter(
        play => play.sitePlayId !== null && play.userId === userId && play.titleTag === tag,
      )
    const before = (await rows()).length
    const kept = () =>
      page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.includes('.play.')))
    await page.getByRole('button', { name: 'Play' }).click()
    await plays(page)
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Terms' }).click()
    const [play] = await until('the play is kept', async () => {
      const all = await kept()
      return all.length === 1 ? all : undefined
    })
    expect(await rows()).toHaveLength(before)
    await page.context().setOffline(false)
    const isHandedIn = async () => (await kept()).length === 0
    await until('the play is handed in', isHandedIn)
    expect(await rows()).toHaveLength(before + 1)
    // As if the answer had been lost.
    await page.evaluate(([key, body]) => localStorage.setItem(key, body), play!)
    await page.reload()
    await until('the play is said again', isHandedIn)
    expect(await rows()).toHaveLength(before + 1)
  })

  test('C-120 plays what its package has, rates it, and agrees to the terms', async () => {
    const page = await open(`${tenantId}/`)
    await enter(page)
    await page.goto(`${sites.url}/${tenantId}/classes/${tag}`)
    await page.getByRole('button', { name: 'Play' }).click()
    await plays(page)
    await page.getByLabel('Comment').fill('Great hills')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Thank you for your review.').waitFor()
    const reviews = await platform.deps.db.select().from(reviewsTable)
    expect(reviews).toContainEqual(expect.objectContaining({ userName: userId, comment: 'Great hills' }))
    await page.getByRole('link', { name: 'Terms' }).click()
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('')
    await page.frameLocator('iframe').getByText('Guests may watch with you.').waitFor()
    await page.getByRole('button', { name: 'I agree' }).click()
    await page.getByText('You agreed to this version.').waitFor()
    const played = await until('the play is handed in', async () =>
      (await platform.deps.db.select().from(playbackRecordsTable)).find(
        play => play.sitePlayId !== null && play.userId === userId && play.titleTag === tag,
      ),
    )
    expect(played).toMatchObject({ completed: false })
  })

  test('DOC-04 opens a document of its class', async () => {
    const [found] = await platform.deps.db
      .select()
      .from(documentsTable)
      .where(eq(documentsTable.tenantId, tenantId))
    const { documentId, documentName, title } = found!
    await tenant.documents.update({ tenantId, documentId, active: true, titleTags: [tag] })
    const page = await open(`${tenantId}/classes/${tag}`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: title }).click(),
    ])
    expect(download.suggestedFilename()).toBe(documentName)
  })

  test('joins a simulated live class at its time', async () => {
    await addEvent()
    const page = await open(`${tenantId}/schedule`)
    await page.getByRole('listitem').filter({ hasText: 'Hills' }).getByRole('link', { name: 'Join' }).click()
    await page.getByRole('button', { name: 'Join' }).click()
    await plays(page)
    const second = await page.locator('video').evaluate(video => (video as HTMLVideoElement).currentTime)
    expect(second).toBeGreaterThan(0)
  })

  test('the keys stay on the server: a page’s token hands nothing in, and another origin’s page neither', async () => {
    const page = await open(`${tenantId}/`)
    const { token } = await (await page.request.get(`${sites.url}/${tenantId}/api/token`)).json()
    const review = {
      reviews: [{ reviewId: 'x', titleTag: tag, user: 'X', rating: 1, date: '2026-01-01T00:00:00Z' }],
    }
    const headers = { authorization: `Bearer ${token}` }
    const direct = await page.request.post(`${platform.url}/api/v1/site/reviews`, { data: review, headers })
    expect(direct.status()).toBe(403)
    const foreign = { origin: 'https://evil.example' }
    const own = await page.request.post(`${sites.url}/${tenantId}/api/reviews`, {
      data: {},
      headers: foreign,
    })
    expect(own.status()).toBe(403)
    const { request } = page
    const answers = [
      await request.get(`${sites.url}/%E0%A4%A/api/token`),
      await request.get(`${sites.url}/${tenantId}/api/constructor`),
      await request.post(`${sites.url}/${tenantId}/api/sign-in`, {
        headers: { origin: sites.url, 'content-type': 'application/json' },
        data: 'null',
      }),
    ]
    expect(answers.map(answer => answer.status())).toEqual([400, 404, 400])
  })
})

describe('LIVE-03 what staff look at before others do', () => {
  const fragmentOf = async (what: { titleTag?: string; asOf?: string }) =>
    `#preview=${(await tenant.site.preview({ tenantId, ...what })).token}`

  test('a title that isn’t published is shown and plays, for them alone', async () => {
    const { db } = platform.deps
    const ofClass = eq(titlesTable.tag, tag)
    const [before] = await db.select().from(titlesTable).where(ofClass)
    // Staff preview what is the tenant's own.
    await db.update(titlesTable).set({ status: TitleStatus.Completed, tenantId }).where(ofClass)
    onTestFinished(async () => {
      const { status, tenantId: owner } = before!
      await db.update(titlesTable).set({ status, tenantId: owner }).where(ofClass)
    })
    const path = `${tenantId}/classes/${tag}`
    const others = await open(path)
    await others.getByRole('heading', { name: 'This page isn’t here.' }).waitFor()
    const page = await open(path + (await fragmentOf({ titleTag: tag })))
    await page.getByRole('complementary', { name: 'Preview' }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
    await page.getByRole('button', { name: 'Play' }).click()
    await plays(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Leave the preview' }).click()
    await page.getByRole('heading', { name: 'This page isn’t here.' }).waitFor()
  })

  test('the site as of a coming moment says which', async () => {
    await setWeb({ scheduleEvents: true })
    const asOf = new Date(Date.now() + 400 * 86_400_000).toISOString()
    const page = await open(`${tenantId}/${await fragmentOf({ asOf })}`)
    await page
      .getByText(String(new Date(asOf).getFullYear()))
      .first()
      .waitFor()
  })
})

describe('LIVE-02 everybody’s site', () => {
  const paths = ['/', '/classes/TAG', '/schedule', '/search?query=a', '/sign-up', '/terms']
  beforeAll(async () => {
    await setWeb({ ratingEnabled: true, scheduleEvents: true, isLanguageSwitcher: true })
    await addEvent()
  })

  test.each([
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 360 },
  ] as const)(
    '$colorScheme, $width px wide: WCAG 2.2 AA, and no side scroll',
    async ({ colorScheme, width }) => {
      const page = await open(`${tenantId}/`, { colorScheme, viewport: { width, height: 800 } })
      for (const path of paths) {
        await page.goto(`${sites.url}/${tenantId}${path.replace('TAG', tag)}`)
        await page.getByRole('heading', { level: 1 }).filter({ hasNotText: '…' }).waitFor()
        await expectNoSideScroll(page)
        await expectAccessible(page)
      }
    },
  )

  test('right to left, on a phone', async () => {
    const page = await open('oasiswellness/', { viewport: { width: 360, height: 800 } })
    await page.locator('html[dir=rtl][lang=ar-SA]').waitFor()
    await page.getByRole('link', { name: 'بحث' }).click()
    await page.getByRole('heading', { name: 'بحث' }).waitFor()
    await expectNoSideScroll(page)
    await expectAccessible(page)
  })

  test('by keyboard alone', async () => {
    const page = await open(`${tenantId}/`)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('skip')
    await page.getByRole('link', { name: 'Search' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Search' }).waitFor()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('query')
  })

  test('staff open it from the portal, where one is served', async () => {
    const page = await open(`${tenantId}/`)
    const { settings } = platform.deps
    settings.siteUrl = `${sites.url}/{tenantId}/`
    onTestFinished(() => {
      settings.siteUrl = undefined
    })
    const known = { [storageKeys.forcedSignOut]: '1', [storageKeys.version]: '9999' }
    await page.addInitScript(values => Object.assign(localStorage, values), known)
    await page.goto(`${platform.url}/login`)
    await signIn(page, 'tenant')
    const see = page.getByRole('link', { name: 'See the site' })
    expect(await see.getAttribute('href')).toBe(`${sites.url}/${tenantId}/`)
    const [opened] = await Promise.all([page.waitForEvent('popup'), see.click()])
    await opened.getByRole('heading', { level: 1 }).waitFor()
  })
})
