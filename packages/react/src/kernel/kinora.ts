import {
  createMessages,
  createSession,
  session as endpoints,
  type HostToken,
  isKinoraError,
  type KeyValueStore,
  KinoraError,
  type LiveTitles,
  type Messages,
  type Session,
  sessionTexts,
  type TextOverrides,
} from '@kinora/core'
import { QueryClient } from '@tanstack/react-query'
import type { DigestPart } from '../adapters/digest-client.ts'
import { createEventFeed, type EventFeed } from '../adapters/event-feed.ts'
import { createLazyDigest, createLazyLive, createLazyTexts } from '../adapters/lazy-clients.ts'
import { type BrowserUploads, createLazyQueue } from '../adapters/lazy-queue.ts'
import { browserNetwork, browserTimer, type NetworkStore } from '../adapters/network.ts'
import { createPageFetch, fetchWithProgress } from '../adapters/page-fetch.ts'
import type { ServerTexts } from '../adapters/server-texts.ts'
import { browserStore } from '../adapters/storage.ts'
import { DRAFTS_KEY, LIST_STATES_KEY } from './tab-storage.ts'

export interface KinoraOptions {
  /** Origin of the server; empty for the page's own. */
  baseUrl?: string
  /** A host that signs its users in itself hands out their token. */
  getToken?: () => HostToken | Promise<HostToken>
  fetch?: typeof fetch
  /** Milliseconds that a call waits for its answer; 30,000 unless given, 0 waits without end. */
  timeout?: number
  /** The browser's local storage unless given, under keys that begin with `name` and a dot. */
  store?: KeyValueStore
  /** What a tab remembers (SESS-16); the browser's session storage unless given, under such keys. */
  tabStore?: KeyValueStore
  /** Keeps two Kinoras of one page apart: names what they store, their database and their lock; `kinora` unless given. */
  name?: string
  /**
   * Starts a worker of `@kinora/react/digest-worker`, which reads and hashes files that are sent; without it the page's
   * own thread does, and may hang for moments.
   */
  digestWorker?: () => Worker
  /** Replacements for single texts (I18N-03). */
  texts?: TextOverrides
  /** Shows the texts that administrators have replaced on the server, and what they replace while the page is open; `texts` go before. */
  serverTexts?: boolean
  /** ROLE-24: how the product greets users that have no tenant. */
  productName?: string
  /** Which program calls, as the server's audit entries name it; the portal says so of itself and has the register's bare keys (SESS-06). */
  client?: 'portal' | 'embed'
  /** AUTH-12: sign a browser out once, after its first sign-in; `server` asks the manifest whether to. */
  forcedSignOut?: boolean | 'server'
}

/** Everything the components of one page share. Two of them may live side by side. */
export interface Kinora {
  session: Session
  queries: QueryClient
  messages: Messages
  /** Where the page shows the server’s texts: what follows them. */
  serverTexts: (() => Promise<ServerTexts>) | undefined
  network: NetworkStore
  uploads: BrowserUploads
  /** The one poll of titles that are being worked on (VIDEO-07). */
  live: LiveTitles
  /** HOOK-05: what happens on the server, as the page is told. */
  events: EventFeed
  /** Whether the host hands out the token; else people sign in here. */
  hostSignsIn: boolean
  digest: DigestPart | undefined
  store: KeyValueStore
  /** Lives as long as the browser's tab (SESS-16). */
  tabStore: KeyValueStore
  productName: string
  baseUrl: string
}

/** One Kinora for a page; pass it to `KinoraProvider`. */
export function createKinora(options: KinoraOptions = {}): Kinora {
  const prefix = options.client === 'portal' ? '' : `${options.name ?? 'kinora'}.`
  const store = options.store ?? browserStore('local', prefix)
  const tabStore = options.tabStore ?? browserStore('session', prefix)
  const queries = new QueryClient({
    defaultOptions: {
      queries: { retry: isWorthRetry, staleTime: 15_000, refetchOnWindowFocus: false },
      mutations: { retry: 0 },
    },
  })
  const session: Session = createSession({
    baseUrl: options.baseUrl ?? '',
    client: options.client ?? 'embed',
    timeout: options.timeout,
    fetch: options.fetch ?? createPageFetch(options.baseUrl ?? ''),
    watchedFetch: options.fetch === undefined ? fetchWithProgress : undefined,
    store,
    getToken: options.getToken && toHostToken(options.getToken),
    forcedSignOut:
      options.forcedSignOut === 'server'
        ? async () => (await session.send(endpoints.manifest, {})).forcedSignOut ?? false
        : options.forcedSignOut,
    onReset: reason => {
      queries.clear()
      live.clear()
      // A session that ended by itself goes on where it was.
      if (reason === 'logout') for (const key of [LIST_STATES_KEY, DRAFTS_KEY]) tabStore.removeItem(key)
    },
  })
  const live = createLazyLive({ ...browserTimer, send: session.send })
  queries.getQueryCache().subscribe(({ type, query, ...event }) => {
    const isInvalidated = 'action' in event && event.action.type === 'invalidate'
    if (type === 'updated' && isInvalidated && query.queryKey[0] === 'titles') live.expire()
  })
  const messages = createMessages(sessionTexts, options.texts, { isTyped: true })
  const network = browserNetwork()
  const digest = options.digestWorker && createLazyDigest(options.digestWorker)
  return {
    session,
    queries,
    messages,
    serverTexts: options.serverTexts ? createLazyTexts({ session, messages, store }) : undefined,
    network,
    uploads: createLazyQueue({ session, live, network, store, name: options.name, digest }),
    live,
    events: createEventFeed(session),
    digest,
    hostSignsIn: options.getToken !== undefined,
    store,
    tabStore,
    productName: options.productName ?? 'Kinora',
    baseUrl: options.baseUrl ?? '',
  }
}

/**
 * Once more where the server may answer otherwise a moment later; what it refuses or doesn't have is reported at once. One that
 * says when to come back was asked again by then (C-137).
 */
const isWorthRetry = (failures: number, error: Error): boolean => {
  const { status, retryAfter } = error as KinoraError
  return failures === 0 && retryAfter === undefined && (status === 0 || status >= 500)
}

/** Milliseconds that a host has to hand out a token. */
const HOST_TIMEOUT = 20_000

/** A host that never answers would leave the page blank for ever. */
async function inTime(getToken: NonNullable<KinoraOptions['getToken']>): Promise<HostToken> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no token within ${HOST_TIMEOUT / 1000} s`)), HOST_TIMEOUT)
  })
  const asked = new Promise<HostToken>(resolve => resolve(getToken()))
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}

/** A host that fails to supply a token isn't an unreachable server; its developer finds what it threw in the console. */
function toHostToken(getToken: NonNullable<KinoraOptions['getToken']>): () => Promise<HostToken> {
  return async () => {
    try {
      return await inTime(getToken)
    } catch (cause) {
      console.error('getToken failed', cause)
      if (isKinoraError(cause)) throw cause
      throw new KinoraError('server', { issues: [{ path: 'token', code: 'ui.host.failed' }], cause })
    }
  }
}
