import type { Send } from '../kernel/client.ts'
import { KinoraError } from '../kernel/errors.ts'
import { titles } from './endpoints.ts'
import { CONTENT_PAGE_SIZE } from './scales.ts'
import type { Title } from './schema.ts'
import { TRAILER_POLL_INTERVAL } from './status.ts'

/** VIDEO-07, CONST-10: milliseconds between polls of the titles that are being worked on. */
export const LIVE_INTERVAL = TRAILER_POLL_INTERVAL

export interface LiveTitlesPorts {
  send: Send
  /** Calls back after so many milliseconds; returns how to cancel it. */
  setTimeout(callback: () => void, milliseconds: number): () => void
  now(): number
  /** Nobody looks: only those who wait for an answer get one. */
  isHidden(): boolean
}

/** The titles that are watched, as the server last sent them; a new map after every answer. */
export type LiveSnapshot = ReadonlyMap<string, Title>

/** One poll for all that follow titles: lists, pages, the upload tray and the queue share its request. */
export interface LiveTitles {
  getSnapshot(): LiveSnapshot
  subscribe(listener: () => void): () => void
  /** Asks for these titles again and again until stopped; `tenantId` is the tenant customer support acts for. */
  watch(tags: readonly string[], tenantId: string | undefined): () => void
  /** The title no older than one interval; undefined where there is none. Rejects as the request does. */
  next(tag: string, tenantId: string | undefined, signal: AbortSignal): Promise<Title | undefined>
  /** Somebody wrote: looks again at once, and answers that were asked for before count no more. */
  expire(): void
  /** Forgets what it knows, as at sign-out. */
  clear(): void
}

interface Waiting {
  tag: string
  tenantId: string | undefined
  done(title: Title | undefined): void
  failed(error: unknown): void
}

/** A feed of titles over `titles.find`; create one for each client. */
export function createLiveTitles({ send, setTimeout, now, isHidden }: LiveTitlesPorts): LiveTitles {
  const listeners = new Set<() => void>()
  const watched = new Set<{ tags: readonly string[]; tenantId: string | undefined }>()
  let waiting: Waiting[] = []
  let snapshot: LiveSnapshot = new Map()
  let age = 0
  let requestedAt = Number.NEGATIVE_INFINITY
  /** When what is known was asked for: a request that is still under way, or that failed, makes nothing newer. */
  let knownAt = Number.NEGATIVE_INFINITY
  let stopTimer: (() => void) | undefined
  let isAsking = false

  const put = (next: LiveSnapshot): void => {
    snapshot = next
    for (const listener of listeners) listener()
  }
  const isWanted = (tag: string): boolean => [...watched].some(({ tags }) => tags.includes(tag))
  const schedule = (): void => {
    const isNeeded = waiting.length > 0 || [...watched].some(({ tags }) => tags.length > 0)
    if (isAsking || stopTimer !== undefined || !isNeeded) return
    stopTimer = setTimeout(() => void look(), Math.max(0, requestedAt + LIVE_INTERVAL - now()))
  }
  async function look(): Promise<void> {
    stopTimer = undefined
    isAsking = true
    const startedAt = now()
    requestedAt = startedAt
    const asked = age
    const mine = waiting
    waiting = []
    const wanted = [
      ...(isHidden() ? [] : watched),
      ...mine.map(({ tag, tenantId }) => ({ tags: [tag], tenantId })),
    ]
    const tenants = [...new Set(wanted.map(({ tenantId }) => tenantId))]
    const answers = await Promise.all(
      tenants.map(tenantId => find(send, tenantId, tagsOf(wanted.filter(one => one.tenantId === tenantId)))),
    )
    const fresh = answers
      .flatMap(({ found }) => found)
      .filter(([tag, title]) => !isSame(snapshot.get(tag), title))
    if (asked === age && answers.every(({ error }) => error === undefined)) knownAt = startedAt
    if (asked === age && fresh.length > 0)
      put(new Map([...snapshot, ...fresh].filter(([tag]) => isWanted(tag))))
    for (const one of mine) {
      const { found, error } = answers.find(({ tenantId }) => tenantId === one.tenantId)!
      if (error !== undefined) one.failed(error)
      else one.done(found.find(([tag]) => tag === one.tag)?.[1])
    }
    isAsking = false
    schedule()
  }
  return {
    getSnapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    watch(tags, tenantId) {
      const entry = { tags, tenantId }
      watched.add(entry)
      schedule()
      return () => {
        watched.delete(entry)
        if (tags.some(tag => snapshot.has(tag) && !isWanted(tag)))
          put(new Map([...snapshot].filter(([tag]) => isWanted(tag))))
      }
    },
    next(tag, tenantId, signal) {
      const known = now() - knownAt < LIVE_INTERVAL ? snapshot.get(tag) : undefined
      if (known !== undefined) return Promise.resolve(known)
      return new Promise((done, failed) => {
        const entry: Waiting = { tag, tenantId, done, failed }
        waiting.push(entry)
        signal.addEventListener('abort', () => {
          waiting = waiting.filter(one => one !== entry)
          failed(new KinoraError('aborted'))
        })
        schedule()
      })
    },
    expire() {
      age += 1
      requestedAt = Number.NEGATIVE_INFINITY
      knownAt = Number.NEGATIVE_INFINITY
      stopTimer?.()
      stopTimer = undefined
      schedule()
    },
    clear() {
      age += 1
      put(new Map())
    },
  }
}

/** What is found of these titles in a tenant, by tag, or why nothing could be asked. */
async function find(send: Send, tenantId: string | undefined, tags: readonly string[]) {
  const headers = tenantId === undefined ? undefined : { tenantId }
  const parts = Array.from({ length: Math.ceil(tags.length / CONTENT_PAGE_SIZE) }, (_, nth) =>
    tags.slice(nth * CONTENT_PAGE_SIZE, (nth + 1) * CONTENT_PAGE_SIZE),
  )
  try {
    const pages = await Promise.all(parts.map(part => send(titles.find, { titleTags: part }, { headers })))
    return { tenantId, found: pages.flatMap(page => page.data.map(title => [title.tag, title] as const)) }
  } catch (error) {
    return { tenantId, found: [], error }
  }
}

/** A title that has not changed stays the same object: what shows it need not render again. */
const isSame = (one: Title | undefined, other: Title): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const tagsOf = (all: readonly { tags: readonly string[] }[]): string[] => [
  ...new Set(all.flatMap(({ tags }) => tags)),
]
