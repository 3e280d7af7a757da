import { EventType } from '@kinora/core'
import { type Happening, nextHeld, running, toDate, wallClock } from '@kinora/core/schedule'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { type StoredEvent, eventsTable as t } from '../events/tables.ts'
import type { Database } from '../ports/db.ts'
import { readTimeZone } from '../tenants/index.ts'

/** Milliseconds before the start from which a sender is taken, and after the end until which it may come back. */
export const TAKES_BEFORE = 1_800_000
export const TAKES_AFTER = 300_000

/** One occurrence of a live event that is sent to the platform; instants in milliseconds. */
export interface Occasion {
  event: StoredEvent
  /** The day of the series. */
  date: string
  start: number
  end: number
}

/** The active event of a stream key. Digests are compared, so that the time which that takes says nothing of a key. */
export async function findByKey(db: Database, key: string): Promise<StoredEvent | undefined> {
  const isKey = sql`sha256(convert_to(${t.eventKey}, 'UTF8')) = sha256(convert_to(${key}, 'UTF8'))`
  const [row] = await db
    .select()
    .from(t)
    .where(and(isNotNull(t.eventKey), isKey, eq(t.type, EventType.Live), eq(t.active, true)))
  return row
}

/** The occurrence that a sender sends to now: one that runs, else one that is about to, else one that has just ended. */
export async function findOccasion(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  event: StoredEvent,
): Promise<Occasion | undefined> {
  const wall = wallClock(await readTimeZone(db, event.tenantId))
  const now = clock.now().getTime()
  const next = nextHeld(wall, event, now)
  const isSoon = next !== undefined && next.start - TAKES_BEFORE <= now
  const one = running(wall, event, now) ?? (isSoon ? next : running(wall, event, now - TAKES_AFTER))
  return one && toOccasion(event, one)
}

const toOccasion = (event: StoredEvent, { day, start, end }: Happening): Occasion => ({
  event,
  date: toDate(day),
  start,
  end,
})

/** The platform live events whose next occurrence is taken from now on or soon: their slates are made. */
export async function listOccasions(deps: Pick<Deps, 'db' | 'clock'>, ahead: number): Promise<Occasion[]> {
  const rows = await deps.db
    .select()
    .from(t)
    .where(and(isNotNull(t.eventKey), eq(t.type, EventType.Live), eq(t.active, true)))
  const early = { ...deps, clock: { now: () => new Date(deps.clock.now().getTime() + ahead) } }
  const found: Occasion[] = []
  for (const row of rows) {
    const one = (await findOccasion(deps, row)) ?? (await findOccasion(early, row))
    if (one !== undefined) found.push(one)
  }
  return found
}
