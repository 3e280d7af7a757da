import {
  type Api,
  contract,
  createApi,
  createSend,
  isKinoraError,
  type KinoraContract,
  KinoraError,
  type Send,
  session as sessionCalls,
  type TokenStore,
  type Tokens,
} from '@kinora/core'
import { text } from '../texts.ts'
import { type ExitCode, exitCodes, usage } from './exit.ts'
import { createPrinter, type JsonOption, type Printer } from './print.ts'
import { rememberUnsaved } from './unsaved.ts'
import type { StoredSession, TokenVault, World } from './world.ts'

export const DEFAULT_URL = 'http://127.0.0.1:4700'

/** Flags that every command takes. */
export interface GlobalOptions {
  url?: string
  tenant?: string
  json?: JsonOption
  /** false with `--no-prompt`. */
  prompt?: boolean
}

/** What commands work with. Nothing is loaded or asked before it is used. */
export interface Session {
  readonly world: World
  readonly print: Printer
  readonly options: GlobalOptions
  /** Whether questions may be asked. */
  readonly interactive: boolean
  /** Called once by the program when the flags are read. */
  configure(options: GlobalOptions): void
  /** The server: flag, KINORA_URL, the latest sign-in, the local default. Without a slash at the end. */
  url(): Promise<string>
  send(): Promise<Send>
  api(): Promise<Api<KinoraContract>>
  /** The exit code where a command ends otherwise than well without throwing, such as partly failed. */
  code: ExitCode
}

export function createSession(world: World): Session {
  let options: GlobalOptions = {}
  let sending: Promise<Send> | undefined
  const session: Session = {
    world,
    code: exitCodes.ok,
    print: createPrinter(world, () => options.json),
    get options() {
      return options
    },
    get interactive() {
      return world.stdin.isTTY && world.stderr.isTTY && options.prompt !== false && !world.env.CI
    },
    configure(given) {
      options = given
    },
    async url() {
      return toOrigin(options.url ?? world.env.KINORA_URL ?? (await world.tokens.latestUrl()) ?? DEFAULT_URL)
    },
    send() {
      sending ??= createClient(session)
      return sending
    },
    async api() {
      return createApi(contract, await session.send())
    },
  }
  return session
}

/** Where somebody is asked or told: without a terminal, the flag that was missing is a usage error (exit code 2). */
export function demand(session: Session, flag: string): void {
  if (session.interactive) return
  throw usage(text('usage.missingFlag', { flag }), text('usage.passFlag', { flag }), text('usage.noTerminal'))
}

/** Every call ends with Ctrl-C, unless it brings a signal of its own. */
async function createClient(session: Session): Promise<Send> {
  const send = await createSender(session)
  const { interrupted } = session.world
  return (endpoint, input, options) => send(endpoint, input, { signal: interrupted, ...options })
}

async function createSender({ world, options, url, print }: Session): Promise<Send> {
  const baseUrl = await url()
  const network = await world.network()
  const headers = (): Record<string, string> =>
    options.tenant === undefined ? {} : { tenantId: options.tenant }
  const fixed = world.env.KINORA_TOKEN
  if (fixed) return createSend({ baseUrl, ...network, headers, tokens: fixedTokens({ token: fixed }) })
  const anonymous = createSend({ baseUrl, ...network, tokens: fixedTokens(undefined) })
  const folder = world.files.configFolder
  const vault = rememberUnsaved(world.tokens, () => print.warn(text('session.unsaved', { folder })))
  const refresh = (current: Tokens) => world.lock('sign-in', () => renew(vault, baseUrl, anonymous, current))
  return createSend({ baseUrl, ...network, headers, tokens: storedTokens(vault, baseUrl), refresh })
}

/** AUTH-13 across processes: whoever holds the lock refreshes, the others find the new token. UPLOAD-24: never another user's. */
async function renew(
  vault: TokenVault,
  url: string,
  send: Send,
  current: Tokens,
): Promise<Tokens | undefined> {
  const stored = (await vault.read(url))?.session
  if (stored === undefined) return undefined
  const userId = (current as Partial<StoredSession>).userId
  if (userId !== undefined && userId !== stored.userId)
    throw new KinoraError('unauthorised', { issues: [{ path: '', code: 'upload.otherUser' }] })
  if (stored.token !== current.token) return stored
  try {
    const fresh = await send(sessionCalls.refresh, { refreshToken: stored.refreshToken })
    await vault.write({ ...stored, ...fresh })
    return fresh
  } catch (error) {
    if (isKinoraError(error) && error.code === 'unauthorised') return undefined
    throw error
  }
}

/** Read once: after a 401 `renew` looks again, in case another process has refreshed. */
function storedTokens(vault: TokenVault, url: string): TokenStore {
  let known: StoredSession | undefined
  return {
    async get() {
      known ??= (await vault.read(url))?.session
      return known
    },
    set(tokens) {
      if (known !== undefined) known = { ...known, ...tokens }
    },
    async clear() {
      known = undefined
      await vault.clear(url)
    },
  }
}

function fixedTokens(tokens: Tokens | undefined): TokenStore {
  return { get: () => tokens, set() {}, clear() {} }
}

/** VAL-06: an http(s) origin, a path kept, no slash at the end. */
export function toOrigin(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !['http:', 'https:'].includes(parsed.protocol) || parsed.username !== '')
    throw usage(text('usage.url', { url }), text('usage.urlHow'))
  return (parsed.origin + parsed.pathname).replace(/\/+$/, '')
}
