import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  type Contract,
  contract,
  createApi,
  createSend,
  EventType,
  type KinoraContract,
  newEvent,
  session,
} from '@kinora/core'
import type { Platform } from '@kinora/server/platform'
import { eq } from 'drizzle-orm'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startSites } from '../../../examples/site/server.ts'
import { chromiumFlags, chromiumPath, lateScript } from '../../../scripts/chromium.ts'
import { patience, until } from '../../../scripts/patience.ts'
import { createFfmpegMedia } from '../../server/src/adapters/media-ffmpeg/index.ts'
import { eventsTable } from '../../server/src/events/tables.ts'
import { memberSubscriptionsTable } from '../../server/src/members/tables.ts'
import { playbackRecordsTable } from '../../server/src/playback/tables.ts'
import { titlesTable } from '../../server/src/stored-titles/tables.ts'
import { makeClip } from '../../server/test/media/clips.ts'
import { startSeededPlatform } from '../../server/test/seeded-platform.ts'
import { expectAccessible, expectNoSideScroll, password } from './portal.ts'

const tenantId = 'pulsehouse'
const userId = 'pulsehouse-001'
const root = join(import.meta.dirname, '../../..')
const dist = join(root, 'packages/react/dist')

type Api = ReturnType<typeof createApi<KinoraContract & Contract>>

let folder: string
let platform: Platform
let sites: Awaited<ReturnType<typeof startSites>>
let browser: Browser
let admin: Api
/** A class with a stream of two qualities and captions in two languages, and the collection that has it. */
let tag: string
let collectionId: string

beforeAll(async () => {
  const building = [join(root, 'scripts/build.mjs'), '--stale', 'core', 'react']
  await promisify(execFile)(process.execPath, building)
})
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kinora-viewer-'))
  platform = await startSeededPlatform({ port: 0, dataDir: join(folder, 'data'), logLevel: 'error' })
  admin = await apiOf('admin')
  const keys = (await admin.tenants.generateKeys({ id: tenantId })).keys!
  const pages = join(root, 'examples/site/dist')
  sites = await startSites({ platform: platform.url, port: 0, pages, keysOf: async () => keys })
  // The host's page comes from no server, so the browser takes the platform of this machine for one of a private network.
  const flags = [...chromiumFlags, '--disable-features=LocalNetworkAccessChecks']
  browser = await chromium.launch({ executablePath: chromiumPath, args: flags, timeout: patience })
})
beforeAll(addClass)
afterAll(async () => {
  await Promise.allSettled([browser?.close(), sites?.close(), platform?.close()])
  rmSync(folder, { recursive: true, force: true })
})

async function apiOf(account: string): Promise<Api> {
  const nobody = { get: () => undefined, set() {}, clear() {} }
  const send = createSend({ baseUrl: platform.url, fetch, tokens: nobody, timeout: 0 })
  const { token } = await send(session.login, { email: `${account}@demo.kinora.test`, password })
  const known = { ...nobody, get: () => ({ token }) }
  return createApi(contract, createSend({ baseUrl: platform.url, fetch, tokens: known, timeout: 0 })) as Api
}

/** Made as the pipeline makes it; a member may watch it, and it is on air as a simulated live class. */
async function addClass(): Promise<void> {
  const { data } = await (await apiOf('tenant')).collections.list({ tenantId, take: 1 })
  collectionId = data[0]!.collectionTag
  tag = data[0]!.collectionItems[0]!.tag
  const source = await makeClip(join(folder, 'clip.mp4'), { seconds: 60, size: '640x360', rate: '12' })
  const targetFolder = join(folder, 'ladder')
  await (await createFfmpegMedia())!.ladder({ source, targetFolder })
  const { db, blobs } = platform.deps
  await blobs.adopt(`streams/${tag}/1/`, targetFolder)
  const stream = { streamKey: `streams/${tag}/1`, durationSecond: 60 }
  await db.update(titlesTable).set(stream).where(eq(titlesTable.tag, tag))
  for (const [language, title] of [
    ['en-GB', 'English'],
    ['de-DE', 'Deutsch'],
  ] as const) {
    const file = new File([`WEBVTT\n\n00:00.000 --> 00:50.000\n${title}\n`], 'captions.vtt')
    await admin.captions.create({ titleTag: tag, title, language, file, replace: true })
  }
  const [startDate, endDate] = ['2020-01-01', null]
  await db.insert(memberSubscriptionsTable).values({
    ...{
      id: 'viewer-item',
      userId: `demo-member-${userId}`,
      title: 'Pulse House unlimited',
      source: 'flatfile',
    },
    ...{ status: 'active', startDate, endDate, externalStatus: null, price: null },
    ...{ productId: 'viewer', planId: 'viewer', cancelledDates: [] },
  })
  await db.insert(eventsTable).values({
    ...{ ...newEvent, eventId: 'on-air', tenantId, title: 'Hills', type: EventType.Simulated },
    ...{ contentId: tag, durationSecond: 3600, active: true, activatedOnce: true },
    schedule_time: new Date(Date.now() - 10_000).toISOString(),
  })
}

/** What a page allows that lets nothing in but these scripts, the platform and its own server. */
const rules = () =>
  [
    ...["default-src 'none'", "script-src 'self'", "style-src 'self'", 'worker-src blob:'],
    ...[`connect-src 'self' ${platform.url}`, `img-src ${platform.url}`, `media-src blob: ${platform.url}`],
  ].join('; ')

interface Opened {
  page: Page
  /** What the browser reported. */
  said: string[]
}

/** A page of a host with one script tag and this in its body; a member is signed in at its server. */
async function open(body: string, { lang = 'en-GB', dir = 'ltr', width = 1280 } = {}): Promise<Opened> {
  const viewport = { width, height: 800 }
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', viewport })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(patience)
  await context.addInitScript(lateScript)
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', message => said.push(message.text()))
  page.on('pageerror', error => said.push(String(error)))
  const html = `<!doctype html><html lang="${lang}" dir="${dir}"><meta name="viewport" content="width=device-width"><title>Host</title>
<script type="module" src="/kinora/elements.js"></script><main><h1>Host</h1>${body}</main>`
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': rules() }
  await context.route('**/host', route => route.fulfill({ body: html, headers }))
  await context.route('**/kinora/*.js', route => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1)!
    return route.fulfill({ contentType: 'text/javascript', body: readFileSync(join(dist, name), 'utf8') })
  })
  const signedIn = await context.request.post(`${sites.url}/${tenantId}/api/sign-in`, {
    headers: { origin: sites.url },
    data: { userId },
  })
  expect(signedIn.status()).toBe(200)
  await page.goto(`${sites.url}/host`)
  return { page, said }
}

const element = (name: string, attributes = '') =>
  `<kinora-${name} base-url="${platform.url}" site-url="/${tenantId}/api" ${attributes}></kinora-${name}>`
const player = (attributes = `class-id="${tag}"`) => element('player', `user-id="${userId}" ${attributes}`)

interface Standing {
  at: number
  paused: boolean
  muted: boolean
  rate: number
}
const standing = (page: Page): Promise<Standing> =>
  page.locator('video').evaluate(found => {
    const { currentTime: at, paused, muted, playbackRate: rate } = found as HTMLVideoElement
    return { at, paused, muted, rate }
  })
const plays = (page: Page) => until('it plays', async () => (await standing(page)).at > 1.2)
const stands = (page: Page, what: string, check: (now: Standing) => boolean) =>
  until(what, async () => check(await standing(page)))

describe('EMBED-04 parts of viewers’ sites as custom elements', () => {
  test('OPS-08 a player whose signed addresses have ended asks for others and goes on where it was', async () => {
    const { settings } = platform.deps
    onTestFinished(() => {
      settings.media = undefined
    })
    const signedBy = (words: string) => ({ url: platform.url, secret: new TextEncoder().encode(words) })
    settings.media = signedBy('a secret that a CDN may have too')
    const { page } = await open(player())
    const asked: string[] = []
    let tellEnded = (): void => undefined
    const ended = new Promise<void>(resolve => {
      tellEnded = resolve
    })
    // A slow line: what is behind the first segments is asked for once its address is good no more.
    await page.route(/media\.mp4\?/, async route => {
      if (asked.push(route.request().url()) > 6) await ended
      await route.continue().catch(() => undefined)
    })
    const refused: string[] = []
    page.on('response', answer => {
      if (answer.status() === 403) refused.push(`${answer.url()} ${answer.request().headers().range}`)
    })
    await page.getByRole('button', { name: 'Play' }).first().click()
    await plays(page)
    settings.media = signedBy('the secret that came after that one')
    const [address = ''] = asked
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(403)
    const before = new Set(asked)
    tellEnded()
    await stands(page, 'it goes on', ({ at, paused }) => at > 12 && !paused)
    expect(asked.some(one => !before.has(one))).toBe(true)
    // What was refused once isn't tried again.
    expect(refused.length).toBeGreaterThan(0)
    expect(new Set(refused).size).toBe(refused.length)
  })

  test('one script tag is enough, under rules that let no other script or style in', async () => {
    const { page, said } = await open(
      [
        element('grid', 'href="/classes/{id}"'),
        element('schedule', 'href="/events/{id}" time-zone="Asia/Tokyo"'),
        element('collection', `collection-id="${collectionId}" href="/classes/{id}"`),
        player(),
      ].join(''),
    )
    await page.locator('kinora-grid').getByRole('listitem').first().waitFor()
    await page.locator('kinora-collection').getByRole('heading', { level: 2 }).waitFor()
    await page.locator('kinora-player').getByRole('button', { name: 'Play' }).waitFor()
    const schedule = page.locator('kinora-schedule')
    await schedule.getByText('Your time: Asia/Tokyo').waitFor()
    const [time] = await schedule.locator('time').first().allInnerTexts()
    const [at] = await schedule
      .locator('time')
      .first()
      .evaluateAll(all => all.map(each => each.getAttribute('datetime')))
    const inTokyo = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', timeStyle: 'short' })
    expect(time).toContain(inTokyo.format(new Date(at!)))
    expect(await schedule.getByRole('link', { name: 'Join' }).first().getAttribute('href')).toMatch(
      '/events/',
    )
    await expectAccessible(page)
    await expectNoSideScroll(page)
    // The four are of one site, and ask for one token.
    const asked = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('/api/token'))
        .map(({ name }) => name),
    )
    expect(asked).toHaveLength(1)
    expect(said).toEqual([])
  })

  test('in the language of the page, from right to left, on a phone', async () => {
    const { page } = await open(element('grid') + element('schedule') + player(), {
      ...{ lang: 'ar', dir: 'rtl', width: 360 },
    })
    await page.locator('kinora-grid').getByRole('searchbox', { name: 'ابحث عن حصص' }).waitFor()
    await page.locator('kinora-grid').getByRole('listitem').first().waitFor()
    expect(
      await page
        .locator('kinora-grid .kn-viewer')
        .first()
        .evaluate(part => getComputedStyle(part).direction),
    ).toBe('rtl')
    await page.getByRole('button', { name: 'تشغيل' }).click()
    await plays(page)
    await page.getByRole('button', { name: 'إيقاف مؤقت' }).waitFor()
    await expectNoSideScroll(page)
    await expectAccessible(page)
  })

  test('a grid finds classes; the page hears of a class that is opened, and may lead there itself', async () => {
    const { page } = await open(element('grid', 'href="/classes/{id}"'))
    const grid = page.locator('kinora-grid')
    const first = grid.getByRole('link').first()
    const name = await first.locator('bdi').innerText()
    await grid.getByRole('searchbox').fill(name)
    await page.keyboard.press('Enter')
    await grid.getByRole('status').filter({ hasText: /class/ }).waitFor()
    const opened = page.evaluate(
      () =>
        new Promise<string>(resolve => {
          addEventListener('kinora-open', event => {
            event.preventDefault()
            resolve((event as CustomEvent<{ id: string }>).detail.id)
          })
        }),
    )
    const href = await grid.getByRole('link', { name }).first().getAttribute('href')
    await grid.getByRole('link', { name }).first().click()
    expect(`/classes/${await opened}`).toBe(href)
    expect(page.url()).toMatch(/\/host$/)
    await grid.getByRole('searchbox').fill('no class is called so')
    await page.keyboard.press('Enter')
    await grid.getByText('No class was found.').waitFor()
  })

  test('a token of the page’s own, without a server that knows members', async () => {
    const { page } = await open('')
    const path = `/${tenantId}/api/token`
    await page.evaluate(
      ([url, classId, tokenPath]) => {
        const made = document.createElement('kinora-player')
        Object.assign(made, { getToken: async () => (await (await fetch(tokenPath!)).json()).token })
        made.setAttribute('base-url', url!)
        made.setAttribute('class-id', classId!)
        document.querySelector('main')!.append(made)
      },
      [platform.url, tag, path],
    )
    await page.getByRole('button', { name: 'Play' }).click()
    await plays(page)
  })
})

describe('EMBED-04 the player', () => {
  test('by keyboard alone, with the keys that viewers know', async () => {
    const { page } = await open(`${player()}<input aria-label="Else">`)
    await page.getByRole('button', { name: 'Play' }).focus()
    await page.keyboard.press('Enter')
    await plays(page)
    await page.keyboard.press('k')
    await stands(page, 'it pauses', now => now.paused)
    const { at } = await standing(page)
    await page.keyboard.press('l')
    await stands(page, 'it is ten seconds on', now => Math.abs(now.at - at - 10) < 1)
    await page.keyboard.press('ArrowLeft')
    await stands(page, 'it is five seconds back', now => Math.abs(now.at - at - 5) < 1)
    await page.keyboard.press('5')
    await stands(page, 'it is in the middle', now => Math.abs(now.at - 30) < 1)
    await page.keyboard.press('j')
    await stands(page, 'it is ten seconds back', now => Math.abs(now.at - 20) < 1)
    await page.keyboard.press('m')
    await stands(page, 'it is mute', now => now.muted)
    await page.keyboard.press('f')
    await page.waitForFunction(() => document.fullscreenElement !== null)
    await page.keyboard.press('f')
    await page.waitForFunction(() => document.fullscreenElement === null)
    await page.keyboard.press(' ')
    await stands(page, 'it plays on', now => !now.paused)
    // A button has the space bar for itself; the keys are the page’s where the focus is elsewhere.
    await page.getByRole('button', { name: 'Turn the sound on' }).focus()
    await page.keyboard.press(' ')
    await stands(page, 'it is heard', now => !now.muted && !now.paused)
    await page.getByLabel('Else').focus()
    await page.keyboard.press('k')
    await page.keyboard.press('m')
    expect(await standing(page)).toMatchObject({ paused: false, muted: false })
    expect(await page.getByLabel('Else').inputValue()).toBe('km')
    await expectAccessible(page)
  })

  test('captions in the language that was chosen, also of the next class; speed and quality', async () => {
    const { page } = await open(player())
    const showing = () =>
      page
        .locator('video')
        .evaluate(video =>
          [...(video as HTMLVideoElement).textTracks]
            .filter(({ mode, kind }) => mode === 'showing' && kind === 'captions')
            .map(({ language }) => language),
        )
    await page.getByRole('button', { name: 'Play' }).click()
    await plays(page)
    expect(await showing()).toEqual([])
    await page.getByRole('combobox', { name: 'Captions' }).selectOption('Deutsch')
    await until('they are shown', async () => (await showing())[0] === 'de-DE')
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('1.5×')
    await stands(page, 'it is quicker', now => now.rate === 1.5)
    const quality = page.getByRole('combobox', { name: 'Quality' })
    const [, last] = [await quality.waitFor(), (await quality.locator('option').allInnerTexts()).at(-1)!]
    await quality.selectOption(last)
    expect(last).toMatch(/^\d+p$/)
    await page.reload()
    await page.getByRole('button', { name: 'Play' }).click()
    await until('they are shown again', async () => (await showing())[0] === 'de-DE')
    await page.keyboard.press('c')
    await until('they are off', async () => (await showing()).length === 0)
    await page.keyboard.press('c')
    await until('they are back', async () => (await showing())[0] === 'de-DE')
  })

  test('goes on where somebody stopped, and hands each play in once', async () => {
    const { page } = await open(player())
    const rows = async () =>
      (await platform.deps.db.select().from(playbackRecordsTable)).filter(
        play => play.userId === userId && play.titleTag === tag && play.sitePlayId !== null,
      )
    const before = (await rows()).length
    await page.getByRole('button', { name: 'Play' }).click()
    await plays(page)
    await page.keyboard.press('6')
    await stands(page, 'it plays from there', now => now.at > 37)
    await page.evaluate(() => document.querySelector('kinora-player')!.remove())
    await until('the play is handed in', async () => (await rows()).length === before + 1)
    await page.reload()
    await page.getByRole('button', { name: 'Play' }).click()
    await stands(page, 'it goes on', now => now.at > 40)
    // To the end: the next time begins anew, and what is watched after the end is another play.
    await page.keyboard.press('End')
    await until('the second is handed in', async () => (await rows()).length >= before + 2)
    await page.reload()
    await page.getByRole('button', { name: 'Play' }).click()
    await plays(page)
    expect((await standing(page)).at).toBeLessThan(20)
  })

  test('a page that is hidden and gone without a word has its play handed in by the next', async () => {
    const { page } = await open(player())
    const rows = async () =>
      (await platform.deps.db.select().from(playbackRecordsTable)).filter(
        play => play.userId === userId && play.titleTag === tag && play.sitePlayId !== null,
      )
    const before = (await rows()).length
    await page.getByRole('button', { name: 'Play' }).click()
    await stands(page, 'it plays', now => now.at > 3)
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    // While it goes on another page leaves it alone.
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByRole('button', { name: 'Play' }).waitFor()
    expect(await rows()).toHaveLength(before)
    await page.goto('chrome://crash').catch(() => undefined)
    await other.reload()
    await until('the play is handed in', async () => (await rows()).length === before + 1)
  })

  test('a token that comes after the element: what was refused is read again', async () => {
    const { page } = await open(`<kinora-grid base-url="${platform.url}" token-url="/nowhere"></kinora-grid>`)
    await page.getByText('This can’t be read now').waitFor()
    await page.evaluate(async path => {
      const { token } = await (await fetch(path)).json()
      Object.assign(document.querySelector('kinora-grid')!, { getToken: () => token })
    }, `/${tenantId}/api/token`)
    await page.locator('.kn-viewer-card, .kn-viewer-cards li').first().waitFor()
  })

  test('an element that is moved goes on playing', async () => {
    const { page } = await open(`${player()}<main id="elsewhere"></main>`)
    await page.getByRole('button', { name: 'Play' }).click()
    await plays(page)
    await page.evaluate(() =>
      document.querySelector('#elsewhere')!.append(document.querySelector('kinora-player')!),
    )
    await plays(page)
    expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(1)
  })

  test('LIVE-05 a live class plays at now and can’t be moved', async () => {
    const schedule_time = new Date(Date.now() - 2000).toISOString()
    const { db } = platform.deps
    await db.update(eventsTable).set({ schedule_time }).where(eq(eventsTable.eventId, 'on-air'))
    const { page } = await open(player('event-id="on-air"'))
    await page.getByRole('button', { name: 'Join' }).click()
    await plays(page)
    await page.getByText('Live', { exact: true }).waitFor()
    expect(await page.getByRole('slider', { name: 'Position' }).count()).toBe(0)
    const { at } = await standing(page)
    for (const key of ['0', 'j', 'Home', 'ArrowLeft', 'l', 'End']) await page.keyboard.press(key)
    await stands(page, 'it plays on', now => now.at > at && now.at < at + 8)
  })

  test('says why it doesn’t play, and tells the page', async () => {
    const { page } = await open(player('class-id="no-such-class"'))
    const refused = page.evaluate(
      () =>
        new Promise<string>(resolve => {
          addEventListener('kinora-refuse', event =>
            resolve((event as CustomEvent<{ code: string }>).detail.code),
          )
        }),
    )
    await page.getByRole('button', { name: 'Play' }).click()
    await page.getByRole('status').filter({ hasText: 'This can’t be played now.' }).waitFor()
    expect(await refused).toBe('notFound')
  })

  test('leaves nothing behind: no timer, no listener of the page, no stream', async () => {
    const { page } = await open('')
    const counts = await page.evaluate(
      async ([url, site, classId, user]) => {
        const timers = new Set<number>()
        const listeners = new Map<string, number>()
        const [set, clear] = [setInterval.bind(window), clearInterval.bind(window)]
        const [add, remove] = [addEventListener.bind(window), removeEventListener.bind(window)]
        const count = (event: string, by: number) => listeners.set(event, (listeners.get(event) ?? 0) + by)
        Object.assign(window, {
          setInterval(...given: Parameters<typeof set>) {
            const timer = set(...given)
            timers.add(Number(timer))
            return timer
          },
          clearInterval(timer: number) {
            timers.delete(timer)
            clear(timer)
          },
          addEventListener(...given: Parameters<typeof add>) {
            count(given[0], 1)
            add(...given)
          },
          removeEventListener(...given: Parameters<typeof remove>) {
            count(given[0], -1)
            remove(...given)
          },
        })
        const make = (kind: string) => {
          const made = document.createElement(`kinora-${kind}`)
          const given = { 'base-url': url!, 'site-url': site!, 'class-id': classId!, 'user-id': user! }
          for (const [key, value] of Object.entries(given)) made.setAttribute(key, value)
          document.querySelector('main')!.append(made)
          return made
        }
        const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
        let shown = 0
        for (let nth = 0; nth < 100; nth += 1) {
          const made = ['player', 'grid', 'schedule', 'collection'].map(make)
          const isShown = (each: Element) => each.shadowRoot!.querySelector('.kn-viewer') !== null
          while (!made.every(isShown)) await frame()
          shown += made.length
          for (const each of made) each.remove()
        }
        const playing = make('player')
        const shadow = playing.shadowRoot!
        while (shadow.querySelector('button') === null) await frame()
        shadow.querySelector('button')!.click()
        const video = shadow.querySelector('video')!
        while (video.currentTime === 0) await frame()
        playing.remove()
        await frame()
        const left = ['online', 'pagehide'].map(event => listeners.get(event) ?? 0)
        return {
          shown,
          timers: timers.size,
          left,
          src: video.getAttribute('src') ?? '',
        }
      },
      [platform.url, `/${tenantId}/api`, tag, userId],
    )
    expect(counts).toMatchObject({ timers: 0, left: [0, 0], src: '' })
    expect(counts.shown).toBe(400)
  })
})
