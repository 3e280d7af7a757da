import { toEventId } from '@kinora/core'
import type { Deps } from '../deps.ts'
import type { Scope } from '../kernel/scope.ts'
import { createSlots } from '../kernel/slots.ts'
import type { EventFeedPort, FeedReader, Log } from '../ports/runtime.ts'
import { type EventLogQuery, lastPosition, listEvents, numberEvents, toLogEvent } from './rows.ts'

export interface FeedLimits {
  /** Milliseconds between two looks at the log, while somebody waits. */
  poll: number
  /** Milliseconds without an event after which a reader is told that the stream still stands. */
  heartbeat: number
  /** Streams of an account at a time: each open page of the portal has one. */
  perAccount: number
}
const usual: FeedLimits = { poll: 1000, heartbeat: 15_000, perAccount: 20 }

/**
 * HOOK-05: one look a second at the log for all who wait, while anybody does; each then reads what is its own by itself, so that one
 * who reads slowly holds up nobody (decision 0163).
 */
export function createEventFeed(
  { db, clock, log }: Pick<Deps, 'db' | 'clock'> & { log: Log },
  { poll, heartbeat, perAccount }: FeedLimits = usual,
): EventFeedPort {
  const accounts = createSlots(perAccount)
  const waiting = new Set<() => void>()
  let latest = 0
  let isOver = false
  let looking: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const read = async (): Promise<void> => {
    await numberEvents({ db, clock })
    latest = Math.max(latest, await lastPosition(db))
  }
  const look = (): Promise<void> => {
    looking ??= read().finally(() => {
      looking = undefined
    })
    return looking
  }
  /** Goes on by itself until nobody waits any more. */
  const watch = (): void => {
    if (isOver) return
    timer ??= setTimeout(async () => {
      const before = latest
      await look().catch((err: unknown) => log.warn({ err }, 'the event log could not be looked at'))
      timer = undefined
      if (latest > before) for (const wake of [...waiting]) wake()
      if (waiting.size > 0) watch()
    }, poll)
  }
  const wait = (seen: number, ends: Set<() => void>): Promise<'news' | 'quiet' | 'over'> =>
    new Promise(resolve => {
      const wake = (): void => {
        clearTimeout(beat)
        waiting.delete(wake)
        ends.delete(wake)
        resolve(isOver ? 'over' : latest > seen ? 'news' : 'quiet')
      }
      const beat = setTimeout(wake, heartbeat)
      waiting.add(wake)
      ends.add(wake)
      watch()
    })
  return {
    open(account): FeedReader | undefined {
      const leave = isOver ? undefined : accounts.acquire(account)
      if (leave === undefined) return undefined
      const ends = new Set<() => void>()
      let isClosed = false
      return {
        async latest() {
          // One that has begun may have passed over what was committed meanwhile.
          await looking?.catch(() => undefined)
          await look()
          return latest
        },
        seen: () => latest,
        async next(seen) {
          if (isOver || isClosed) return 'over'
          return latest > seen ? 'news' : wait(seen, ends)
        },
        close() {
          if (isClosed) return
          isClosed = true
          leave()
          for (const wake of [...ends]) wake()
        },
      }
    },
    async close() {
      isOver = true
      clearTimeout(timer)
      for (const wake of [...waiting]) wake()
      await looking?.catch(() => undefined)
    },
  }
}

/** Events that are read at a time. */
const PAGE = 100
/** Milliseconds after which a stream ends by itself: its reader comes back, with what it may see by then. */
const LIFE = 900_000

const encoder = new TextEncoder()

interface Streamed {
  deps: Pick<Deps, 'db' | 'clock'>
  reader: FeedReader
  asked: Omit<EventLogQuery, 'limit'>
}

/**
 * HOOK-05: server-sent events, read from the log as fast as they are taken. The first piece names the place where the stream begins, so
 * that whoever loses it before the first event goes on from there.
 */
export function streamEvents(scope: Scope, { deps, reader, asked }: Streamed): ReadableStream<Uint8Array> {
  const end = deps.clock.now().getTime() + LIFE
  const isFromNow = asked.after === undefined && asked.since === undefined
  let after = asked.after
  let isOpen = false
  const open = async (): Promise<string> => {
    const latest = await reader.latest()
    if (isFromNow) after = toEventId(latest)
    isOpen = true
    return `: open\n${after === undefined ? '' : `id: ${after}\n`}\n`
  }
  /** The next piece; nothing where the stream is over. */
  const next = async (): Promise<string | undefined> => {
    for (;;) {
      const seen = reader.seen()
      const rows = await listEvents(scope, deps.db, { ...asked, after, limit: PAGE })
      if (rows.length > 0) {
        after = toEventId(rows.at(-1)!.position)
        return rows.map(row => toMessage(toLogEvent(row))).join('')
      }
      const found = deps.clock.now().getTime() >= end ? 'over' : await reader.next(seen)
      if (found === 'over') return undefined
      if (found === 'quiet') return ': still here\n\n'
    }
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = isOpen ? await next() : await open()
          if (piece !== undefined) return controller.enqueue(encoder.encode(piece))
          reader.close()
          controller.close()
        } catch (error) {
          reader.close()
          controller.error(error)
        }
      },
      cancel: () => reader.close(),
    },
    { highWaterMark: 0 },
  )
}

const toMessage = (event: ReturnType<typeof toLogEvent>): string =>
  `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
