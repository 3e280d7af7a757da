import {
  EVENT_DAYS,
  type EventLogFilter,
  eventIdKey,
  type LogEvent,
  toEventId,
  toPosition,
} from '@kinora/core'
import { and, asc, eq, gt, gte, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { owned, rowsOf } from '../kernel/db/queries.ts'
import { startRecurring } from '../kernel/recurring.ts'
import { eventLogTable as e } from '../kernel/rows/event-log.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'

export type StoredEvent = Omit<typeof e.$inferSelect, 'position' | 'number'> & {
  position: number
  number: number
}

/** Events that are numbered at a time. */
const PORTION = 5000
/** The name of the lock under which one at a time gives numbers. */
const NUMBERING = 0x6b6e6576

/**
 * HOOK-01: numbers what was committed since, each owner’s from 1 and without a gap, and puts it into the queues of the webhooks. A
 * number is given after the commit and by one at a time, so that no reader passes over an event that commits late, and no write
 * waits for another one’s (decision 0156).
 */
export async function numberEvents({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  if (!(await hasNew(db))) return 0
  return db.transaction(async tx => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${NUMBERING})`)
    const numbered = await rowsOf<{ position: string }>(tx, giveNumbers)
    const positions = numbered.map(({ position }) => Number(position))
    await queueForWebhooks(tx, positions, clock.now())
    return positions.length
  })
}

async function hasNew(db: Database): Promise<boolean> {
  const rows = await rowsOf(db, sql`SELECT 1 FROM event_log WHERE position IS NULL LIMIT 1`)
  return rows.length > 0
}

const giveNumbers = sql`
  WITH new AS (
    SELECT id, coalesce('tenant ' || tenant_id, 'provider ' || provider_id, 'platform') AS owner
    FROM event_log WHERE position IS NULL ORDER BY id LIMIT ${PORTION}
  ), counted AS (
    SELECT id, owner, row_number() OVER (PARTITION BY owner ORDER BY id) AS nth, row_number() OVER (ORDER BY id) AS nth_of_all
    FROM new
  ), last AS (
    INSERT INTO event_numbers (owner, last)
    SELECT owner, max(nth) FROM counted GROUP BY owner
    UNION ALL SELECT 'all', max(nth_of_all) FROM counted HAVING count(*) > 0
    ON CONFLICT (owner) DO UPDATE SET last = event_numbers.last + excluded.last
    RETURNING owner, last
  ), added AS (SELECT owner, max(nth) AS new_ones FROM counted GROUP BY owner)
  UPDATE event_log SET number = own.last - added.new_ones + counted.nth,
    position = (SELECT last FROM last WHERE owner = 'all') - (SELECT count(*) FROM counted) + counted.nth_of_all
  FROM counted JOIN last own USING (owner) JOIN added USING (owner)
  WHERE event_log.id = counted.id
  RETURNING event_log.position`

/** Each is to be delivered to the webhooks that are on now and ask for its type: those of its tenant, and the platform’s. */
async function queueForWebhooks(tx: Database, positions: readonly number[], now: Date): Promise<void> {
  await tx.execute(sql`
    INSERT INTO webhook_messages (webhook_id, position, subject, state, due_at)
    SELECT w.webhook_id, e.position, split_part(e.type, '.', 1) || ' ' || e.subject, 'waiting', ${now.toISOString()}::timestamptz
    FROM webhooks w JOIN event_log e ON (w.tenant_id IS NULL OR w.tenant_id = e.tenant_id)
      AND (w.event_types = '{}' OR e.type = ANY (w.event_types))
    WHERE w.is_active AND e.position = ANY (${sql.param(positions)}::bigint[])
    ON CONFLICT DO NOTHING`)
}

export type EventLogQuery = EventLogFilter & { limit: number }

/** Numbered events behind a place, the oldest first. */
export async function listEvents(scope: Scope, db: Database, asked: EventLogQuery): Promise<StoredEvent[]> {
  const { after, since, types = [], tenant, limit } = asked
  const where = and(
    owned(scope, e),
    isNotNull(e.position),
    after === undefined ? undefined : gt(e.position, toPosition(after)),
    since === undefined ? undefined : gte(e.at, new Date(since)),
    types.length > 0 ? inArray(e.type, types) : undefined,
    tenant === undefined ? undefined : eq(e.tenantId, tenant),
  )
  const rows = await db.select().from(e).where(where).orderBy(asc(e.position)).limit(limit)
  return rows as StoredEvent[]
}

/** The place of the last event that has a number; 0 where there is none. */
export async function lastPosition(db: Database): Promise<number> {
  const [row] = await rowsOf<{ last: string | null }>(db, sql`SELECT max(position) AS last FROM event_log`)
  return Number(row?.last ?? 0)
}

/** As it is sent and listed. */
export function toLogEvent(row: StoredEvent): LogEvent {
  const { type, subject, name, version, details } = row
  return {
    id: toEventId(row.position),
    type,
    schemaVersion: 1,
    timestamp: row.at.toISOString(),
    number: row.number,
    tenantId: row.tenantId,
    providerId: row.providerId,
    actor: row.actor,
    data: { [eventIdKey(type)]: subject, name, version, ...details },
  }
}

const DAY = 86_400_000

/** Once a day what is older than 30 days is forgotten, with its deliveries; what was tried since is kept as long as its tries. */
export const startEventLogJobs = (deps: Deps): Promise<void> =>
  startRecurring(deps, { queue: 'eventLog.forget', period: DAY, work: () => forgetEvents(deps) })

export async function forgetEvents({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const since = new Date(clock.now().getTime() - EVENT_DAYS * DAY).toISOString()
  await db.execute(sql`DELETE FROM webhook_attempts WHERE at < ${since}::timestamptz`)
  await db.execute(sql`
    DELETE FROM event_log WHERE at < ${since}::timestamptz AND position IS NOT NULL
      AND NOT EXISTS (SELECT FROM webhook_attempts a WHERE a.position = event_log.position)`)
}
