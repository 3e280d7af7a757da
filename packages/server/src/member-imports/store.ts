import type { MemberRowState } from '@kinora/core'
import type { ImportedSubscription, MemberRow } from '@kinora/core/bulk'
import { sql } from 'drizzle-orm'
import type { StoredBatch } from '../batch-work/index.ts'
import { rowsOf } from '../kernel/db/queries.ts'
import { newTag } from '../kernel/rows/audit.ts'
import type { Database } from '../ports/db.ts'
import { reasonsOf } from './files.ts'
import { type Kept, keptWords, settleKept, toItemKey } from './kept.ts'

interface Batch {
  batch: StoredBatch
  /** The last row that was through before. */
  after: number
  rows: readonly MemberRow[]
  now: Date
}

/**
 * Takes some rows of a file: members, subscriptions, results and how far the import is, in one transaction, so that a crash
 * leaves all of them or none. False where another process has gone on with the import meanwhile.
 */
export function storeBatch(db: Database, portion: Batch): Promise<boolean> {
  return db.transaction(async tx => {
    const { batch, rows, now } = portion
    if (!(await advance(tx, portion))) return false
    // Statistics lag behind an import that fills the tables: by them, all members would be looked through for each row.
    await tx.execute(sql`SET LOCAL enable_seqscan = off`)
    const merged = mergeBatch(rows)
    const kept = await settleKept(tx, merged, batch.tenantId!)
    const written = {
      added: new Set<string>(),
      changed: new Set<string>(),
      items: new Set<string>(),
    }
    const by = { tenantId: batch.tenantId!, now: now.toISOString(), userId: batch.createdBy }
    for (const { id, added } of await writeMembers(tx, merged.members, by))
      (added ? written.added : written.changed).add(id)
    for (const { id, title, productId } of await writeItems(tx, merged.items, by))
      written.items.add(toItemKey(id, { title, productId }))
    const results = rows.map(row => {
      const names = merged.keptOf(row, kept)
      return {
        row: row.row,
        externalUserId: row.externalUserId,
        state: names.length > 0 ? ('kept' as const) : merged.stateOf(row, written),
        problem: 'issues' in row ? reasonsOf(row) : names.length > 0 ? keptWords(names) : '',
      }
    })
    await writeResults(tx, batch, results)
    return true
  })
}

/** Moves the import on from where this process knows it to be. */
async function advance(tx: Database, { batch, after, rows }: Batch): Promise<boolean> {
  const bad = rows.filter(row => 'issues' in row).length
  const moved = await rowsOf(
    tx,
    sql`UPDATE batches SET last_row = ${rows.at(-1)!.row}, done_rows = done_rows + ${rows.length - bad},
      bad_rows = bad_rows + ${bad}
    WHERE batch_id = ${batch.batchId} AND run = ${batch.run} AND is_working AND last_row = ${after}
    RETURNING 1 AS moved`,
  )
  return moved.length > 0
}

interface Author {
  tenantId: string
  now: string
  userId: string | null
}

/** What staff has corrected by hand stays (decision 0120). */
const unlessCorrected = (field: 'name' | 'email') => {
  const column = sql.identifier(field)
  return sql`CASE WHEN ${field}::text = ANY(members.corrected) THEN members.${column} ELSE excluded.${column} END`
}

/** Ids of members that are new or differ from what was there; in one statement with one parameter, however many. */
function writeMembers(tx: Database, members: readonly object[], { tenantId, now, userId }: Author) {
  const given = JSON.stringify(members.map(member => ({ ...member, userId: newTag() })))
  return rowsOf<{ id: string; added: boolean }>(
    tx,
    sql`INSERT INTO members (user_id, tenant_id, external_user_id, name, email, created_at, created_by, updated_at, updated_by)
    SELECT "userId", ${tenantId}, "externalUserId", name, email, ${now}::timestamptz, ${userId}, ${now}::timestamptz, ${userId}
    FROM jsonb_to_recordset(${given}::jsonb) AS row ("userId" text, "externalUserId" text, name text, email text)
    ON CONFLICT (tenant_id, external_user_id) DO UPDATE SET name = ${unlessCorrected('name')},
      email = ${unlessCorrected('email')}, version = members.version + 1,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by
    WHERE (members.name, members.email) IS DISTINCT FROM (${unlessCorrected('name')}, ${unlessCorrected('email')})
    RETURNING external_user_id AS id, (xmax = 0) AS added`,
  )
}

/**
 * The same of subscriptions. A trial's days are those of the subscription while it is one, and stay known afterwards; the
 * day on which one is first told to be cancelled is its end, or today where that is yet to come.
 */
function writeItems(tx: Database, items: readonly object[], { tenantId, now, userId }: Author) {
  const given = JSON.stringify(items.map(item => ({ ...item, id: newTag() })))
  const cancelled = sql`CASE WHEN excluded.status = 'cancelled' AND s.status <> 'cancelled'
    THEN s.cancelled_dates || excluded.cancelled_dates ELSE s.cancelled_dates END`
  return rowsOf<{ id: string; title: string; productId: string }>(
    tx,
    sql`WITH written AS (
      INSERT INTO member_subscriptions AS s (id, user_id, title, status, source, product_id, plan_id, start_date, end_date,
        trial_start, trial_end, cancelled_dates, created_at, created_by, updated_at, updated_by)
      SELECT id, m.user_id, title, status, 'flatfile', "productId", "planId", "startDate", "endDate",
        CASE WHEN status = 'trial' THEN "startDate" END, CASE WHEN status = 'trial' THEN "endDate" END,
        CASE WHEN status = 'cancelled' THEN ARRAY[least("endDate", ${now.slice(0, 10)}::date)] ELSE '{}' END,
        ${now}::timestamptz, ${userId}, ${now}::timestamptz, ${userId}
      FROM jsonb_to_recordset(${given}::jsonb) AS row (id text, "externalUserId" text, title text, status text,
        "productId" text, "planId" text, "startDate" date, "endDate" date)
      JOIN members m ON m.tenant_id = ${tenantId} AND m.external_user_id = row."externalUserId"
      ON CONFLICT (user_id, source, title, product_id) DO UPDATE SET status = excluded.status,
        plan_id = excluded.plan_id, start_date = excluded.start_date, end_date = excluded.end_date,
        trial_start = coalesce(excluded.trial_start, s.trial_start), trial_end = coalesce(excluded.trial_end, s.trial_end),
        cancelled_dates = ${cancelled}, updated_at = excluded.updated_at, updated_by = excluded.updated_by
      WHERE NOT s.is_corrected AND (s.status, s.plan_id, s.start_date, s.end_date)
        IS DISTINCT FROM (excluded.status, excluded.plan_id, excluded.start_date, excluded.end_date)
      RETURNING user_id, title, product_id
    ) SELECT m.external_user_id AS id, title, product_id AS "productId" FROM written JOIN members m USING (user_id)`,
  )
}

interface Result {
  row: number
  externalUserId: string
  state: MemberRowState
  problem: string
}

async function writeResults(
  tx: Database,
  { batchId }: StoredBatch,
  results: readonly Result[],
): Promise<void> {
  await tx.execute(sql`INSERT INTO member_import_rows (batch_id, row, external_user_id, state, problem)
    SELECT ${batchId}, row, "externalUserId", state, problem FROM jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      AS result (row integer, "externalUserId" text, state text, problem text)`)
}

/** What a database said that it wrote: members by external id, subscriptions by key. */
interface Written {
  added: ReadonlySet<string>
  changed: ReadonlySet<string>
  items: ReadonlySet<string>
}

interface Member {
  externalUserId: string
  name: string
  email: string
}

/** Rows as they are written: a member and a subscription once each, as the last row says it (C-131). */
export function mergeBatch(rows: readonly MemberRow[]) {
  const members = new Map<string, Member>()
  const items = new Map<string, ImportedSubscription & Pick<Member, 'externalUserId'>>()
  const first = new Map<string, MemberRow>()
  const last = new Map<string, MemberRow>()
  for (const row of rows) {
    if (!('record' in row)) continue
    const { externalUserId, name, email, subscription } = row.record
    if (!first.has(externalUserId)) first.set(externalUserId, row)
    last.set(externalUserId, row)
    members.set(externalUserId, { externalUserId, name, email })
    if (subscription !== undefined)
      items.set(toItemKey(externalUserId, subscription), { externalUserId, ...subscription })
  }
  /** A member is added by the first of its rows, and changed by the last. */
  const stateOf = (row: MemberRow, written: Written): MemberRowState => {
    if (!('record' in row)) return 'refused'
    const { externalUserId: id, subscription } = row.record
    if (written.added.has(id) && first.get(id) === row) return 'added'
    const isChanged = written.changed.has(id) && last.get(id) === row
    const hasItem = subscription !== undefined && written.items.has(toItemKey(id, subscription))
    return isChanged || hasItem ? 'updated' : 'unchanged'
  }
  /** What of a row staff has corrected otherwise: a member is told by the last of its rows. */
  const keptOf = (row: MemberRow, kept: Kept): readonly string[] => {
    if (!('record' in row)) return []
    const { externalUserId: id, subscription } = row.record
    const isKept = subscription !== undefined && kept.items.has(toItemKey(id, subscription))
    return [...((last.get(id) === row && kept.members.get(id)) || []), ...(isKept ? ['subscription'] : [])]
  }
  return { members: [...members.values()], items: [...items.values()], stateOf, keptOf }
}
