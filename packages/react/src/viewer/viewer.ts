import {
  createHostTokens,
  createPageFetch,
  createSend,
  type GetToken,
  isKinoraError,
  newIdempotencyKey,
  type Send,
  siteContent,
  toBase,
} from '@kinora/core'

/** What is played: a class by its tag, or an event by its id. */
export interface Playable {
  tag: string
  /** The tag is the id of an event. */
  isEvent: boolean
}

/** C-138: an address that plays it, from `startsAt` (ISO 8601) on; null where it may be played at any time. */
export interface StreamLink {
  streamingLink: string
  startsAt: string | null
}

/** C-119: what a member has seen of a class; the server counts an id once, however often it comes. */
export interface Play extends Playable {
  playId: string
  userId: string
  /** ISO 8601 */
  startedAt: string
  secondsWatched: number
  completed: boolean
}

/** Why something isn’t played, or a call of the site’s own server was refused. */
export interface Refusal {
  /** `locked`, `siteContent.termsOutdated`, `event.notOpen`, `validation` …; `failed` where no more is known. */
  code: string
  /** Of the packages that somebody lacks, where it is locked. */
  names: string
  /** The server’s own sentence; empty where it has none. */
  text: string
}

export interface SiteCalls {
  /** A token of the site that only reads. */
  getToken: GetToken
  /** An address that plays a class; the platform’s own unless given, which plays all that the site shows. */
  getLink?(of: Playable): Promise<StreamLink>
  /** Hands a play in; rejects with a `SiteRefusal` of code `validation` where it is refused for good. Without it none is counted. */
  sendPlay?(play: Play): Promise<unknown>
}

export interface ViewerOptions extends SiteCalls {
  /** Origin of the platform, such as `https://media.example.com`. */
  baseUrl: string
  /** Begins the keys of what the browser keeps (plays, positions, captions); `kinora-viewer` unless given. */
  name?: string
  /** Milliseconds after which what is shown is read again, 60,000 unless given; false for never. */
  refreshEvery?: number | false
}

/** What the parts of one viewers’ page share; two of them may live side by side. */
export interface Viewer {
  /** Another one for each, by which React tells them apart. */
  id: string
  baseUrl: string
  name: string
  refreshEvery: number | false
  send: Send
  getLink(of: Playable): Promise<StreamLink>
  sendPlay: SiteCalls['sendPlay']
  /** The address of a picture or a file of the platform. */
  at(link: string): string
  /** What parts have in common, made by the first that asks for it. */
  shared<T>(key: string, make: () => T): T
}

/** EMBED-04: one for a page; pass it to `ViewerProvider`. */
export function createViewer({ getToken, getLink, sendPlay, ...options }: ViewerOptions): Viewer {
  const baseUrl = toBase(options.baseUrl)
  const tokens = createHostTokens(getToken, {
    // Its developer finds there what it threw.
    onFailed: cause => console.error('getToken failed', cause),
  })
  const fetch = createPageFetch(baseUrl)
  const send = createSend({ baseUrl, fetch, tokens, refresh: tokens.renew })
  const shared = new Map<string, unknown>()
  return {
    id: newIdempotencyKey(),
    baseUrl,
    name: options.name ?? 'kinora-viewer',
    refreshEvery: options.refreshEvery ?? 60_000,
    send,
    getLink: getLink ?? (({ tag }) => send(siteContent.streamingLink, { tag })),
    sendPlay,
    at: link => new URL(link, baseUrl || location.href).href,
    shared<T>(key: string, make: () => T): T {
      if (!shared.has(key)) shared.set(key, make())
      return shared.get(key) as T
    },
  }
}

/** What a site’s own server says no to. */
export class SiteRefusal extends Error implements Refusal {
  readonly code: string
  readonly names: string
  readonly text: string
  constructor({ code = 'failed', names = '', text = '' }: Partial<Refusal>) {
    super(code)
    this.code = code
    this.names = names
    this.text = text
  }
}

/** Why it failed, whoever said so: the site’s server, or the platform. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof SiteRefusal) return error
  if (!isKinoraError(error)) return { code: 'failed', names: '', text: '' }
  const { code, params } = error.issues[0] ?? { code: error.code }
  const isLocked = code === 'siteContent.locked'
  return { code: isLocked ? 'locked' : code, names: String(params?.names ?? ''), text: error.detail ?? '' }
}

export interface SiteServer extends Required<SiteCalls> {
  /** Asks for `call`, or hands `body` in; rejects with a `SiteRefusal`. */
  ask<T>(call: string, body?: object): Promise<T>
}

/** EMBED-04: the calls of a site’s own server, which holds its keys and knows its members (docs/embedding.md), below an address. */
export function siteServer(url: string): SiteServer {
  async function ask<T>(call: string, body?: object): Promise<T> {
    const headers = { 'content-type': 'application/json' }
    // What is told while the page goes is told all the same.
    const init =
      body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body), keepalive: true }
    const answer = await fetch(`${url.replace(/\/$/, '')}/${call}`, init)
    const found = await answer.json()
    if (!answer.ok) throw new SiteRefusal(found)
    return found as T
  }
  return {
    ask,
    getToken: async () => (await ask<{ token: string }>('token')).token,
    getLink: ({ tag }) => ask(`play/${encodeURIComponent(tag)}`),
    sendPlay: play => ask('plays', play),
  }
}
