import { type LiveOccurrence, type LiveState, type live, OPENS_BEFORE, toEventState } from '@kinora/core'
import { type Happening, type Moment, nextHeld, openAt, toDate } from '@kinora/core/schedule'
import type { Deps } from '../deps.ts'
import { eventRows, isPlayable, momentOf, readEvents, readStreams } from '../events/index.ts'
import type { StoredEvent } from '../events/tables.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { countViewers } from './viewers.ts'

export const liveHandlers: Handlers<typeof live> = {
  async list(_, { scope, deps }) {
    const moment = await momentOf(scope, deps)
    const rows = await readEvents(scope, deps.db, { eventStatus: 'active' })
    const ahead = rows.filter(
      row => openAt(moment.clock, row, moment.now) ?? nextHeld(moment.clock, row, moment.now),
    )
    const states = await toStates(ahead, moment, deps)
    const data = states.toSorted((one, other) => startOf(one) - startOf(other))
    return { data, timeZone: moment.clock.timeZone }
  },
  async view({ eventId }, { scope, deps }) {
    const moment = await momentOf(scope, deps)
    const row = await eventRows.read(scope, deps.db, eventId)
    return (await toStates([row], moment, deps))[0]!
  },
}

const startOf = ({ current, next }: LiveState): number => Date.parse((current ?? next)?.start ?? '')

async function toStates(
  rows: readonly StoredEvent[],
  moment: Moment,
  deps: Pick<Deps, 'db' | 'clock'>,
): Promise<LiveState[]> {
  const streams = await readStreams(deps.db, rows)
  const states: LiveState[] = []
  for (const row of rows) {
    const { clock, now } = moment
    const one = openAt(clock, row, now)
    const next = nextHeld(clock, row, one === undefined ? now : Math.max(now, one.start + 1))
    const told = (each: Happening | undefined) =>
      each === undefined ? null : toOccurrence(row, each, streams)
    states.push({
      ...{ eventId: row.eventId, type: row.type, state: toEventState(row), timeZone: clock.timeZone },
      air: one === undefined || !row.active ? 'off' : one.start > now ? 'open' : 'onAir',
      ...{ current: told(one), next: told(next), now: new Date(now).toISOString() },
      viewers: one === undefined ? 0 : await countViewers(deps, row.eventId),
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
    ...{ title: title ?? row.title, isPlayable: isPlayable(row, streams, contentId) },
  }
}
