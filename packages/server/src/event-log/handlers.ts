import { en, type eventLog, KinoraError, toEventId } from '@kinora/core'
import type { Caller, Handlers } from '../kernel/handlers.ts'
import { streamEvents } from './feed.ts'
import { listEvents, numberEvents, toLogEvent } from './rows.ts'

/** HOOK-01 */
export const eventLogHandlers: Handlers<typeof eventLog> = {
  async list({ limit, ...filter }, { scope, deps }) {
    await numberEvents(deps)
    const found = await listEvents(scope, deps.db, { ...filter, limit: limit + 1 })
    const rows = found.slice(0, limit)
    const last = rows.at(-1)
    const next = last === undefined ? (filter.after ?? null) : toEventId(last.position)
    return { data: rows.map(toLogEvent), hasMore: found.length > limit, next }
  },

  /** HOOK-05 */
  async stream(asked, { scope, deps, caller }) {
    const reader = deps.feed.open(holderOf(caller))
    if (reader === undefined)
      throw new KinoraError('tooMany', { retryAfter: FULL, detail: en['eventLog.tooManyStreams'] })
    return { body: streamEvents(scope, { deps, reader, asked }), contentType: 'text/event-stream' }
  },
}

/** Whose streams are counted: programs, and people of a host, aren’t to use up those of the account behind them. */
const holderOf = ({ userId, key, embedded }: Caller): string => embedded?.sessionId ?? key?.keyId ?? userId

/** Seconds after which an account that has too many streams may ask again. */
const FULL = 30
