import {
  createMessages,
  createPageFetch,
  createSession,
  session as endpoints,
  fetchWithProgress,
  type GetToken,
  type KeyValueStore,
  type KinoraError,
  type LiveTitles,
  type Messages,
  type Session,
  sessionTexts,
  type TextOverrides,
  toBase,
} from '@kinora/core'
import { QueryClient } from '@tanstack/react-query'
import type { DigestPart } from '../adapters/digest-client.ts'
import { createEventFeed, type EventFeed } from '../adapters/event-feed.ts'
import { createLazyDigest, createLazyLive, createLazyTexts } from '../adapters/lazy-clients.ts'
import { type BrowserUploads, createLazyQueue } from '../adapters/lazy-queue.ts'
import { browserNetwork, browserTimer, type NetworkStore } from '../adapters/network.ts'
import type { ServerTexts } from '../adapters/server-texts.ts'
import { browserStore } from '../adapters/storage.ts'
import {
  createHostListeners,
  createUnsaved,
  followPage,
  guardLeave,
  type HostError,
  type HostEvents,
  tellingSession,
  type Unsaved,
} from './host-events.ts'
import { createSpeech, type Speech, type SpeechOptions } from './locale.ts'
import { DRAFTS_KEY, LIST_STATES_KEY } from './tab-storage.ts'

export interface KinoraOptions extends SpeechOptions {
  /** Origin of the server; empty for the page's own. */
  baseUrl?: string
  /**
   * A host that signs its users in itself hands out their token. It is asked once for all that need one, and again before it ends or
   * once the server refuses it; `reason` says which. `session.start()` asks anew.
   */
  getToken?: GetToken
  fetch?: typeof fetch
  /** EMBED-01: called with each failure of a call and whose doing it is; as `kinora.on('error', …)`. */
  onError?: (failure: HostError) => void
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
  /** ROLE-24: how the product greets users that have no tenant; on a host’s page also what its sign-in form is called. */
  productName?: string
  /** The calling program, as audit entries name it; `embed` unless given. `portal` stores its keys without a prefix (SESS-06). */
  client?: 'portal' | 'embed'
  /** AUTH-12: sign a browser out once, after its first sign-in; `server` asks the manifest whether to. */
  forcedSignOut?: boolean | 'server'
}

/** Everything the components of one page share. Two of them may live side by side. */
export interface Kinora {
  /** EMBED-01: tells the host what happens on its page; returns what ends the subscription. */
  on<E extends keyof HostEvents>(event: E, listener: (value: HostEvents[E]) => void): () => void
  /** Has the browser ask before the page is left while something typed isn’t saved or a file isn’t sent; returns what ends that. */
  guardLeave(): () => void
  unsaved: Unsaved
  session: Session
  queries: QueryClient
  messages: Messages
  speech: Speech
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
  const baseUrl = toBase(options.baseUrl ?? '')
  const prefix = options.client === 'portal' ? '' : `${options.name ?? 'kinora'}.`
  const store = options.store ?? browserStore('local', prefix)
  const tabStore = options.tabStore ?? browserStore('session', prefix)
  const queries = new QueryClient({
    defaultOptions: {
      queries: { retry: isWorthRetry, staleTime: 15_000, refetchOnWindowFocus: false },
      mutations: { retry: 0 },
    },
  })
  const host = createHostListeners()
  if (options.onError !== undefined) host.on('error', options.onError)
  const session: Session = tellingSession(
    createSession({
      baseUrl,
      client: options.client ?? 'embed',
      timeout: options.timeout,
      fetch: options.fetch ?? createPageFetch(baseUrl),
      watchedFetch: options.fetch === undefined ? fetchWithProgress : undefined,
      store,
      getToken: options.getToken,
      // Its developer finds there what it threw.
      onTokenFailed: cause => console.error('getToken failed', cause),
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
    }),
    host,
  )
  const live = createLazyLive({ ...browserTimer, send: session.send })
  queries.getQueryCache().subscribe(({ type, query, ...event }) => {
    const isInvalidated = 'action' in event && event.action.type === 'invalidate'
    if (type === 'updated' && isInvalidated && query.queryKey[0] === 'titles') live.expire()
  })
  const isHosts = options.client !== 'portal' && options.productName !== undefined
  const texts = { ...(isHosts && { 'loginPage.title': options.productName! }), ...options.texts }
  const messages = createMessages(sessionTexts, texts, { isTyped: true })
  const network = browserNetwork()
  const digest = options.digestWorker && createLazyDigest(options.digestWorker)
  const uploads = createLazyQueue({ session, live, network, store, name: options.name, digest })
  followPage({ session, uploads }, host)
  const unsaved = createUnsaved(uploads)
  return {
    on: host.on,
    guardLeave: () => guardLeave(unsaved),
    unsaved,
    session,
    queries,
    messages,
    speech: createSpeech(messages, options),
    serverTexts: options.serverTexts ? createLazyTexts({ session, messages, store }) : undefined,
    network,
    uploads,
    live,
    events: createEventFeed(session),
    digest,
    hostSignsIn: options.getToken !== undefined,
    store,
    tabStore,
    productName: options.productName ?? 'Kinora',
    baseUrl,
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
