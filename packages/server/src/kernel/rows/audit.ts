import { type Change, KinoraError, type Page, type PageInput, toWireDate } from '@kinora/core'
import { and, asc, desc, eq, gt, type SQL } from 'drizzle-orm'
import { bigint, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { Database } from '../../ports/db.ts'
import { counting, readPage } from '../db/pages.ts'
import { nothing, owned } from '../db/queries.ts'
import type { Behalf, Caller, CallingEmbed, CallingKey, ClientName, Context } from '../handlers.ts'
import type { Scope } from '../scope.ts'
import { type FieldChange, withoutSecrets } from './differences.ts'
import { eventsOfWrites, recordEvents } from './event-log.ts'
import { type Attempt, markMade } from './idempotency.ts'

/** Who wrote what, and from where: one entry for each write of a person (decision 0030). */
export const auditEntriesTable = pgTable('audit_entries', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp({ withTimezone: true }).notNull(),
  userId: text('user_id').notNull(),
  displayName: text('display_name').notNull(),
  client: text().$type<ClientName>().notNull(),
  noun: text().notNull(),
  rowId: text('row_id').notNull(),
  version: integer().notNull(),
  tenantId: text('tenant_id'),
  providerId: text('provider_id'),
  verb: text().notNull(),
  changes: jsonb().$type<FieldChange[]>().notNull(),
  /** Where a sign-in or a refusal came from. */
  address: text(),
  /** What the row was called after the write, also of one that is gone since. */
  rowName: text('row_name'),
  /** KEY-02: the key that it was done with, on behalf of its maker. */
  keyId: text('key_id'),
  keyName: text('key_name'),
  /** KEY-06: the person of a host for whom a session of that key did it. */
  externalId: text('external_id'),
  externalName: text('external_name'),
})
const a = auditEntriesTable
export type AuditEntry = typeof auditEntriesTable.$inferSelect

/** The person behind a write. */
export interface Author {
  userId: string
  displayName: string
  client: ClientName
  now: Date
  key?: Pick<CallingKey, 'keyId' | 'name'> | undefined
  /** KEY-06: the person of a host for whom a session of the key does it. */
  external?: CallingEmbed['user'] | undefined
  /** KEY-08: the try at a call with an idempotency key that writes. */
  attempt?: Attempt | undefined
}

/** With what a call is made, for the work in the background that it asks for; null of a person. */
export const behalfOf = ({ key, embedded: embed, behalf = null }: Caller): Behalf | null =>
  key === undefined
    ? behalf
    : {
        key: { keyId: key.keyId, name: key.name },
        ...(embed && { external: embed.user, titles: embed.titles }),
      }

export function authorOf({
  caller,
  client,
  deps,
  attempt,
}: Pick<Context, 'caller' | 'client' | 'deps' | 'attempt'>): Author {
  const { userId, displayName } = caller
  const { key, external } = behalfOf(caller) ?? {}
  return {
    userId,
    displayName,
    client,
    now: deps.clock.now(),
    ...(key && { key }),
    ...(external && { external }),
    ...(attempt && { attempt }),
  }
}

/** A row, as audit entries are found by it. */
interface RowName {
  noun: string
  id: string
}

export interface Write extends RowName {
  verb: string
  /** Of the row after the write. */
  version: number
  owner: { tenantId?: string | null; providerId?: string | null }
  /** What people call the row after the write, as text or as a query; members have none here, since they can be erased. */
  name?: string | SQL | null | undefined
  changes: readonly FieldChange[]
}

/** Goes into the transaction of the write itself. */
export const recordWrite = (tx: Database, by: Author, write: Write): Promise<void> =>
  recordWrites(tx, by, [write])

/** The same for many rows at once; those that others are told of stand in the event log too (HOOK-01), and the call counts as done (KEY-08). */
export async function recordWrites(tx: Database, by: Author, writes: readonly Write[]): Promise<void> {
  const { userId, displayName, client, now: at, key, external, attempt } = by
  const entries = writes.map(({ id: rowId, name, owner, changes, ...write }) => ({
    at,
    userId,
    displayName,
    client,
    rowId,
    ...write,
    tenantId: owner.tenantId ?? null,
    providerId: owner.providerId ?? null,
    changes: withoutSecrets(changes),
    rowName: name ?? null,
    keyId: key?.keyId ?? null,
    keyName: key?.name ?? null,
    externalId: external?.id ?? null,
    externalName: external?.name ?? null,
  }))
  const [first] = entries
  if (first === undefined) return
  if (attempt !== undefined) await markMade(tx, attempt, { noun: first.noun, id: first.rowId })
  await tx.insert(a).values(entries)
  await recordEvents(tx, eventsOfWrites(by, entries))
}

/** Takes what was written out of the entries of a row that is erased; who wrote, and when, stays. */
export async function forgetChanges(tx: Database, { noun, id }: RowName): Promise<void> {
  await tx
    .update(a)
    .set({ changes: [] })
    .where(and(eq(a.noun, noun), eq(a.rowId, id)))
}

/** What was done to a row, the newest first; only what was done while the caller’s side owned it. */
export async function auditOf(
  scope: Scope,
  db: Database,
  { noun, id, page, take }: RowName & PageInput,
): Promise<Page<AuditEntry>> {
  // Who has chosen no tenant may see a row of the platform, and owned nothing.
  const isOwn = scope.kind === 'unchosen' ? nothing : owned(scope, a)
  const where = and(eq(a.noun, noun), eq(a.rowId, id), isOwn)
  const rows = db.select().from(a).where(where).orderBy(desc(a.id)).$dynamic()
  return readPage(rows, counting(db, a, where), { page, take })
}

/** Who did what to a row, when and from where, as its history shows it. */
export const toActed = ({
  id: entryId,
  at,
  displayName,
  externalName,
  client,
  verb,
  version,
}: AuditEntry) => ({
  entryId,
  at: toWireDate(at),
  by: externalName ?? displayName,
  client,
  verb,
  version,
})

interface KnownRow extends RowName {
  /** The version of the row, which is row-locked until the transaction ends. */
  current: number
  /** The one that the caller has seen, if it says so. */
  known: number | undefined
  /** The fields that people write, by name. */
  fields: readonly string[]
}

/**
 * Optimistic locking: throws `outdated` with what was written since the version that the caller knows; of a row that had another
 * owner then, only what was written under the present one.
 */
export async function assertVersion(scope: Scope, tx: Database, row: KnownRow): Promise<void> {
  if (row.known === undefined || row.known === row.current) return
  const since = and(eq(a.noun, row.noun), eq(a.rowId, row.id), gt(a.version, row.known), owned(scope, a))
  const entries = await tx.select().from(a).where(since).orderBy(asc(a.id))
  throw new KinoraError('outdated', { changes: summed(entries, new Set(row.fields)) })
}

/** Field by field: what it held before the first of the writes, and who wrote it last. */
function summed(entries: readonly AuditEntry[], fields: ReadonlySet<string>): Change[] {
  const changes = new Map<string, Change>()
  for (const { changes: written, displayName, at } of entries)
    for (const { path, before, after } of written) {
      const first = changes.get(path) ?? { before }
      changes.set(path, { path, before: first.before, after, by: displayName, at: at.toISOString() })
    }
  return [...changes.values()].filter(
    ({ path, before, after }) =>
      fields.has(path.split('.')[0]!) && JSON.stringify(before) !== JSON.stringify(after),
  )
}

/** What a record is called, by the field that names it; of several languages by the text for all. */
export function nameIn(record: object): string | null {
  const { displayName, name, title, linkText } = record as Record<string, unknown>
  const found = displayName ?? name ?? title ?? linkText
  if (typeof found === 'string') return found || null
  const { invariantText, ...local } = (found ?? {}) as Record<string, unknown>
  const texts = [invariantText, local['en-US'], local['en-GB'], ...Object.values(local)]
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? null
}

const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

/** 80 random bits that are safe in an address and a file name. */
export function newTag(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map(byte => letters[byte % 32]).join('')
}

/** Who changed a row, and when; nobody where the platform did. */
export const stamp = (now: Date, userId: string | null) => ({ updatedAt: now, updatedBy: userId })

/** The same for a new row. */
export const stampNew = (now: Date, userId: string | null) => ({
  createdAt: now,
  createdBy: userId,
  ...stamp(now, userId),
})
