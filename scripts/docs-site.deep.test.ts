import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Platform } from '../packages/server/src/platform.ts'
import { startSeededPlatform } from '../packages/server/test/seeded-platform.ts'
import { chromiumFlags, chromiumPath } from './chromium.ts'
import { patience } from './patience.ts'

const root = join(import.meta.dirname, '..')
const parts = globSync('*.md', { cwd: join(root, 'docs/parts') })
  .map(page => basename(page, '.md'))
  .filter(name => name !== 'README')
/** Installing and building the site takes minutes. */
const LONG = 900_000

let home: string
let policy = ''
let server: Server
let url: string
let platform: Platform
let browser: Browser

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'kinora-docs-'))
  const out = join(home, 'out')
  server = await serveFolder(out)
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  platform = await startSeededPlatform({
    ...{ port: 0, dataDir: join(home, 'data'), logLevel: 'silent', origins: [url] },
  })
  const env = { ...process.env, KINORA_DOCS_OUT: out, KINORA_DOCS_PLATFORM: platform.url, NODE_OPTIONS: '' }
  const built = spawnSync('node', ['scripts/docs.mjs', 'build'], { cwd: root, env, encoding: 'utf8' })
  expect(built.status, built.stdout + built.stderr).toBe(0)
  policy = readFileSync(join(out, 'content-security-policy.txt'), 'utf8')
  browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumFlags] })
}, LONG)
afterAll(async () => {
  await browser?.close()
  await platform?.close()
  server?.close()
  rmSync(home, { recursive: true, force: true })
}, LONG)

const types: Record<string, string> = {
  ...{ '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' },
  ...{ '.svg': 'image/svg+xml', '.json': 'application/json', '.woff2': 'font/woff2' },
}

/** A folder as any host of files serves it, under the policy that the build wrote beside it. */
function serveFolder(folder: string): Promise<Server> {
  const made = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname)
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path)
    try {
      const bytes = readFileSync(file)
      const type = types[extname(file)] ?? 'application/octet-stream'
      response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(bytes)
    } catch {
      response.writeHead(404).end()
    }
  })
  return new Promise(resolve => made.listen(0, '127.0.0.1', () => resolve(made)))
}

interface Opened {
  page: Page
  /** What the browser reported. */
  wrong: string[]
  /** Hosts that were asked. */
  hosts: Set<string>
}

async function open(path: string, width = 1440): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  const wrong: string[] = []
  const hosts = new Set<string>()
  page.on('console', message => message.type() === 'error' && wrong.push(message.text()))
  page.on('pageerror', error => wrong.push(String(error)))
  page.on('request', request => /^http/.test(request.url()) && hosts.add(new URL(request.url()).origin))
  await page.goto(url + path)
  return { page, wrong, hosts }
}

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** WCAG 2.2 AA as far as axe sees it: serious and critical findings, in words. Keys stand in the label of VitePress's search button. */
async function findSerious(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    runOnly =>
      (window as typeof window & { axe: typeof axe }).axe.run({ exclude: ['.DocSearch'] }, { runOnly }),
    wcag,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

/** Scrolls to each live example, and waits until it shows what there is. */
async function seeExamples(page: Page): Promise<string[]> {
  const examples = page.locator('.live')
  const seen: string[] = []
  for (const example of await examples.all()) {
    await example.scrollIntoViewIfNeeded()
    await expect.poll(() => example.getAttribute('data-live')).toBe('shown')
    const inside = example.locator('.kn-root')
    await expect.poll(async () => (await inside.innerText()).trim()).not.toBe('')
    await expect.poll(() => inside.locator('[data-kn-part][data-state=loading]').count()).toBe(0)
    await expect.poll(() => inside.getByText('One moment').count()).toBe(0)
    const states = await inside
      .locator('[data-kn-part]')
      .evaluateAll(all =>
        all.map(each => `${each.getAttribute('data-kn-part')} ${each.getAttribute('data-state')}`),
      )
    expect(states.filter(state => state.endsWith(' failed'))).toEqual([])
    expect((await inside.getByRole('alert').allInnerTexts()).filter(text => text !== '')).toEqual([])
    seen.push(...states)
  }
  return seen
}

describe('EMBED-07 the documentation as a site', () => {
  test.each(parts)(
    '%s: every example is live on the platform, in light and dark, at 360 px too',
    async part => {
      const { page, wrong, hosts } = await open(`/parts/${part}.html`)
      expect(await page.locator('.live').count()).toBe(part === 'forms' ? 1 : 3)
      await seeExamples(page)
      expect(await findSerious(page)).toEqual([])
      await page.getByRole('switch', { name: /theme/ }).first().click()
      await expect.poll(() => page.locator('html.dark').count()).toBe(1)
      const [scheme] = await page
        .locator('.live .kn-root')
        .evaluateAll(all => all.map(each => getComputedStyle(each).colorScheme))
      expect(scheme).toBe('dark')
      expect(await findSerious(page)).toEqual([])
      await page.setViewportSize({ width: 360, height: 800 })
      expect(await isWide(page)).toBe(false)
      expect(wrong).toEqual([])
      expect([...hosts].sort()).toEqual([url, platform.url].sort())
      await page.context().close()
    },
    LONG,
  )

  test(
    'another language, and a platform that isn’t there',
    async () => {
      const { page } = await open('/parts/schedule.html')
      const example = page.locator('.live').first()
      await example.scrollIntoViewIfNeeded()
      await expect.poll(() => example.getAttribute('data-live')).toBe('shown')
      await example.getByRole('combobox', { name: 'Language' }).selectOption('ar')
      await expect.poll(() => example.locator('.kn-root[dir=rtl]').count()).toBe(1)
      await page.route(`${platform.url}/**`, route => route.abort())
      await page.reload()
      await example.scrollIntoViewIfNeeded()
      await expect.poll(() => example.innerText()).toContain('npm run docs')
      expect(await findSerious(page)).toEqual([])
      await page.unroute(`${platform.url}/**`)
      await example.getByRole('button', { name: 'Try again' }).click()
      await expect.poll(() => example.getAttribute('data-live')).toBe('shown')
      await page.context().close()
    },
    LONG,
  )

  test(
    'first page, a guide, a recipe, the changelog, decisions and a source: clean, and within 360 px',
    async () => {
      const paths = ['/', '/embedding.html', '/recipes/next-with-sessions.html', '/changelog.html']
      const others = ['/decisions/', '/source/examples/embed-session/server.mjs.html', '/accessibility.html']
      for (const path of [...paths, ...others]) {
        const { page, wrong, hosts } = await open(path, 360)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        expect([path, await isWide(page)]).toEqual([path, false])
        expect([path, ...(await findSerious(page))]).toEqual([path])
        expect([path, ...wrong]).toEqual([path])
        expect([...hosts]).toEqual([url])
        await page.context().close()
      }
    },
    LONG,
  )

  test(
    'a search finds the page of a part, without asking anybody',
    async () => {
      const { page, wrong, hosts } = await open('/')
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('searchbox').fill('useSchedule')
      await page.getByRole('option').filter({ hasText: 'Schedule' }).first().click()
      await page.waitForURL('**/parts/schedule.html*')
      expect(wrong).toEqual([])
      expect([...hosts].filter(host => host !== url && host !== platform.url)).toEqual([])
      await page.context().close()
    },
    LONG,
  )
})
