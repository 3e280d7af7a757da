import {
  type Broadcast,
  EventType,
  type LiveOccurrence,
  type LiveState,
  type live,
  OPENS_BEFORE,
  toEventState,
} from '@kinora/core'
import { type Happening, type Moment, nextHeld, openAt, running, toDate } from '@kinora/core/schedule'
import { eq } from 'drizzle-orm'
import { readSendings, TAKES_AFTER, TAKES_BEFORE } from '../broadcasts/index.ts'
import type { Deps } from '../deps.ts'
import { eventRows, isPlayable, momentOf, readEvents, readStreams } from '../events/index.ts'
import { eventsTable, type StoredEvent } from '../events/tables.ts'
import type { Caller, Context, Handlers } from '../kernel/handlers.ts'
import { authorOf, newTag, recordWrite } from '../kernel/rows/audit.ts'
import { refused } from '../kernel/rows/refusals.ts'
import type { OfTenant } from '../kernel/scope.ts'
import { previewLink } from './link.ts'
import { countViewers } from './viewers.ts'

export const liveHandlers: Handlers<typeof live> = {
  async list(_, { scope, deps, caller }) {
    const moment = await momentOf(scope, deps)
    const rows = await readEvents(scope, deps.db, { eventStatus: 'active' })
    const ahead = rows.filter(
      row => openAt(moment.clock, row, moment.now) ?? nextHeld(moment.clock, row, moment.now),
    )
    const states = await toStates(ahead, moment, { deps, caller })
    const data = states.toSorted((one, other) => startOf(one) - startOf(other))
    return { data, timeZone: moment.clock.timeZone }
  },
  async view({ eventId }, { scope, deps, caller }) {
    const moment = await momentOf(scope, deps)
    const row = await eventRows.read(scope, deps.db, eventId)
    return (await toStates([row], moment, { deps, caller }))[0]!
  },
  renewKey: renewKey,
}

interface Of {
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>
  caller: Caller
}

/** LIVE-06: the entry says that there is another key, and neither of them. */
async function renewKey({ eventId }: { eventId: string }, context: Context<OfTenant>) {
  const { scope, deps } = context
  const eventKey = `${newTag()}${newTag()}`
  await deps.db.transaction(async tx => {
    const { version, tenantId, title, ...row } = await eventRows.lock(scope, tx, eventId)
    if (row.eventKey === null) throw refused('event.noKey', undefined, 'eventId')
    await tx.update(eventsTable).set({ eventKey }).where(eq(eventsTable.eventId, eventId))
    await recordWrite(tx, authorOf(context), {
      noun: 'events',
      id: eventId,
      name: title,
      verb: 'renewKey',
      version,
      owner: { tenantId },
      changes: [{ path: 'eventKey', before: null, after: true }],
    })
  })
  return { eventId, eventKey }
}

/** How the sender of an event does; undefined ones are those of events that nobody sends to the platform. */
async function toBroadcast(
  row: StoredEvent,
  one: Happening | undefined,
  { clock, now }: Moment,
  { deps, caller }: Of,
): Promise<Broadcast | null> {
  if (row.eventKey === null || row.type !== EventType.Live) return null
  const next = one ?? nextHeld(clock, row, now) ?? running(clock, row, now - TAKES_AFTER)
  const date = next && toDate(next.day)
  const sendings = date === undefined ? [] : await readSendings(deps.db, { eventId: row.eventId, date })
  const last = sendings.at(-1)
  // KEY-06: a session that plays nothing is given no link to it either.
  const mayPlay = caller.embedded?.features.play !== false
  const isSoon = next !== undefined && next.start - TAKES_BEFORE <= now && now < next.end && row.active
  const { width = null, height = null, fps = null, bitrate = 0, dropped = 0 } = last ?? {}
  return {
    address: deps.settings.ingestUrl ?? null,
    width,
    height,
    fps,
    bitrate,
    dropped,
    sender: last === undefined ? 'waiting' : last.endedAt === null ? 'sending' : 'gone',
    since: last?.startedAt.toISOString() ?? null,
    seenAt: last?.seenAt.toISOString() ?? null,
    recordedBytes: sendings.reduce((sum, { recorded }) => sum + recorded, 0),
    problem: last?.problem ?? null,
    titleTag: last?.titleTag ?? null,
    preview: isSoon && mayPlay ? await previewLink(row, { date: date!, end: next.end }, deps) : null,
  }
}

const startOf = ({ current, next }: LiveState): number => Date.parse((current ?? next)?.start ?? '')

async function toStates(rows: readonly StoredEvent[], moment: Moment, of: Of): Promise<LiveState[]> {
  const streams = await readStreams(of.deps.db, rows)
  const states: LiveState[] = []
  for (const row of rows) {
    const { clock, now } = moment
    const one = openAt(clock, row, now)
    const next = nextHeld(clock, row, one === undefined ? now : Math.max(now, one.start + 1))
    const told = (each: Happening | undefined) =>
      each === undefined ? null : toOccurrence(row, each, streams)
    states.push({
      eventId: row.eventId,
      type: row.type,
      state: toEventState(row),
      timeZone: clock.timeZone,
      air: one === undefined || !row.active ? 'off' : one.start > now ? 'open' : 'onAir',
      current: told(one),
      next: told(next),
      now: new Date(now).toISOString(),
      broadcast: await toBroadcast(row, one, moment, of),
      viewers: one === undefined ? 0 : await countViewers(of.deps, row.eventId),
    })
  }
  return states
}

function toOccurrence(
  row: StoredEvent,
  { day, start, end, exception }: Happening,
  streams: ReadonlyMap<string, string>,
): LiveOccurrence {
  const { title, contentId } = exception?.details ?? {}
  const instant = (at: number) => new Date(at).toISOString()
  return {
    ...{
      start: instant(start),
      end: instant(end),
      opensAt: instant(start - OPENS_BEFORE),
      date: toDate(day),
    },
    title: title ?? row.title,
    isPlayable: isPlayable(row, streams, contentId),
  }
}
