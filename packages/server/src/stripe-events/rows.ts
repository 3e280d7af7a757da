import { type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '../kernel/db/queries.ts'
import { newTag } from '../kernel/rows/audit.ts'
import type { OfTenant } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import type { StripeEvent } from './facts.ts'
import { type Known, type StoreItem, toItems, toPerson } from './items.ts'

/**
 * One event of a tenant after the other, and none beside an import that brings members or what erases one: whichever comes second
 * sees what the first has written, so that no item misses its member. Held until the transaction ends.
 */
export const lockStripe = ({ tenantId }: OfTenant, tx: Database): Promise<unknown> =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('kinora.stripe'), hashtext(${tenantId}))`)

/**
 * LIVE-07: takes an event: of each thing at Stripe the newest word by Stripe's clock counts, so that one that comes late or twice
 * changes nothing.
 */
export function takeEvent(
  site: OfTenant,
  db: Database,
  { told, now }: { told: StripeEvent; now: Date },
): Promise<void> {
  const { tenantId } = site
  return db.transaction(async tx => {
    await lockStripe(site, tx)
    const taken = await rowsOf(
      tx,
      sql`INSERT INTO stripe_events (tenant_id, event_id, type, received_at)
      VALUES (${tenantId}, ${told.eventId}, ${told.type}, ${now.toISOString()}::timestamptz)
      ON CONFLICT DO NOTHING RETURNING 1 AS taken`,
    )
    if (taken.length === 0) return
    await tx.execute(sql`INSERT INTO stripe_customers (tenant_id, customer_id) VALUES (${tenantId}, ${told.customerId})
      ON CONFLICT DO NOTHING`)
    if (!(await keep(site, tx, told))) return
    await dropCheckouts(site, tx, told)
    await settle(site, tx, { customerIds: [told.customerId], now })
  })
}

/** False where something newer is known already. */
async function keep({ tenantId }: OfTenant, tx: Database, told: StripeEvent): Promise<boolean> {
  const { kind, facts } = told.fact
  const age = (row: string): SQL =>
    sql.raw(['is_final', 'said_at', 'rank', 'event_id'].map(column => `${row}.${column}`).join(', '))
  const kept = await rowsOf(
    tx,
    sql`INSERT INTO stripe_objects (tenant_id, object_id, customer_id, kind, facts, is_final, said_at, rank, event_id)
    VALUES (${tenantId}, ${told.objectId}, ${told.customerId}, ${kind}, ${JSON.stringify(facts)}::jsonb, ${told.isFinal},
      ${told.saidAt.toISOString()}::timestamptz, ${told.rank}, ${told.eventId})
    ON CONFLICT (tenant_id, object_id) DO UPDATE SET customer_id = excluded.customer_id, kind = excluded.kind,
      facts = excluded.facts, is_final = excluded.is_final, said_at = excluded.said_at, rank = excluded.rank,
      event_id = excluded.event_id
    WHERE (${age('stripe_objects')}) < (${age('excluded')})
    RETURNING 1 AS kept`,
  )
  return kept.length > 0
}

/**
 * Every purchase is a checkout of its own: where a newer one of the customer tells an id and an e-mail as well, as far as
 * this one does, nobody reads it any more. At most four are left of a customer, the same in whatever order they come.
 */
async function dropCheckouts(
  { tenantId }: OfTenant,
  tx: Database,
  { customerId, fact }: StripeEvent,
): Promise<void> {
  if (fact.kind !== 'checkout') return
  const told = (row: string, field: string): SQL =>
    sql.raw(`nullif(trim(${row}.facts ->> '${field}'), '') IS NOT NULL`)
  const says = (field: string): SQL => sql`(NOT ${told('o', field)} OR ${told('n', field)})`
  await tx.execute(sql`DELETE FROM stripe_objects o USING stripe_objects n
    WHERE o.tenant_id = ${tenantId} AND o.customer_id = ${customerId} AND o.kind = 'checkout'
      AND n.tenant_id = o.tenant_id AND n.customer_id = o.customer_id AND n.kind = 'checkout'
      AND (n.said_at, o.object_id COLLATE "C") > (o.said_at, n.object_id COLLATE "C")
      AND ${says('externalUserId')} AND ${says('email')}`)
}

/** Makes the items of members what is known of their customers; a customer that no member is keeps its items for later. */
async function settle(
  { tenantId }: OfTenant,
  tx: Database,
  { customerIds, now }: { customerIds: readonly string[]; now: Date },
): Promise<void> {
  const objects = await rowsOf<{ customerId: string } & Known>(
    tx,
    sql`SELECT customer_id AS "customerId", object_id AS "objectId", kind, facts FROM stripe_objects
    WHERE tenant_id = ${tenantId} AND customer_id = ANY(${sql.param([...customerIds])}::text[])
    ORDER BY said_at DESC, object_id COLLATE "C"`,
  )
  const byCustomer = new Map<string, Known[]>(customerIds.map(id => [id, []]))
  for (const { customerId, ...known } of objects) byCustomer.get(customerId)!.push(known)
  const customers = [...byCustomer].map(([customerId, known]) => {
    return { customerId, ...toPerson(known), items: toItems(known) }
  })
  await tx.execute(sql`UPDATE stripe_customers c SET external_user_id = row."externalUserId", email = row.email,
      items = jsonb_array_length(row.items), user_id = ${memberOf(tenantId)}
    FROM jsonb_to_recordset(${JSON.stringify(customers)}::jsonb)
      AS row ("customerId" text, "externalUserId" text, email text, items jsonb)
    WHERE c.tenant_id = ${tenantId} AND c.customer_id = row."customerId"`)
  await writeStoreItems(tx, { source: 'stripe', tenantId, customers, now: now.toISOString() })
}

/** By the site's own id where one is told; an e-mail that two members have names neither. */
const memberOf = (tenantId: string): SQL => sql`CASE WHEN row."externalUserId" IS NOT NULL
  THEN (SELECT m.user_id FROM members m WHERE m.tenant_id = ${tenantId} AND m.external_user_id = row."externalUserId")
  ELSE (SELECT min(m.user_id) FROM members m WHERE m.tenant_id = ${tenantId} AND lower(m.email) = row.email
    HAVING count(*) = 1) END`

/** Where each source’s customers stand, with the member that each of them is. */
const tables = { stripe: sql.raw('stripe_customers'), apple: sql.raw('apple_customers') }

interface Settled {
  source: keyof typeof tables
  tenantId: string
  customers: readonly { customerId: string; items: readonly StoreItem[] }[]
  now: string
}

/** Items that are told no more, or now belong to another member, go; the others are written where they differ. */
export async function writeStoreItems(
  tx: Database,
  { source, tenantId, customers, now }: Settled,
): Promise<void> {
  const items = customers.flatMap(({ customerId, items }) =>
    items.map(item => ({ ...item, id: newTag(), customerId })),
  )
  const told = sql`(SELECT row.*, c.user_id AS "userId" FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
    AS row (id text, "customerId" text, "externalId" text, title text, status text, "externalStatus" text, "productId" text,
      "planId" text, price text, "startDate" date, "endDate" date, "trialStart" date, "trialEnd" date,
      "cancelledDates" date[], "discountCode" text)
    JOIN ${tables[source]} c ON c.tenant_id = ${tenantId} AND c.customer_id = row."customerId" AND c.user_id IS NOT NULL)`
  const ids = sql.param(customers.map(({ customerId }) => customerId))
  await tx.execute(sql`DELETE FROM member_subscriptions s USING members m
    WHERE m.user_id = s.user_id AND m.tenant_id = ${tenantId} AND s.source = ${source} AND s.external_id IS NOT NULL
      AND s.crm_user_id = ANY(${ids}::text[])
      AND NOT EXISTS (SELECT FROM ${told} told WHERE told."userId" = s.user_id AND told."externalId" = s.external_id)`)
  if (items.length === 0) return
  await tx.execute(sql`INSERT INTO member_subscriptions AS s (id, user_id, external_id, title, status, external_status, source,
      product_id, plan_id, price, start_date, end_date, trial_start, trial_end, cancelled_dates, crm_source, crm_user_id,
      discount_code, created_at, updated_at)
    SELECT id, "userId", "externalId", coalesce(nullif(title, ''), ${packageTitle(tenantId)}, "productId"), status,
      "externalStatus", ${source}, "productId", "planId", price, "startDate", "endDate", "trialStart", "trialEnd",
      "cancelledDates", ${source}, "customerId", "discountCode", ${now}::timestamptz, ${now}::timestamptz
    FROM ${told} told
    ON CONFLICT (user_id, source, external_id) WHERE external_id IS NOT NULL DO UPDATE SET ${copied}, updated_at = excluded.updated_at
    WHERE (${columnsOf('s')}) IS DISTINCT FROM (${columnsOf('excluded')})`)
}

/** The package that is sold at that price or product, where it has no name of its own. */
const packageTitle = (tenantId: string): SQL => sql`(SELECT p.title FROM subscription_packages p
  WHERE p.tenant_id = ${tenantId} AND p.pricing_table_id IN (told."planId", told."productId") ORDER BY p.subs_package_id LIMIT 1)`

const columns = [
  ...['title', 'status', 'external_status', 'product_id', 'plan_id', 'price', 'start_date', 'end_date'],
  ...['trial_start', 'trial_end', 'cancelled_dates', 'crm_source', 'crm_user_id', 'discount_code'],
]
const columnsOf = (row: string): SQL => sql.raw(columns.map(column => `${row}.${column}`).join(', '))
const copied = sql.raw(columns.map(column => `${column} = excluded.${column}`).join(', '))

/**
 * Gives members that have come, or have another e-mail now, the items that waited for them, and those whose e-mail is now one member’s
 * alone; in the transaction that writes them.
 */
export async function settleMembers(
  site: OfTenant,
  tx: Database,
  { externalUserIds, now }: { externalUserIds: readonly string[]; now: Date },
): Promise<void> {
  await lockStripe(site, tx)
  const { tenantId } = site
  const found = await rowsOf<{ customerId: string }>(
    tx,
    sql`SELECT c.customer_id AS "customerId" FROM members m JOIN stripe_customers c ON c.tenant_id = m.tenant_id
      AND (c.external_user_id = m.external_user_id OR c.email = lower(m.email) OR c.user_id = m.user_id)
    WHERE m.tenant_id = ${tenantId} AND m.external_user_id = ANY(${sql.param([...externalUserIds])}::text[])
    UNION SELECT c.customer_id FROM stripe_customers c JOIN members m ON m.tenant_id = c.tenant_id AND lower(m.email) = c.email
    WHERE c.tenant_id = ${tenantId} AND c.user_id IS NULL AND c.external_user_id IS NULL`,
  )
  const customerIds = found.map(({ customerId }) => customerId)
  if (customerIds.length > 0) await settle(site, tx, { customerIds, now })
}

/** When Stripe was last heard of, and how many items wait for a member. */
export async function readStripeState(
  { tenantId }: OfTenant,
  db: Database,
): Promise<{ lastEventAt: Date | null; waiting: number }> {
  const [row] = await rowsOf<{ last: string | null; waiting: number }>(
    db,
    sql`SELECT (SELECT max(received_at) FROM stripe_events WHERE tenant_id = ${tenantId})::text AS last,
      (SELECT coalesce(sum(items), 0) FROM stripe_customers WHERE tenant_id = ${tenantId} AND user_id IS NULL)::integer AS waiting`,
  )
  return { lastEventAt: row!.last === null ? null : new Date(row!.last), waiting: row!.waiting }
}

/** Forgets which events were taken before. */
export async function forgetEvents(db: Database, before: Date): Promise<void> {
  await db.execute(sql`DELETE FROM stripe_events WHERE received_at < ${before.toISOString()}::timestamptz`)
}
