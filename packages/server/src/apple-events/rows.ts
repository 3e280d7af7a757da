import { type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '../kernel/db/queries.ts'
import type { OfTenant } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { lockStripe, writeStoreItems } from '../stripe-events/index.ts'
import type { AppleEvent, Standing, Transaction } from './facts.ts'
import { toItem, tokenOf } from './items.ts'

/**
 * LIVE-07: takes a notification: of each transaction, and of how its subscription stands, the newest word by the App Store’s clock
 * counts, so that one that comes late or twice changes nothing. One of a tenant after the other, and none beside what brings members.
 */
export function takeNotification(
  site: OfTenant,
  db: Database,
  { told, now }: { told: AppleEvent; now: Date },
): Promise<void> {
  const { tenantId } = site
  const { eventId, type, transaction, standing } = told
  const customerId = transaction.originalTransactionId
  return db.transaction(async tx => {
    await lockStripe(site, tx)
    const taken = await rowsOf(
      tx,
      sql`INSERT INTO apple_events (tenant_id, event_id, type, received_at)
      VALUES (${tenantId}, ${eventId}, ${type}, ${now.toISOString()}::timestamptz) ON CONFLICT DO NOTHING RETURNING 1 AS taken`,
    )
    if (taken.length === 0) return
    await tx.execute(sql`INSERT INTO apple_customers (tenant_id, customer_id) VALUES (${tenantId}, ${customerId})
      ON CONFLICT DO NOTHING`)
    const { transactionId, signedDate } = transaction
    const of = { site, customerId, eventId }
    const said = new Date(signedDate)
    await keep(tx, { ...of, objectId: transactionId, kind: 'transaction', facts: transaction, said })
    const objectId = `standing of ${customerId}`
    await keep(tx, { ...of, objectId, kind: 'standing', facts: standing, said: told.saidAt })
    await settle(site, tx, { customerIds: [customerId], now })
  })
}

interface Word {
  site: OfTenant
  customerId: string
  eventId: string
  objectId: string
  kind: 'transaction' | 'standing'
  facts: Transaction | Standing
  said: Date
}

const keep = (tx: Database, { site, customerId, eventId, objectId, kind, facts, said }: Word) =>
  tx.execute(sql`INSERT INTO apple_objects (tenant_id, object_id, customer_id, kind, facts, said_at, event_id)
    VALUES (${site.tenantId}, ${objectId}, ${customerId}, ${kind}, ${JSON.stringify(facts)}::jsonb,
      ${said.toISOString()}::timestamptz, ${eventId})
    ON CONFLICT (tenant_id, object_id) DO UPDATE SET customer_id = excluded.customer_id, facts = excluded.facts,
      said_at = excluded.said_at, event_id = excluded.event_id
    WHERE (apple_objects.said_at, apple_objects.event_id) < (excluded.said_at, excluded.event_id)`)

/** Makes items of members of what is known of their purchases; one that is no member’s yet waits. */
async function settle(
  { tenantId }: OfTenant,
  tx: Database,
  { customerIds, now }: { customerIds: readonly string[]; now: Date },
): Promise<void> {
  const ids = sql.param([...customerIds])
  const objects = await rowsOf<{ customerId: string; kind: Word['kind']; facts: Transaction | Standing }>(
    tx,
    sql`SELECT customer_id AS "customerId", kind, facts FROM apple_objects
    WHERE tenant_id = ${tenantId} AND customer_id = ANY(${ids}::text[])`,
  )
  const customers = customerIds.map(customerId => {
    const own = objects.filter(one => one.customerId === customerId)
    const transactions = own.flatMap(({ kind, facts }) =>
      kind === 'transaction' ? [facts as Transaction] : [],
    )
    const standing = own.find(({ kind }) => kind === 'standing')!.facts as Standing
    return { customerId, token: tokenOf(transactions), items: [toItem({ transactions, standing })] }
  })
  await tx.execute(sql`UPDATE apple_customers c SET account_token = row.token, items = jsonb_array_length(row.items),
      user_id = coalesce(${memberOf(tenantId)}, CASE WHEN row.token IS NULL THEN c.user_id END)
    FROM jsonb_to_recordset(${JSON.stringify(customers)}::jsonb) AS row ("customerId" text, token text, items jsonb)
    WHERE c.tenant_id = ${tenantId} AND c.customer_id = row."customerId"`)
  await writeStoreItems(tx, { source: 'apple', tenantId, customers, now: now.toISOString() })
}

/** By the app’s account token; without one by an item that another source has brought with the original transaction as its customer. */
const memberOf = (tenantId: string): SQL => sql`CASE WHEN row.token IS NOT NULL
  THEN (SELECT m.user_id FROM members m WHERE m.tenant_id = ${tenantId}
    AND (lower(m.external_user_id) = row.token OR lower(m.user_id) = row.token) ORDER BY m.user_id LIMIT 1)
  ELSE (SELECT min(m.user_id) FROM members m JOIN member_subscriptions s ON s.user_id = m.user_id
    WHERE m.tenant_id = ${tenantId} AND s.crm_user_id = row."customerId" AND s.source <> 'apple'
    HAVING count(DISTINCT m.user_id) = 1) END`

/** Gives members that have come the items that waited for them, in the transaction that writes them. */
export async function settleApple(
  site: OfTenant,
  tx: Database,
  { externalUserIds, now }: { externalUserIds: readonly string[]; now: Date },
): Promise<void> {
  const { tenantId } = site
  const found = await rowsOf<{ customerId: string }>(
    tx,
    sql`SELECT c.customer_id AS "customerId" FROM apple_customers c JOIN members m ON m.tenant_id = c.tenant_id
    WHERE c.tenant_id = ${tenantId} AND m.external_user_id = ANY(${sql.param([...externalUserIds])}::text[])
      AND (c.account_token IN (lower(m.external_user_id), lower(m.user_id)) OR c.account_token IS NULL AND c.user_id IS NULL
        AND EXISTS (SELECT FROM member_subscriptions s WHERE s.user_id = m.user_id AND s.crm_user_id = c.customer_id))`,
  )
  const customerIds = [...new Set(found.map(({ customerId }) => customerId))]
  if (customerIds.length > 0) await settle(site, tx, { customerIds, now })
}

/** When the App Store was last heard of, and how many items wait for a member. */
export async function readAppleState(
  { tenantId }: OfTenant,
  db: Database,
): Promise<{ lastEventAt: Date | null; waiting: number }> {
  const [row] = await rowsOf<{ last: string | null; waiting: number }>(
    db,
    sql`SELECT (SELECT max(received_at) FROM apple_events WHERE tenant_id = ${tenantId})::text AS last,
      (SELECT coalesce(sum(items), 0) FROM apple_customers WHERE tenant_id = ${tenantId} AND user_id IS NULL)::integer AS waiting`,
  )
  return { lastEventAt: row!.last === null ? null : new Date(row!.last), waiting: row!.waiting }
}

/** Forgets which notifications were taken before. */
export async function forgetNotifications(db: Database, before: Date): Promise<void> {
  await db.execute(sql`DELETE FROM apple_events WHERE received_at < ${before.toISOString()}::timestamptz`)
}
