import type { events, Parsed } from '@kinora/core'
import { DAY, type Moment, wallClock } from '@kinora/core/schedule'
import ical from 'ical-generator'
import type { Deps } from '../deps.ts'
import type { Context } from '../kernel/handlers.ts'
import type { Scope } from '../kernel/scope.ts'
import { tenantScope } from '../kernel/tenant-scope.ts'
import { occurrencesOf } from './calendar.ts'
import { readEvents, readHost } from './rows.ts'
import type { StoredEvent } from './tables.ts'

/** Twelve weeks ahead, and the last one. */
const AHEAD = 84 * DAY
const BACK = 7 * DAY

/** The schedule as iCalendar. */
export async function exportCalendar(
  { tenantId, ...filter }: Parsed<typeof events.export>,
  context: Context,
) {
  const scope = tenantScope(tenantId, context)
  const { deps } = context
  const rows = await readEvents(scope, deps.db, filter)
  return {
    body: await toICalendar(rows, scope, deps),
    contentType: 'text/calendar; charset=utf-8',
    fileName: 'schedule.ics',
  }
}

/**
 * Every occurrence with its instant of UTC: calendars disagree with each other, and with C-110, about what a weekly rule means
 * where the clock changes (decision 0063).
 */
export async function toICalendar(
  rows: readonly StoredEvent[],
  { tenantId }: Scope & { kind: 'tenant' },
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
): Promise<string> {
  // Whoever subscribes to several sites tells them apart by the name.
  const { name, timeZone } = await readHost(db, tenantId)
  const moment: Moment = { clock: wallClock(timeZone), now: clock.now().getTime() }
  const calendar = ical({ name, prodId: { company: 'Kinora', product: 'Schedule' }, ttl: 3600 })
  const byId = new Map(rows.map(row => [row.eventId, row]))
  const range = { start: moment.now - BACK, end: moment.now + AHEAD }
  for (const { event_Id, start, end } of occurrencesOf(rows, moment, range)) {
    const row = byId.get(event_Id)!
    calendar.createEvent({
      id: `${event_Id}-${Date.parse(start)}@kinora`,
      stamp: row.updatedAt,
      sequence: row.version,
      start: new Date(start),
      end: new Date(end),
      summary: row.title,
      ...(row.description === '' ? {} : { description: row.description }),
      ...(row.liveStreamingLink === '' ? {} : { url: row.liveStreamingLink }),
    })
  }
  return calendar.toString()
}
