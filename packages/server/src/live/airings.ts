import { type Happening, running, toDate, wallClock } from '@kinora/core/schedule'
import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { eventsTable, type StoredEvent } from '../events/tables.ts'
import { inBatches } from '../kernel/pieces.ts'
import { startRecurring } from '../kernel/recurring.ts'
import { recordEvents } from '../kernel/rows/event-log.ts'
import { readTimeZones } from '../tenants/index.ts'
import { eventAiringsTable as t } from './tables.ts'

/** Milliseconds between looks: classes begin at full minutes. */
const PERIOD = 30_000
/** How long it is kept that an occurrence was told of. */
const KEPT = 7 * 86_400_000

/** Tells twice a minute of occurrences that begin and end: the clock makes them happen, and no call. */
export const startAiringJobs = (deps: Deps): Promise<void> =>
  startRecurring(deps, { queue: 'live.airings', period: PERIOD, work: () => tellAirings(deps) })

type Needed = Pick<Deps, 'db' | 'clock'>

interface Airing {
  row: StoredEvent
  one: Happening
}

/**
 * HOOK-01: `event.on_air` once for each occurrence that runs, and `event.ended` once it doesn’t any more, because it is over, was
 * moved, or the event was switched off or deleted. One that begins and ends while no server runs is told of by neither.
 */
export async function tellAirings(deps: Needed): Promise<void> {
  const onAir = await readRunning(deps)
  for (const airing of onAir) await tellBegun(deps, airing)
  const still = new Set(onAir.map(({ row, one }) => `${row.eventId} ${toDate(one.day)}`))
  const told = await deps.db.select().from(t).where(isNull(t.endedAt))
  for (const row of told) if (!still.has(`${row.eventId} ${row.date}`)) await tellEnded(deps, row)
  await deps.db.delete(t).where(lt(t.endedAt, new Date(deps.clock.now().getTime() - KEPT)))
}

async function readRunning({ db, clock }: Needed): Promise<Airing[]> {
  const now = clock.now().getTime()
  const rows = await db.select().from(eventsTable).where(eq(eventsTable.active, true))
  const zones = await readTimeZones(db, [...new Set(rows.map(({ tenantId }) => tenantId))])
  const found = await inBatches(rows, (row): Airing[] => {
    const one = running(wallClock(zones.get(row.tenantId) ?? 'UTC'), row, now)
    return one === undefined ? [] : [{ row, one }]
  })
  return found.flat()
}

async function tellBegun({ db, clock }: Needed, { row, one }: Airing): Promise<void> {
  const { eventId, tenantId, version } = row
  const date = toDate(one.day)
  const title = one.exception?.details.title ?? row.title
  const at = clock.now()
  await db.transaction(async tx => {
    const values = { eventId, date, tenantId, title, onAirAt: at }
    const added = await tx.insert(t).values(values).onConflictDoNothing().returning()
    if (added.length === 0) return
    const about = { owner: { tenantId }, subject: eventId, name: title, version, details: { date } }
    await recordEvents(tx, [{ type: 'event.on_air', at, ...about }])
  })
}

async function tellEnded({ db, clock }: Needed, row: typeof t.$inferSelect): Promise<void> {
  const { eventId, date, tenantId, title } = row
  const at = clock.now()
  await db.transaction(async tx => {
    const ended = await tx
      .update(t)
      .set({ endedAt: at })
      .where(and(eq(t.eventId, eventId), eq(t.date, date), isNull(t.endedAt)))
      .returning()
    if (ended.length === 0) return
    const about = { owner: { tenantId }, subject: eventId, name: title, details: { date } }
    await recordEvents(tx, [{ type: 'event.ended', at, ...about }])
  })
}
