import { type EventDetails, eventOfAct, type LogEventType } from '@kinora/core'
import type { SQL } from 'drizzle-orm'
import { bigint, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { Database } from '../../ports/db.ts'
import type { FieldChange } from './differences.ts'

/** The person behind an event, as the audit log has them. */
interface Actor {
  userId: string
  name: string
  client: string
}

/**
 * HOOK-01: what happened, an outbox that is written in the transaction that made it happen (decision 0156). Numbers come right after
 * the commit; a row without them isn’t read by anybody yet.
 */
export const eventLogTable = pgTable('event_log', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** Among all events. */
  position: bigint({ mode: 'number' }),
  /** Among those of the same owner. */
  number: bigint({ mode: 'number' }),
  at: timestamp({ withTimezone: true }).notNull(),
  type: text().$type<LogEventType>().notNull(),
  tenantId: text('tenant_id'),
  providerId: text('provider_id'),
  /** What it is about. */
  subject: text().notNull(),
  name: text(),
  version: integer(),
  details: jsonb().$type<EventDetails>().notNull(),
  actor: jsonb().$type<Actor>(),
})

export interface Happened {
  type: LogEventType
  at: Date
  owner: { tenantId?: string | null; providerId?: string | null }
  subject: string
  name?: string | SQL | null
  version?: number | null
  details?: EventDetails
  /** Nobody where the platform did it by itself. */
  actor?: Actor | null
}

/** Goes into the transaction that makes it happen, in one statement however many there are. */
export async function recordEvents(tx: Database, happened: readonly Happened[]): Promise<void> {
  if (happened.length === 0) return
  await tx.insert(eventLogTable).values(
    happened.map(({ owner, name, details, version, actor, ...rest }) => ({
      ...rest,
      tenantId: owner.tenantId ?? null,
      providerId: owner.providerId ?? null,
      name: name ?? null,
      version: version ?? null,
      details: details ?? {},
      actor: actor ?? null,
    })),
  )
}

type Author = { userId: string; displayName: string; client: string }

interface Written {
  at: Date
  noun: string
  rowId: string
  verb: string
  version: number
  tenantId: string | null
  providerId: string | null
  changes: readonly FieldChange[]
  rowName: string | SQL | null
}

/** Who made it happen, as the audit log has them. */
export const actorOf = ({ userId, displayName: name, client }: Author): Actor => ({ userId, name, client })

/** What others are told of these entries of the audit log: the names of the fields that changed, never what is in them. */
export const eventsOfWrites = (by: Author, entries: readonly Written[]): Happened[] =>
  entries.flatMap(({ at, rowId, version, changes, rowName, ...entry }) => {
    const type = eventOfAct(entry)
    if (type === null) return []
    const changed = [...new Set(changes.map(({ path }) => path.split('.')[0]!))]
    return [
      {
        type,
        at,
        owner: entry,
        subject: rowId,
        name: rowName,
        version,
        details: { changed },
        actor: actorOf(by),
      },
    ]
  })
