import { createMessages, en } from '@kinora/core'
import type { ImportedSubscription } from '@kinora/core/bulk'
import { type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '../kernel/db/queries.ts'
import type { Database } from '../ports/db.ts'

/** What a file says of members and their items, once each. */
interface Said {
  members: readonly { externalUserId: string; name: string; email: string }[]
  items: readonly (ImportedSubscription & { externalUserId: string })[]
}

/** Whose members, and which of their items. */
interface From {
  tenantId: string
  source: string
}

/** What staff has corrected by hand and a file says otherwise (decision 0120). */
export interface Corrections {
  /** Fields of members, by external id. */
  members: ReadonlyMap<string, readonly string[]>
  /** By `toItemKey`. */
  items: ReadonlySet<string>
}

/** Names a subscription of a member within a tenant. */
export const toItemKey = (
  externalUserId: string,
  { title, productId }: Pick<ImportedSubscription, 'title' | 'productId'>,
): string => JSON.stringify([externalUserId, title, productId])

const membersOf = ({ members }: Said): SQL => sql`jsonb_to_recordset(${JSON.stringify(members)}::jsonb)
  AS row ("externalUserId" text, name text, email text)`
const itemsOf = ({ items }: Said): SQL => sql`jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
  AS row ("externalUserId" text, title text, status text, "productId" text, "planId" text, "startDate" date, "endDate" date)`

const isSameMember = sql`m.external_user_id = row."externalUserId" AND m.corrected <> '{}'`
const isSameItem = (
  source: string,
) => sql`s.user_id = m.user_id AND s.source = ${source} AND s.external_id IS NULL AND s.is_corrected
  AND s.title = row.title AND s.product_id = row."productId" AND m.external_user_id = row."externalUserId"`
const fields = sql`ARRAY(SELECT field FROM unnest(m.corrected) AS field
  WHERE (field = 'name' AND m.name <> row.name) OR (field = 'email' AND m.email <> row.email))`
const differs = sql`(s.status, s.plan_id, s.start_date, s.end_date)
  IS DISTINCT FROM (row.status, row."planId", row."startDate", row."endDate")`

interface ItemRow {
  id: string
  title: string
  productId: string
  kept: boolean
}

const toCorrections = (
  members: readonly { id: string; kept: string[] }[],
  items: readonly ItemRow[],
): Corrections => ({
  members: new Map(members.filter(({ kept }) => kept.length > 0).map(({ id, kept }) => [id, kept])),
  items: new Set(items.filter(({ kept }) => kept).map(({ id, ...item }) => toItemKey(id, item))),
})

/** What an import of this would leave as it was corrected. */
export async function readCorrections(
  db: Database,
  said: Said,
  { tenantId, source }: From,
): Promise<Corrections> {
  const members = sql`SELECT m.external_user_id AS id, ${fields} AS kept FROM ${membersOf(said)}
    JOIN members m ON m.tenant_id = ${tenantId} AND ${isSameMember}`
  const items = sql`SELECT m.external_user_id AS id, s.title, s.product_id AS "productId", ${differs} AS kept FROM ${itemsOf(said)}
    JOIN members m ON m.tenant_id = ${tenantId} AND m.external_user_id = row."externalUserId"
    JOIN member_subscriptions s ON ${isSameItem(source)}`
  return toCorrections(await rowsOf(db, members), await rowsOf(db, items))
}

/** The same as it is written: a correction that the file has caught up with is none any more, so that later files count again. */
export async function settleCorrections(
  tx: Database,
  said: Said,
  { tenantId, source }: From,
): Promise<Corrections> {
  const members = sql`UPDATE members m SET corrected = ${fields} FROM ${membersOf(said)}
    WHERE m.tenant_id = ${tenantId} AND ${isSameMember} RETURNING m.external_user_id AS id, m.corrected AS kept`
  const items = sql`UPDATE member_subscriptions s SET is_corrected = ${differs} FROM ${itemsOf(said)}, members m
    WHERE m.tenant_id = ${tenantId} AND ${isSameItem(source)}
    RETURNING m.external_user_id AS id, s.title, s.product_id AS "productId", s.is_corrected AS kept`
  return toCorrections(await rowsOf(tx, members), await rowsOf(tx, items))
}

const messages = createMessages(en)

/** What was kept of a row, as its result says it; it names fields and quotes nothing. */
export const correctionWords = (names: readonly string[]): string =>
  messages.text('memberImport.kept', { fields: names.join(', ') })
