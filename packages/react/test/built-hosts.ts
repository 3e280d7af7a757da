import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Contract, contract, createApi, createSend, type KinoraContract } from '@kinora/core'
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
import { chromiumFlags, chromiumPath } from '../../../scripts/chromium.ts'
import { patience, until } from '../../../scripts/patience.ts'
import type { Platform } from '../../server/src/platform.ts'
import { startSeededPlatform } from '../../server/test/seeded-platform.ts'

export const run = promisify(execFile)
const repository = join(import.meta.dirname, '../../..')
/** Installing a framework takes minutes on a bad line. */
export const LONG = 900_000

export const react19 = { react: '19.3.1', 'react-dom': '19.3.1' }
export const types19 = { '@types/react': '19.3.1', '@types/react-dom': '19.3.0', typescript: '5.9.3' }

export interface Host {
  /** Below `hosts`. */
  folder: string
  dependencies: Record<string, string>
  /** Programs of the host, one after another, by their names in `node_modules/.bin`. */
  build: readonly (readonly string[])[]
  /** What serves it; its folder `dist` is served unless given. */
  serve?: (port: number) => readonly string[]
  /** With every answer of that folder. */
  headers?: Record<string, string>
}

export interface Opened {
  page: Page
  /** Errors and warnings of the console, and what was thrown. */
  wrong: string[]
  /** Addresses. */
  asked: string[]
}

/** The packages as they are packed, hosts that install them, the platform with its demo that they ask, and a browser. */
export interface Ground {
  home: string
  platform: Platform
  browser: Browser
  /** Installs and builds a host; gives its folder. */
  build(name: string, host: Host): Promise<string>
  /** Builds a host and serves it; gives its address. */
  serve(name: string, host: Host): Promise<string>
  /** A page of a host whose own server hands the token of the demo's tenant out, or of `?account=`. */
  open(url: string, options?: BrowserContextOptions): Promise<Opened>
  tokenOf(account: string): Promise<string>
  close(): Promise<void>
}

/**
 * Forms bring zod, by Rollup the list too, which asks whether it may make code of text; it goes on without, and a page under Trusted
 * Types says this once. A host that sets `jitless` hears nothing (docs/embedding.md).
 */
export const zodAsks = "requires 'TrustedScript' assignment"

/** Packs core and react of a repository into a folder; what npm installs them from. */
export async function pack(folder: string, from = repository): Promise<Record<string, string>> {
  mkdirSync(folder, { recursive: true })
  await run(process.execPath, [join(from, 'scripts/build.mjs'), '--stale', 'core', 'react'], { cwd: from })
  const packed = ['-w', 'packages/core', '-w', 'packages/react', '--ignore-scripts']
  await run('npm', ['pack', ...packed, '--pack-destination', folder], { cwd: from })
  const files = readdirSync(folder)
  const fileOf = (name: string) =>
    `file:${join(folder, files.find(file => file.startsWith(`kinora-${name}-`))!)}`
  return { '@kinora/core': fileOf('core'), '@kinora/react': fileOf('react') }
}

/** `hosts` are served at most; `tarballs` packs those of the repository as it stands unless given. */
export async function createGround({
  hosts,
  tarballs: given,
}: {
  hosts: number
  tarballs?: (folder: string) => Promise<Record<string, string>>
}): Promise<Ground> {
  const home = mkdtempSync(join(tmpdir(), 'kinora-hosts-'))
  const tarballs = await (given ?? pack)(join(home, 'packed'))
  const ports: number[] = []
  while (ports.length < hosts) ports.push(await freePort())
  const platform = await startSeededPlatform({
    port: 0,
    dataDir: join(home, 'data'),
    logLevel: 'silent',
    origins: ports.map(port => `http://127.0.0.1:${port}`),
  })
  const { port: platformPort } = new URL(platform.url)
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [...chromiumFlags, `--host-resolver-rules=MAP media.example.com 127.0.0.1:${platformPort}`],
  })
  const running: (() => unknown)[] = []
  const buildHost = (name: string, host: Host) =>
    build(host, join(home, name.replaceAll(/\W+/g, '-')), tarballs)
  return {
    ...{ home, platform, browser },
    tokenOf: account => tokenOf(platform, account),
    build: buildHost,
    async serve(name, host) {
      const port = ports.pop()!
      running.push(await serve(await buildHost(name, host), host, port))
      return `http://127.0.0.1:${port}`
    },
    open: (url, options) => open(browser, url, account => tokenOf(platform, account), options),
    async close() {
      for (const end of running) end()
      await browser.close()
      await platform.close()
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

type Api = ReturnType<typeof createApi<KinoraContract & Contract>>

/** The calls of the platform as whoever has this token. */
export function apiOf(baseUrl: string, token: string): Api {
  const known = { get: () => ({ token }), set() {}, clear() {} }
  return createApi(contract, createSend({ baseUrl, fetch, tokens: known, timeout: 0 })) as Api
}

/** The token of a viewers' site that only reads, as the site's own server gets it. */
export async function siteToken({ platform, tokenOf: token }: Ground): Promise<string> {
  const { tenants } = apiOf(platform.url, await token('admin'))
  const { accessKey, secretKey } = (await tenants.generateKeys({ id: 'pulsehouse' })).keys!
  return (await tenants.token({ accessKey, secretKey, readOnly: true, product: 'Web' })).token
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

async function tokenOf({ url }: Platform, account: string): Promise<string> {
  const tokens = { get: () => undefined, set: () => undefined, clear: () => undefined }
  const { session } = createApi(contract, createSend({ baseUrl: url, fetch, tokens, timeout: 0 }))
  const answer = await session.login({ email: `${account}@demo.kinora.test`, password: 'Kinora-demo-1' })
  return (answer as { token: string }).token
}

/** Installs a host with the packages as they are packed, and builds it. */
async function build(host: Host, cwd: string, tarballs: Record<string, string>): Promise<string> {
  cpSync(join(import.meta.dirname, 'hosts', host.folder), cwd, { recursive: true })
  const dependencies = { ...host.dependencies, ...tarballs }
  const manifest = {
    ...{ name: 'studio', private: true, type: 'module', dependencies },
    overrides: { '@kinora/core': '$@kinora/core' },
  }
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest, undefined, 2))
  const env = { ...process.env, CI: 'true', NEXT_TELEMETRY_DISABLED: '1', NODE_OPTIONS: '' }
  const options = { cwd, env, maxBuffer: 64 * 1_048_576 }
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'], options)
  for (const [program = '', ...args] of host.build)
    await run(join(cwd, 'node_modules/.bin', program), args, options).catch((error: { stdout?: string }) => {
      throw new Error(`${program} of ${host.folder}: ${String(error)}\n${error.stdout}`)
    })
  return cwd
}

/** Serves a built host; gives what ends it. */
async function serve(cwd: string, { serve: command, headers }: Host, port: number): Promise<() => unknown> {
  if (command === undefined) {
    const server = await serveFolder(cwd, port, headers)
    return () => server.close()
  }
  const [program = '', ...args] = command(port)
  const own = { PORT: String(port), HOST: '127.0.0.1', NODE_ENV: 'production', NODE_OPTIONS: '' }
  const env = { ...process.env, ...own }
  const child: ChildProcess = spawn(join(cwd, 'node_modules/.bin', program), args, { cwd, env })
  await until('a host that answers', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    return answer?.ok === true
  })
  return () => child.kill()
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

/** What the host built, and below `/kinora` the folder of the package, as a page without React has it (docs/embedding.md). */
function serveFolder(cwd: string, port: number, headers: Host['headers'] = {}): Promise<Server> {
  const fileOf = (path: string): string =>
    path.startsWith('/kinora/')
      ? join(cwd, 'node_modules/@kinora/react/dist', path.slice('/kinora'.length))
      : join(cwd, 'dist', path === '/' ? 'index.html' : path)
  const server = createServer((request, response) => {
    const file = fileOf(new URL(request.url ?? '/', 'http://host').pathname)
    try {
      const bytes = readFileSync(file)
      const type = types[extname(file)] ?? 'application/octet-stream'
      response.writeHead(200, { 'content-type': type, ...headers }).end(bytes)
    } catch {
      response.writeHead(404).end()
    }
  })
  return new Promise(resolve => server.listen(port, '127.0.0.1', () => resolve(server)))
}

async function open(
  browser: Browser,
  url: string,
  token: (account: string) => Promise<string>,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  const [wrong, asked]: [string[], string[]] = [[], []]
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) wrong.push(message.text())
  })
  page.on('pageerror', error => wrong.push(String(error)))
  page.on('request', request => asked.push(request.url()))
  await page.route(/\/kinora-token/, async route => {
    const account = new URL(route.request().url()).searchParams.get('account') ?? 'tenant'
    await route.fulfill({ body: await token(account), contentType: 'text/plain' })
  })
  await page.goto(url)
  return { page, wrong, asked }
}

/** The hosts that a page has asked besides itself. */
export const strangers = (asked: readonly string[], url: string): string[] => {
  const names = asked.filter(each => !/^(data|blob):/.test(each)).map(each => new URL(each).host)
  return [...new Set(names)].filter(name => name !== new URL(url).host).sort()
}

/** The name of the first title of a list. */
export const listOf = (page: Page | Locator) => page.getByRole('row').getByRole('link').first()
export const closeOf = ({ page }: Opened) => page.context().close()
