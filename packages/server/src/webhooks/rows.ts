import {
  newWebhookKeys,
  newWebhookSecret,
  type Page,
  type PageInput,
  toEventId,
  toPosition,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryFilter,
  WebhookDraft,
} from '@kinora/core'
import { and, asc, count, desc, eq, gte, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Deps } from '../deps.ts'
import { counting, readPage } from '../kernel/db/pages.ts'
import { contains, nothing, owned, rowsOf } from '../kernel/db/queries.ts'
import { type Author, recordWrite, stamp } from '../kernel/rows/audit.ts'
import { crud, picked } from '../kernel/rows/crud.ts'
import { eventLogTable as e } from '../kernel/rows/event-log.ts'
import { refused } from '../kernel/rows/refusals.ts'
import { ownerOf, type Scope } from '../kernel/scope.ts'
import { sealSecret } from '../kernel/secrets.ts'
import type { Database } from '../ports/db.ts'
import { tenantsTable } from '../tenants/tables.ts'
import {
  webhookAttemptsTable as a,
  webhookMessagesTable as m,
  type WebhookRow,
  webhooksTable as w,
} from './tables.ts'

/** F-2, `own` and `sel`: those of the tenant; administrators have the platform’s and every tenant’s. */
export const webhookRows = crud(w, {
  noun: 'webhooks',
  id: 'webhookId',
  owns: scope => owned(scope, w),
  order: [asc(w.createdAt)],
  calls: ({ url }) => url,
  toDraft: picked(WebhookDraft),
  toEntity: row => row as WebhookRow,
})

export const searched = (query: string | undefined): SQL | undefined => contains(query, w.url, w.description)

/** How many the side of a new one has. */
export const countOn = (scope: Scope, tx: Database): Promise<number> => {
  const { tenantId } = ownerOf(scope)
  return tx.$count(w, tenantId === null ? isNull(w.tenantId) : eq(w.tenantId, tenantId))
}

/** As people see them, each with its tenant’s name and how much waits for it. */
export async function toWebhooks(db: Database, rows: readonly WebhookRow[]): Promise<Webhook[]> {
  const ids = rows.map(({ webhookId }) => webhookId)
  const waiting = await db
    .select({ webhookId: m.webhookId, waiting: count() })
    .from(m)
    .where(ids.length === 0 ? nothing : and(inArray(m.webhookId, ids), eq(m.state, 'waiting')))
    .groupBy(m.webhookId)
  const tenants = await db
    .select({ tenantId: tenantsTable.tenantId, name: tenantsTable.name })
    .from(tenantsTable)
    .where(
      inArray(
        tenantsTable.tenantId,
        rows.flatMap(row => row.tenantId ?? []),
      ),
    )
  const nameOf = new Map(tenants.map(({ tenantId, name }) => [tenantId, name]))
  const known = new Map(waiting.map(each => [each.webhookId, each.waiting]))
  return rows.map(row => {
    const { webhookId, tenantId, url, description, eventTypes, isActive, switchedOff, publicKey, version } =
      row
    return {
      webhookId,
      tenantId,
      url,
      description,
      eventTypes,
      isActive,
      switchedOff,
      publicKey,
      version,
      tenantName: nameOf.get(tenantId ?? '') ?? null,
      failingSince: row.failingSince?.toISOString() ?? null,
      deliveredAt: row.deliveredAt?.toISOString() ?? null,
      formerSecretUntil: row.formerUntil?.toISOString() ?? null,
      waiting: known.get(webhookId) ?? 0,
    }
  })
}

type Signing = Pick<WebhookRow, 'secret' | 'publicKey' | 'privateKey'>

/** A new secret and a new pair of keys; what others must not have, as it is stored. */
export async function makeSigning({ secrets, clock }: Pick<Deps, 'secrets' | 'clock'>) {
  const secret = newWebhookSecret()
  const { publicKey, privateKey } = await newWebhookKeys()
  const seal = (text: string) => sealSecret(text, secrets, clock.now())
  return { secret, publicKey, sealed: { secret: seal(secret), privateKey: seal(privateKey) } }
}

/** HOOK-04: a new secret and a new pair of keys take the place of those before, which stay good until a moment. */
export function rotateSecret(
  scope: Scope,
  db: Database,
  { id, signing, until, by }: { id: string; signing: Signing; until: Date | null; by: Author },
): Promise<void> {
  return db.transaction(async tx => {
    const before = await webhookRows.lock(scope, tx, id)
    const former = {
      formerSecret: until === null ? null : before.secret,
      formerPrivateKey: until === null ? null : before.privateKey,
      formerUntil: until,
    }
    await tx
      .update(w)
      .set({ ...signing, ...former, ...stamp(by.now, by.userId) })
      .where(eq(w.webhookId, id))
    const { version, tenantId, url: name } = before
    const write = { noun: 'webhooks', id, verb: 'rotate', version, owner: { tenantId }, name }
    await recordWrite(tx, by, { ...write, changes: [] })
  })
}

type DeliveriesQuery = z.infer<typeof WebhookDeliveryFilter> & { webhookId: string }

/** HOOK-04: what was sent and what waits, the newest first, each with its tries. The caller has found the webhook. */
export async function listDeliveries(
  db: Database,
  { webhookId, state, eventId, ...page }: DeliveriesQuery & PageInput,
): Promise<Page<WebhookDelivery>> {
  const where = and(
    eq(m.webhookId, webhookId),
    state && eq(m.state, state),
    eventId === undefined ? undefined : eq(m.position, toPosition(eventId)),
  )
  const rows = db
    .select({ message: m, type: e.type, at: e.at })
    .from(m)
    .innerJoin(e, eq(e.position, m.position))
    .where(where)
    .orderBy(desc(m.position))
    .$dynamic()
  const found = await readPage(rows, counting(db, m, where), page)
  const positions = found.data.map(({ message }) => message.position)
  const tries =
    positions.length === 0
      ? []
      : await db
          .select()
          .from(a)
          .where(and(eq(a.webhookId, webhookId), inArray(a.position, positions)))
          .orderBy(asc(a.attemptId))
  return {
    ...found,
    data: found.data.map(({ message, type, at }) => ({
      eventId: toEventId(message.position),
      type,
      happenedAt: at.toISOString(),
      state: message.state,
      tries: message.tries,
      dueAt: message.state === 'waiting' ? message.dueAt.toISOString() : null,
      attempts: tries
        .filter(({ position }) => position === message.position)
        .map(({ attemptId: _, webhookId: _webhook, position: _position, ...tried }) => ({
          ...tried,
          at: tried.at.toISOString(),
        })),
    })),
  }
}

interface Resend {
  eventId?: string
  since?: string
}

/** HOOK-04: one event, or all since a moment, are sent again as if they were new; how many. Only what still is in the log can be. */
export function resendBy(
  scope: Scope,
  db: Database,
  { id, by, ...what }: Resend & { id: string; by: Author },
): Promise<number> {
  return db.transaction(async tx => {
    const webhook = await webhookRows.lock(scope, tx, id)
    const sent = await resend(tx, { webhook, now: by.now, ...what })
    const { version, tenantId, url: name } = webhook
    const changes = [{ path: 'resent', before: null, after: what.eventId ?? what.since }]
    await recordWrite(tx, by, {
      noun: 'webhooks',
      id,
      verb: 'resend',
      version,
      owner: { tenantId },
      name,
      changes,
    })
    return sent
  })
}

async function resend(
  db: Database,
  { webhook, eventId, since, now }: Resend & { webhook: WebhookRow; now: Date },
): Promise<number> {
  const { webhookId, tenantId, eventTypes } = webhook
  const due = now.toISOString()
  const wanted = and(
    eventId === undefined ? undefined : eq(e.position, toPosition(eventId)),
    since === undefined ? undefined : gte(e.at, new Date(since)),
    tenantId === null ? undefined : eq(e.tenantId, tenantId),
    eventTypes.length === 0 ? undefined : inArray(e.type, eventTypes),
    sql`${e.position} IS NOT NULL`,
  )
  const rows = await rowsOf<{ position: string }>(
    db,
    sql`INSERT INTO webhook_messages (webhook_id, position, subject, state, due_at)
      SELECT ${webhookId}, position, split_part(type, '.', 1) || ' ' || subject, 'waiting', ${due}::timestamptz
      FROM event_log WHERE ${wanted}
      ON CONFLICT (webhook_id, position) DO UPDATE SET state = 'waiting', tries = 0, due_at = excluded.due_at
      RETURNING position`,
  )
  if (eventId !== undefined && rows.length === 0) throw refused('webhook.noDelivery', undefined, 'eventId')
  return rows.length
}
