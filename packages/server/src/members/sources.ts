import type { MemberRowState } from '@kinora/core'
import type { ImportedSubscription, MemberRow } from '@kinora/core/bulk'
import { sql } from 'drizzle-orm'
import { settleApple } from '../apple-events/index.ts'
import { rowsOf } from '../kernel/db/queries.ts'
import { newTag } from '../kernel/rows/audit.ts'
import { type Happened, recordEvents } from '../kernel/rows/event-log.ts'
import type { Database } from '../ports/db.ts'
import { settleMembers } from '../stripe-events/index.ts'
import { type Corrections, settleCorrections, toItemKey } from './corrections.ts'

/** Where rows of members come from, and who has brought them; nobody where a site did. */
export interface Origin {
  tenantId: string
  /** Of the items that they name. */
  source: string
  userId: string | null
  now: Date
}

/** What became of a row: `kept` names what staff has corrected otherwise. */
export interface Stored {
  state: MemberRowState
  kept: readonly string[]
}

/** C-131, C-146: writes members and their items as rows of a source say them, in a transaction that is the caller's. */
export async function storeRows(
  tx: Database,
  rows: readonly MemberRow[],
  { now, ...origin }: Origin,
): Promise<(row: MemberRow) => Stored> {
  // Statistics lag behind an import that fills the tables: by them, all members would be looked through for each row.
  await tx.execute(sql`SET LOCAL enable_seqscan = off`)
  const merged = mergeBatch(rows)
  const corrections = await settleCorrections(tx, merged, origin)
  const written = { added: new Set<string>(), changed: new Set<string>(), items: new Set<string>() }
  const by = { ...origin, now: now.toISOString() }
  const members = await writeMembers(tx, merged.members, by)
  for (const { id, added } of members) (added ? written.added : written.changed).add(id)
  const items = await writeItems(tx, merged.items, by)
  for (const { id, title, productId } of items) written.items.add(toItemKey(id, { title, productId }))
  await recordEvents(tx, toEvents({ members, items }, { ...origin, now }))
  const externalUserIds = [...written.added, ...written.changed]
  if (externalUserIds.length > 0) {
    const site = { kind: 'tenant', tenantId: origin.tenantId } as const
    await settleMembers(site, tx, { externalUserIds, now })
    await settleApple(site, tx, { externalUserIds, now })
  }
  return row => {
    const names = merged.correctedIn(row, corrections)
    return { state: names.length > 0 ? 'kept' : merged.stateOf(row, written), kept: names }
  }
}

type Author = Omit<Origin, 'now'> & { now: string }

interface WrittenMember {
  id: string
  userId: string
  version: number
  added: boolean
}

interface WrittenItem {
  id: string
  userId: string
  title: string
  productId: string
}

/** HOOK-01: one for each member that has come, or that something is new of. */
function toEvents(
  { members, items }: { members: readonly WrittenMember[]; items: readonly WrittenItem[] },
  { tenantId, now }: Pick<Origin, 'tenantId' | 'now'>,
): Happened[] {
  const about = (subject: string) => ({ at: now, owner: { tenantId }, subject })
  const known = new Set(members.map(({ userId }) => userId))
  const others = new Set(items.map(({ userId }) => userId).filter(userId => !known.has(userId)))
  return [
    ...members.map(({ userId, version, added }) => ({
      ...about(userId),
      type: added ? ('member.created' as const) : ('member.updated' as const),
      version,
    })),
    ...[...others].map(userId => ({ ...about(userId), type: 'member.updated' as const })),
  ]
}

/** What staff has corrected by hand stays (decision 0120). */
const unlessCorrected = (field: 'name' | 'email') => {
  const column = sql.identifier(field)
  return sql`CASE WHEN ${field}::text = ANY(members.corrected) THEN members.${column} ELSE excluded.${column} END`
}

/** Ids of members that are new or differ from what was there; in one statement with one parameter, however many. */
function writeMembers(tx: Database, members: readonly object[], { tenantId, now, userId }: Author) {
  const given = JSON.stringify(members.map(member => ({ ...member, userId: newTag() })))
  return rowsOf<WrittenMember>(
    tx,
    sql`INSERT INTO members (user_id, tenant_id, external_user_id, name, email, created_at, created_by, updated_at, updated_by)
    SELECT "userId", ${tenantId}, "externalUserId", name, email, ${now}::timestamptz, ${userId}, ${now}::timestamptz, ${userId}
    FROM jsonb_to_recordset(${given}::jsonb) AS row ("userId" text, "externalUserId" text, name text, email text)
    ON CONFLICT (tenant_id, external_user_id) DO UPDATE SET name = ${unlessCorrected('name')},
      email = ${unlessCorrected('email')}, version = members.version + 1,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by
    WHERE (members.name, members.email) IS DISTINCT FROM (${unlessCorrected('name')}, ${unlessCorrected('email')})
    RETURNING external_user_id AS id, user_id AS "userId", version, (xmax = 0) AS added`,
  )
}

/**
 * The same of subscriptions. A trial's days are those of the subscription while it is one, and stay known afterwards; the
 * day on which one is first told to be cancelled is its end, or today where that is yet to come. What a row has no word on stays.
 */
function writeItems(tx: Database, items: readonly object[], { tenantId, source, now, userId }: Author) {
  const given = JSON.stringify(items.map(item => ({ ...item, id: newTag() })))
  const cancelled = sql`CASE WHEN excluded.status = 'cancelled' AND s.status <> 'cancelled'
    THEN s.cancelled_dates || excluded.cancelled_dates ELSE s.cancelled_dates END`
  return rowsOf<WrittenItem>(
    tx,
    sql`WITH written AS (
      INSERT INTO member_subscriptions AS s (id, user_id, title, status, source, product_id, plan_id, start_date, end_date,
        trial_start, trial_end, cancelled_dates, external_status, price, discount_code, crm_source, crm_user_id,
        created_at, created_by, updated_at, updated_by)
      SELECT id, m.user_id, title, status, ${source}, "productId", "planId", "startDate", "endDate",
        coalesce("trialStart", CASE WHEN status = 'trial' THEN "startDate" END),
        coalesce("trialEnd", CASE WHEN status = 'trial' THEN "endDate" END),
        CASE WHEN status = 'cancelled' THEN ARRAY[least("endDate", ${now.slice(0, 10)}::date)] ELSE '{}' END,
        "externalStatus", price, "discountCode", "crmSource", "crmUserId",
        ${now}::timestamptz, ${userId}, ${now}::timestamptz, ${userId}
      FROM jsonb_to_recordset(${given}::jsonb) AS row (id text, "externalUserId" text, title text, status text,
        "productId" text, "planId" text, "startDate" date, "endDate" date, "trialStart" date, "trialEnd" date,
        "externalStatus" text, price text, "discountCode" text, "crmSource" text, "crmUserId" text)
      JOIN members m ON m.tenant_id = ${tenantId} AND m.external_user_id = row."externalUserId"
      ON CONFLICT (user_id, source, title, product_id) WHERE external_id IS NULL DO UPDATE SET status = excluded.status,
        plan_id = excluded.plan_id, start_date = excluded.start_date, end_date = excluded.end_date,
        ${sql.raw(told.map(column => `${column} = ${either(column)}`).join(', '))},
        cancelled_dates = ${cancelled}, updated_at = excluded.updated_at, updated_by = excluded.updated_by
      WHERE NOT s.is_corrected AND (s.status, s.plan_id, s.start_date, s.end_date, ${sql.raw(told.map(column => `s.${column}`).join(', '))})
        IS DISTINCT FROM (excluded.status, excluded.plan_id, excluded.start_date, excluded.end_date, ${sql.raw(told.map(either).join(', '))})
      RETURNING user_id, title, product_id
    ) SELECT m.external_user_id AS id, m.user_id AS "userId", title, product_id AS "productId" FROM written JOIN members m USING (user_id)`,
  )
}

/** Columns of an item that not every source has a word on. */
const told = [
  'trial_start',
  'trial_end',
  'external_status',
  'price',
  'discount_code',
  'crm_source',
  'crm_user_id',
]
const either = (column: string): string => `coalesce(excluded.${column}, s.${column})`

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
  const correctedIn = (row: MemberRow, corrections: Corrections): readonly string[] => {
    if (!('record' in row)) return []
    const { externalUserId: id, subscription } = row.record
    const isCorrected = subscription !== undefined && corrections.items.has(toItemKey(id, subscription))
    return [
      ...((last.get(id) === row && corrections.members.get(id)) || []),
      ...(isCorrected ? ['subscription'] : []),
    ]
  }
  return { members: [...members.values()], items: [...items.values()], stateOf, correctedIn }
}
