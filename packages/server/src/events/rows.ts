import { EventDraft, type EventType } from '@kinora/core'
import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import { contains, isActiveAs, isOneOf } from '../kernel/db/conditions.ts'
import { owned } from '../kernel/db/scope-condition.ts'
import { crud } from '../kernel/rows/crud.ts'
import { picked } from '../kernel/rows/picked.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { tenantsTable } from '../tenants/tables.ts'
import { type StoredEvent, eventsTable as t } from './tables.ts'

const owns = (scope: Scope): SQL => owned(scope, { tenantId: t.tenantId })

export const toEventDraft: (row: StoredEvent) => EventDraft = picked(EventDraft)

export const eventRows = crud(t, {
  noun: 'events',
  id: 'eventId',
  owns,
  order: [asc(t.createdAt), asc(t.eventId)],
  toDraft: toEventDraft,
  toEntity: row => row,
})

export interface EventFilter {
  eventStatus?: 'active' | 'inactive' | undefined
  eventType?: readonly EventType[] | undefined
  query?: string | undefined
}

/** All that match: when they take place is told by their rule and the zone, not by the database (decision 0062). */
export function readEvents(
  scope: Scope,
  db: Database,
  { eventStatus, eventType = [], query }: EventFilter,
): Promise<StoredEvent[]> {
  const active = eventStatus && eventStatus === 'active'
  const ofType = isOneOf(t.type, eventType)
  return db
    .select()
    .from(t)
    .where(and(owns(scope), isActiveAs(t.active, active), ofType, contains(query, t.title)))
    .orderBy(asc(t.createdAt), asc(t.eventId))
}

/** Those of these ids that are in reach. */
export async function readEventIds(scope: Scope, db: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ eventId: t.eventId })
    .from(t)
    .where(and(inArray(t.eventId, [...ids]), owns(scope)))
  return new Set(rows.map(({ eventId }) => eventId))
}

/** C-97: the zone that a tenant's events are held in. */
export async function readTimeZone(db: Database, tenantId: string): Promise<string> {
  return (await readHost(db, tenantId)).timeZone
}

/** The tenant whose events they are, as its calendar is called. */
export async function readHost(db: Database, tenantId: string): Promise<{ name: string; timeZone: string }> {
  const [tenant] = await db
    .select({ name: tenantsTable.name, timeZone: tenantsTable.timeZone })
    .from(tenantsTable)
    .where(eq(tenantsTable.tenantId, tenantId))
  return { name: tenant?.name ?? tenantId, timeZone: tenant?.timeZone.offsetName || 'UTC' }
}
