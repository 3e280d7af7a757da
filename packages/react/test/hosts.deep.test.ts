import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { contract, createApi, createSend, fixedTokens } from '@kinora/core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumFlags, chromiumPath } from '../../../scripts/chromium.ts'
import { until } from '../../../scripts/patience.ts'
import type { Platform } from '../../server/src/platform.ts'
import { startSeededPlatform } from '../../server/test/seeded-platform.ts'

const run = promisify(execFile)
const packages = join(import.meta.dirname, '../..')
/** Installing a framework takes minutes on a bad line. */
const LONG = 900_000

const react19 = { react: '19.3.1', 'react-dom': '19.3.1' }
const types19 = { '@types/react': '19.3.1', '@types/react-dom': '19.3.0', typescript: '5.9.3' }
const router = '8.4.0'

interface Host {
  folder: string
  dependencies: Record<string, string>
  /** Programs of the host, one after another, by their names in `node_modules/.bin`. */
  build: readonly (readonly string[])[]
  /** What serves it; its folder `dist` is served unless given. */
  serve?: (port: number) => readonly string[]
}

/** EMBED-06: hosts as their makers set them up. */
const hosts = {
  'Vite 8, React 19, StrictMode of a development build': {
    folder: 'vite',
    dependencies: { vite: '8.4.0', ...react19, ...types19 },
    build: [['tsc'], ['vite', 'build', '--mode', 'development', '--minify', 'false']],
  },
  'Vite 7, React 18, StrictMode of a development build': {
    folder: 'vite',
    dependencies: {
      ...{ vite: '7.3.8', react: '18.3.1', 'react-dom': '18.3.1', typescript: '5.9.3' },
      ...{ '@types/react': '18.3.32', '@types/react-dom': '18.3.7' },
    },
    build: [['tsc'], ['vite', 'build', '--mode', 'development', '--minify', 'false']],
  },
  'Next, app router': {
    folder: 'next',
    dependencies: { next: '16.4.6', ...react19, ...types19, '@types/node': '24.19.2' },
    build: [['next', 'build']],
    serve: port => ['next', 'start', '--port', String(port), '--hostname', '127.0.0.1'],
  },
  'React Router, framework mode': {
    folder: 'react-router',
    dependencies: {
      ...{ vite: '8.4.0', 'react-router': router, '@react-router/dev': router, isbot: '5.2.3' },
      ...{ '@react-router/node': router, '@react-router/serve': router },
      ...react19,
      ...types19,
    },
    build: [['react-router', 'build']],
    serve: () => ['react-router-serve', 'build/server/index.js'],
  },
} as const satisfies Record<string, Host>

const styles: Host = {
  folder: 'styles',
  dependencies: {
    ...{ vite: '8.4.0', tailwindcss: '4.3.5', '@tailwindcss/vite': '4.3.5', bootstrap: '5.3.9' },
    ...{ '@mui/material': '9.5.0', '@emotion/react': '11.14.0', '@emotion/styled': '11.14.1' },
    ...react19,
  },
  build: [['vite', 'build']],
}

let home: string
let tarballs: Record<string, string>
let platform: Platform
let browser: Browser
let token: string
/** A key of the tenant that makes sessions, as a host's own server has it. */
let key: string
const ports: number[] = []
const running: ({ close(): void } | { kill(): void })[] = []

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'kinora-hosts-'))
  await run(process.execPath, [join(packages, '../scripts/build.mjs'), 'core', 'react'])
  const packed = ['-w', 'packages/core', '-w', 'packages/react', '--ignore-scripts']
  await run('npm', ['pack', ...packed, '--pack-destination', home], { cwd: join(packages, '..') })
  const files = readdirSync(home)
  const fileOf = (name: string) =>
    `file:${join(home, files.find(file => file.startsWith(`kinora-${name}-`))!)}`
  tarballs = { '@kinora/core': fileOf('core'), '@kinora/react': fileOf('react') }
  for (let count = 0; count <= Object.keys(hosts).length; count += 1) ports.push(await freePort())
  platform = await startSeededPlatform({
    port: 0,
    dataDir: join(home, 'data'),
    logLevel: 'silent',
    origins: ports.map(port => `http://127.0.0.1:${port}`),
  })
  const tokens = { get: () => undefined, set: () => undefined, clear: () => undefined }
  const { session } = createApi(contract, createSend({ baseUrl: platform.url, fetch, tokens, timeout: 0 }))
  const account = { email: 'tenant@demo.kinora.test', password: 'Kinora-demo-1' }
  ;({ token } = (await session.login(account)) as { token: string })
  const signedIn = createSend({ baseUrl: platform.url, fetch, tokens: fixedTokens({ token }), timeout: 0 })
  const rights = ['embed', 'read', 'titles', 'upload', 'publish'] as const
  const endsOn = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  key = (await signedIn(contract.keys.create, { name: 'Studio', rights: [...rights], endsOn })).secret
  browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [
      ...chromiumFlags,
      `--host-resolver-rules=MAP media.example.com 127.0.0.1:${new URL(platform.url).port}`,
    ],
  })
}, LONG)
afterAll(async () => {
  for (const each of running) 'kill' in each ? each.kill() : each.close()
  await browser?.close()
  await platform?.close()
  rmSync(home, { recursive: true, force: true })
}, LONG)

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

/** Installs a host with the packages as they are packed, and builds it. */
async function build({ folder, dependencies, build: programs }: Host, name: string): Promise<string> {
  const host = join(home, name.replaceAll(/\W+/g, '-'))
  cpSync(join(import.meta.dirname, 'hosts', folder), host, { recursive: true })
  const manifest = {
    ...{ name: 'studio', private: true, type: 'module', dependencies: { ...dependencies, ...tarballs } },
    overrides: { '@kinora/core': '$@kinora/core' },
  }
  writeFileSync(join(host, 'package.json'), JSON.stringify(manifest, undefined, 2))
  const env = {
    ...{ ...process.env, CI: 'true', NEXT_TELEMETRY_DISABLED: '1', NODE_OPTIONS: '' },
    NEXT_PUBLIC_KINORA_URL: 'http://media.example.com',
  }
  const options = { cwd: host, env, maxBuffer: 64 * 1_048_576 }
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'], options)
  for (const [program = '', ...args] of programs)
    await run(join(host, 'node_modules/.bin', program), args, options).catch((error: { stdout?: string }) => {
      throw new Error(`${program} of ${name}: ${String(error)}\n${error.stdout}`)
    })
  return host
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

function serveFolder(folder: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname
    const file = join(folder, path === '/' ? 'index.html' : path)
    try {
      const bytes = readFileSync(file)
      response
        .writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
        .end(bytes)
    } catch {
      response.writeHead(404).end()
    }
  })
  return new Promise(resolve => server.listen(port, '127.0.0.1', () => resolve(server)))
}

async function serve(host: string, { serve: command }: Host, port: number): Promise<void> {
  if (command === undefined) {
    running.push(await serveFolder(join(host, 'dist'), port))
    return
  }
  const [program = '', ...args] = command(port)
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    NODE_ENV: 'production',
    NODE_OPTIONS: '',
    KINORA_URL: platform.url,
    KINORA_API_KEY: key,
  }
  const child: ChildProcess = spawn(join(host, 'node_modules/.bin', program), args, { cwd: host, env })
  running.push(child)
  await until('a host that answers', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    return answer?.ok === true
  })
}

/**
 * Forms bring zod, by Rollup the list too, which asks whether it may make code of text; it goes on without, and a page under Trusted
 * Types says this once. A host whose own zod is set to `jitless` hears nothing.
 */
const zodAsks = "requires 'TrustedScript' assignment"

/** A page of a host whose own server hands the token out, and all that went wrong or was asked for on it. */
async function open(url: string, width = 1280): Promise<{ page: Page; wrong: string[]; asked: string[] }> {
  const context = await browser.newContext({ viewport: { width, height: 900 } })
  const page = await context.newPage()
  const [wrong, asked]: [string[], string[]] = [[], []]
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type()) && !message.text().includes(zodAsks))
      wrong.push(message.text())
  })
  page.on('pageerror', error => wrong.push(String(error)))
  page.on('request', request => asked.push(request.url()))
  await page.route('**/kinora-token', route => route.fulfill({ body: token, contentType: 'text/plain' }))
  await page.goto(url)
  return { page, wrong, asked }
}

const listOf = (page: Page) => page.getByRole('row').getByRole('link').first()
const closeOf = (page: Page) => page.context().close()

describe('EMBED-06 the packages as they are packed, in hosts as their makers set them up', () => {
  test.each(Object.entries(hosts) as [string, Host][])(
    '%s: builds, shows the list, says nothing in the console, asks nobody else',
    async (name, host) => {
      const port = ports[Object.keys(hosts).indexOf(name)]!
      await serve(await build(host, name), host, port)
      const { page, wrong, asked } = await open(`http://127.0.0.1:${port}/`)
      await page.getByRole('heading', { name: 'Content titles' }).waitFor()
      await listOf(page).waitFor()
      expect(wrong).toEqual([])
      const strangers = asked.filter(url => !/^(data|blob):/.test(url)).map(url => new URL(url).host)
      expect([...new Set(strangers)].sort()).toEqual([`127.0.0.1:${port}`, 'media.example.com'])
      // StrictMode mounts everything twice: nothing is asked for twice because of it.
      const searches = asked.filter(url => url.includes('/titles/search') || url.includes('/kinora-token'))
      expect(searches).toEqual([...new Set(searches)])
      await closeOf(page)
    },
    LONG,
  )

  test('EMBED-07 the Next host of docs/recipes hands out a session for whoever is signed in there', async () => {
    const port = ports[Object.keys(hosts).indexOf('Next, app router')]!
    const ask = (cookie: string) =>
      fetch(`http://127.0.0.1:${port}/kinora-token`, { headers: { cookie } }).then(async answer => ({
        status: answer.status,
        text: await answer.text(),
      }))
    expect((await ask('')).status).toBe(401)
    const jo = await ask('studio-user=jo')
    expect(jo).toEqual({ status: 200, text: expect.stringMatching(/^kn_embed_/) })
    const headers = { authorization: `Bearer ${jo.text}` }
    const answer = await fetch(`${platform.url}/api/v1/verify`, { headers })
    expect(await answer.json()).toMatchObject({ user: { displayName: 'jo' } })
  })

  test(
    'fifty times shown and taken away, an editor with its player leaves nothing behind',
    async () => {
      const { page, wrong } = await open(`http://127.0.0.1:${ports[0]}/`)
      const href = await listOf(page).getAttribute('href')
      await page.getByLabel('Class').fill(href!.replace(/^#/, ''))
      const editor = page.getByRole('form', { name: 'Title' })
      for (let times = 0; times < 50; times += 1) {
        await editor.waitFor()
        await page.getByRole('button', { name: 'Hide' }).click()
        await editor.waitFor({ state: 'detached' })
        await page.getByRole('button', { name: 'Show' }).click()
      }
      await editor.waitFor()
      await page.getByRole('button', { name: 'Hide' }).click()
      await editor.waitFor({ state: 'detached' })
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('HeapProfiler.collectGarbage')
      const { result } = await devtools.send('Runtime.evaluate', { expression: 'HTMLVideoElement.prototype' })
      const { objects } = await devtools.send('Runtime.queryObjects', { prototypeObjectId: result.objectId! })
      const { result: count } = await devtools.send('Runtime.callFunctionOn', {
        objectId: objects.objectId!,
        functionDeclaration: 'function () { return this.length }',
        returnByValue: true,
      })
      expect(count.value).toBe(0)
      expect(wrong).toEqual([])
      await closeOf(page)
    },
    LONG,
  )
})

/** The computed style of all elements below one, and what stands before and after them. */
const stylesOf = (page: Page, root: string): Promise<Record<string, string>[]> =>
  page.locator(root).evaluate(element =>
    [element, ...element.querySelectorAll('*')].flatMap(each =>
      [undefined, '::before', '::after'].map(pseudo => {
        const style = getComputedStyle(each, pseudo)
        const found: Record<string, string> = {
          of: `${each.tagName} ${each.getAttribute('class') ?? ''} ${pseudo ?? ''}`,
        }
        for (const name of style) if (!name.startsWith('--')) found[name] = style.getPropertyValue(name)
        return found
      }),
    ),
  )

/** Where two differ, in words. */
function differences(one: Record<string, string>[], other: Record<string, string>[]): string[] {
  const found = one.flatMap((style, at) =>
    Object.entries(style)
      .filter(([name, value]) => other[at]?.[name] !== value)
      .map(([name, value]) => `${style.of}: ${name} ${value} | ${other[at]?.[name]}`),
  )
  if (one.length !== other.length) found.unshift(`${one.length} elements | ${other.length}`)
  return found.slice(0, 20)
}

describe('EMBED-06 beside Tailwind, Bootstrap and MUI', () => {
  beforeAll(async () => {
    running.push(await serveFolder(join(await build(styles, 'styles'), 'dist'), ports.at(-1)!))
  }, LONG)

  test.each(['ltr', 'rtl'])(
    '%s: no style of theirs is another for Kinora on the page',
    async dir => {
      const show = (name: string) => open(`http://127.0.0.1:${ports.at(-1)}/${name}.html?dir=${dir}`)
      const [both, bare] = await Promise.all(['both', 'bare'].map(show))
      await listOf(both!.page).waitFor()
      expect(
        differences(await stylesOf(both!.page, '#widgets'), await stylesOf(bare!.page, '#widgets')),
      ).toEqual([])
      for (const { page } of [both!, bare!]) await closeOf(page)
    },
    LONG,
  )
})
