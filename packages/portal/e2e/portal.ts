import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSend, session, storageKeys } from '@kinora/core'
import type { Platform } from '@kinora/server/platform'
import axe from 'axe-core'
import { sql } from 'drizzle-orm'
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, expect, onTestFinished, TestRunner, test } from 'vitest'
import { chromiumFlags, chromiumPath, lateScript } from '../../../scripts/chromium.ts'
import { patience, until } from '../../../scripts/patience.ts'
import { measured } from '../../../scripts/times.ts'
import { startSeededPlatform } from '../../server/test/seeded-platform.ts'

export const password = 'Kinora-demo-1'
export type Account = 'admin' | 'provider' | 'tenant' | 'support'

interface ContextOptions extends BrowserContextOptions {
  /** A browser that was never here before. */
  isNew?: boolean
  /** Nothing is fetched ahead: a page loads what it shows. True by default. */
  savesData?: boolean
}

interface SignedInOptions {
  /** The path that is opened; the home page by default. */
  at?: string
}

export interface OpenPage {
  page: Page
  /** What the browser's console and the page itself complained about. */
  complaints: string[]
}

export interface Kit {
  url(): string
  platform(): Platform
  /** A folder for files of this test run. */
  folder(): string
  /** A fresh browser profile that has been nowhere. */
  blank(options?: ContextOptions): Promise<OpenPage>
  /** A fresh browser profile at the sign-in page. */
  open(options?: ContextOptions): Promise<OpenPage>
  /** The account's tab, loaded anew. */
  as(account: Account, options?: SignedInOptions): Promise<OpenPage>
  /**
   * The account's tab at a path: gone there inside the portal where the test before left it there. For a test that needs no fresh
   * start and changes nothing behind the page's back; whatever it leaves open or unsaved costs the next one a load.
   */
  at(account: Account, path: string): Promise<OpenPage>
  /** A fresh profile, signed in: for a test that signs out, uploads, or looks at what a browser keeps. */
  fresh(account: Account, options?: SignedInOptions & ContextOptions): Promise<OpenPage>
  /** The one tab of a profile that is signed in, which the tests of a worker share; nothing is loaded. */
  tab(account: Account): Promise<Page>
}

/**
 * What the test files of a worker share: the real server with the demo seed, and Chromium with a signed-in profile of each
 * account, which keeps the portal's script. Tests leave no row that another counts.
 */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from this pattern what a fixture needs.
const worker = test.extend('shared', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const shared = await start()
  onCleanup(shared.stop)
  return shared
})

/** A page is loaded for seconds: its script is interpreted, and its young objects die before they are looked at. */
const shortLivedPages = '--js-flags=--no-opt,--no-maglev,--min-semi-space-size=16,--single-threaded-gc'

async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-portal-'))
  const browser = await measured('browser', () =>
    chromium.launch({
      executablePath: chromiumPath,
      args: [...chromiumFlags, shortLivedPages],
      timeout: patience,
    }),
  )
  const platform = await startSeededPlatform({
    ...{ port: 0, dataDir: join(folder, 'data'), logLevel: 'error' },
  }).catch(async error => {
    await browser.close()
    throw error
  })
  const stop = async () => {
    await Promise.allSettled([browser.close(), platform.close()])
    rmSync(folder, { recursive: true, force: true })
  }
  return { folder, platform, browser, stop, tabs: new Map<Account, Promise<OpenPage>>() }
}

/**
 * The served portal for one test file. A profile that a test opens is closed with it; one opened before the tests stays
 * until their end.
 */
export function setUp(): Kit {
  let shared: Shared
  const contexts: BrowserContext[] = []

  worker.beforeAll(({ shared: started }) => {
    shared = started
  })

  afterAll(async () => {
    // What goes on behind a page makes titles that the next file would count.
    await until('the platform is at rest', async () => (await workOf(shared.platform)) === 0)
    for (const context of contexts) await context.close()
  })

  const newContext = async ({ isNew = false, savesData = true, ...options }: ContextOptions = {}) => {
    const context = await shared.browser.newContext({ viewport: wide, reducedMotion: 'reduce', ...options })
    context.setDefaultTimeout(patience)
    await context.addInitScript(keepTexts)
    await context.addInitScript(lateScript)
    if (savesData) await context.addInitScript(saveData)
    if (!isNew) await context.addInitScript(values => Object.assign(localStorage, values), knownBrowser)
    return context
  }
  const watched = async (context: BrowserContext): Promise<OpenPage> => {
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', message => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', error => complaints.push(error.message))
    return { page, complaints }
  }
  const openTab = async (account: Account) => {
    const context = await newContext()
    await signInContext(context, shared.platform.url, account)
    return watched(context)
  }
  const tabOf = async (account: Account, staysInside = false): Promise<OpenPage> => {
    const { url } = shared.platform
    const tab = shared.tabs.get(account) ?? openTab(account)
    shared.tabs.set(account, tab)
    const forget = () => shared.tabs.delete(account)
    const opened = await tab.catch(error => {
      forget()
      throw error
    })
    if (!staysInside && opened.page.url() === url + between) await leaveTab(opened, url)
    // What the test before asked for may have failed since.
    opened.complaints.length = 0
    onTestFinished(async ({ task }) => {
      try {
        const isInside = staysInside && task.result?.state === 'pass' && (await stayInside(opened, url))
        if (!isInside) await leaveTab(opened, url)
      } catch (error) {
        forget()
        await opened.page.context().close()
        throw error
      }
    })
    showOnFailure(opened.page)
    return opened
  }
  const blank = async (options?: ContextOptions): Promise<OpenPage> => {
    const context = await newContext(options)
    const opened = await watched(context)
    if (TestRunner.getCurrentTest() === undefined) contexts.push(context)
    else {
      onTestFinished(() => context.close())
      showOnFailure(opened.page)
    }
    return opened
  }
  const load = async (opened: OpenPage, at: string): Promise<OpenPage> => {
    await opened.page.goto(shared.platform.url + at)
    await opened.page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' })
    return opened
  }
  const at = async (account: Account, path: string): Promise<OpenPage> => {
    const { url } = shared.platform
    const opened = await tabOf(account, true)
    if (opened.page.url() !== url + between) await load(opened, path)
    else await goAnew(opened.page, path)
    await settled(opened.page)
    // A page that is loaded has the focus nowhere; one that is gone to gives it to its heading, for some frames or until a key is pressed.
    await opened.page.evaluate(() => {
      dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }))
      ;(document.activeElement as HTMLElement | null)?.blur()
    })
    return opened
  }

  return {
    url: () => shared.platform.url,
    platform: () => shared.platform,
    folder: () => shared.folder,
    blank,
    async open(options) {
      const opened = await blank(options)
      await opened.page.goto(`${shared.platform.url}/login`)
      return opened
    },
    tab: async account => (await tabOf(account)).page,
    at,
    as: async (account, { at = '/' } = {}) => load(await tabOf(account), at),
    async fresh(account, { at = '/', ...options } = {}) {
      const opened = await blank(options)
      await signInContext(opened.page.context(), shared.platform.url, account)
      return load(opened, at)
    },
  }
}

type Shared = Awaited<ReturnType<typeof start>>

/** Where a page stands and what it shows, for who reads the output of a test that failed on another machine. */
function showOnFailure(page: Page): void {
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail' || page.isClosed()) return
    const shown = await page.locator('body').ariaSnapshot().catch(String)
    console.error(`${page.url()}\n${shown}`)
  })
}

/** Batches and jobs that are under way. */
async function workOf({ deps }: Platform): Promise<number> {
  const { rows } = (await deps.db.execute(sql`SELECT (
    (SELECT count(*) FROM batches WHERE is_working OR status = 'Processing') +
    (SELECT count(*) FROM title_jobs WHERE status = 'Running') +
    (SELECT count(*) FROM publishing_jobs WHERE status = 'Running'))::int AS work`)) as unknown as {
    rows: { work: number }[]
  }
  return rows[0]!.work
}

const wide = { width: 1440, height: 900 }

/**
 * Leaves the tab as it was opened: what its browser keeps of a test is dropped, but for the session. It waits at an address of the same
 * server: a blank page would end the process that draws it, and the next one costs as much as loading the portal.
 */
async function leaveTab(opened: OpenPage, url: string): Promise<void> {
  await opened.page.unrouteAll()
  // A form that is left keeps what was changed, so the page goes before what it kept does.
  await opened.page.goto(`${url}/healthz`)
  await forgetTest(opened)
}

/** Where a tab waits inside the portal: nothing is there. */
const between = '/between-tests'

/** What the frame shows over its page: it stays when the address changes, and the next test would stand before it. */
const over = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], .kn-toast'

/** Leaves the tab inside the portal, unless it has left it, or something is open there. */
async function stayInside(opened: OpenPage, url: string): Promise<boolean> {
  const { page } = opened
  const frame = page.getByRole('navigation', { name: 'Main' })
  if (!page.url().startsWith(url) || (await frame.count()) === 0) return false
  await page.unrouteAll()
  await goInside(page, between)
  await nothingIn(page).or(page.getByRole('alertdialog')).first().waitFor()
  if ((await page.locator(over).filter({ visible: true }).count()) > 0) return false
  await forgetTest(opened)
  return true
}

async function forgetTest({ page, complaints }: OpenPage): Promise<void> {
  await page.evaluate(kept => {
    sessionStorage.clear()
    for (const key of Object.keys(localStorage)) if (!kept.includes(key)) localStorage.removeItem(key)
    if ('heard' in window) (window as unknown as Hearing).heard.clear()
  }, keptKeys)
  if (page.viewportSize()?.width !== wide.width) await page.setViewportSize(wide)
  complaints.length = 0
}

interface Hearing {
  /** Texts that came onto the page since they were asked for last, also those that have gone again. */
  heard: Set<string>
}

function keepTexts(): void {
  const heard = new Set<string>()
  Object.assign(window, { heard } satisfies Hearing)
  const keep = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) heard.add(node.nodeValue ?? '')
    else node.childNodes.forEach(keep)
  }
  new MutationObserver(changes => {
    for (const { type, target, addedNodes } of changes)
      if (type === 'characterData') keep(target)
      else addedNodes.forEach(keep)
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

/** A message came, whether or not it went again before this machine had the time to look. */
export async function hears(page: Page, text: string): Promise<void> {
  await page.waitForFunction(wanted => (window as unknown as Hearing).heard.delete(wanted), text)
}

/** A browser that was here before: neither signed out once (AUTH-12) nor told of a new version (SESS-03). */
export const knownBrowser = { [storageKeys.forcedSignOut]: '1', [storageKeys.version]: '9999' }

const keptKeys = [...Object.keys(knownBrowser), storageKeys.token, storageKeys.refreshToken, 'signedIn']

function saveData(): void {
  const connection = (navigator as unknown as { connection: object }).connection
  Object.defineProperty(connection, 'saveData', { value: true })
}

/**
 * Gives the context a new session (AUTH-14), once. A `storageState` would cost a page more: Playwright opens one to write it.
 */
async function signInContext(context: BrowserContext, url: string, account: Account): Promise<void> {
  const tokens = { get: () => undefined, set: () => undefined, clear: () => undefined }
  const send = createSend({ baseUrl: url, fetch, tokens, client: 'portal', timeout: 0 })
  const email = `${account}@demo.kinora.test`
  const { token, refreshToken } = await send(session.login, { email, password })
  const kept = { [storageKeys.token]: token, [storageKeys.refreshToken]: refreshToken, signedIn: 'once' }
  await context.addInitScript(values => {
    if (localStorage.getItem('signedIn') === null) Object.assign(localStorage, values)
  }, kept)
}

/** By the sign-in page. */
export async function signIn(page: Page, account: Account): Promise<void> {
  await page.getByLabel('Email').fill(`${account}@demo.kinora.test`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(url => url.pathname !== '/login')
}

/** Customer support's choice in the header (ROLE-05). */
export async function chooseTenant(page: Page, name: string): Promise<void> {
  await page.locator('header').getByRole('combobox', { name: 'Tenant' }).click()
  await page.getByRole('option', { name }).click()
  await page.getByText('Please choose a tenant to start.').waitFor({ state: 'detached' })
}

/** Inside the portal, as a link goes: without the wait for a fresh start. */
export const goInside = (page: Page, path: string): Promise<void> =>
  page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Inside by an address where nothing is, so that nothing of the former page is taken for the next. */
export async function goAnew(page: Page, path: string): Promise<void> {
  await goInside(page, between)
  await nothingIn(page).waitFor()
  await goInside(page, path)
  await nothingIn(page).waitFor({ state: 'detached' })
}

const nothingIn = (page: Page) => page.getByRole('heading', { level: 1, name: 'This page does not exist.' })

/** Inside where the page shows the portal already. */
export async function goTo(page: Page, url: string, path: string): Promise<void> {
  if (!page.url().startsWith(url)) return void (await page.goto(url + path))
  await goInside(page, path)
  await page.waitForURL(url + path)
  await settled(page)
}

/** The page is there with all that it reads. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('h1') !== null && document.querySelector('main [aria-busy=true]') === null,
  )
}

interface Looked {
  /** Only what may have changed since it was looked at; all rules by default. */
  rules?: string[]
  /** Only what is in there; the whole document by default. */
  within?: string
}

/** WCAG 2.2 AA as far as axe sees it: nothing serious or critical. */
export async function expectAccessible(
  page: Page,
  { rules = wcag, within = 'html' }: Looked = {},
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const serious = await page.evaluate(
    async ([place, runOnly]) => {
      const { violations } = await (window as typeof window & { axe: typeof axe }).axe.run(place, {
        runOnly,
        resultTypes: ['violations'],
        selectors: false,
        preload: false,
      })
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 200)).join(', ')}`)
    },
    [within, rules] as const,
  )
  expect(serious).toEqual([])
}
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Nothing sticks out at the side of the window. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const outside = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth <= clientWidth) return []
      const edges = (element: Element) => element.getBoundingClientRect()
      return [...document.querySelectorAll('main *, header *')]
        .filter(element => edges(element).right > clientWidth || edges(element).left < 0)
        .map(element => `${element.localName}.${element.className}`)
        .slice(-3)
        .concat(`${scrollWidth} px wide`)
    })
  await expect.poll(outside).toEqual([])
}

const madeVideos = new Map<string, Buffer>()

/** A small real video, made once and copied; `size` decides whether it is 16:9. */
export function makeVideo(path: string, { size = '640x360', seconds = 3 } = {}): string {
  const made = madeVideos.get(`${size} ${seconds}`)
  if (made !== undefined) {
    writeFileSync(path, made)
    return path
  }
  const source = [
    '-f',
    'lavfi',
    '-i',
    `testsrc2=size=${size}:rate=24:duration=${seconds}`,
    '-f',
    'lavfi',
    '-i',
    `sine=frequency=330:duration=${seconds}`,
  ]
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-y',
    ...source,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    '-shortest',
    path,
  ])
  madeVideos.set(`${size} ${seconds}`, readFileSync(path))
  return path
}
