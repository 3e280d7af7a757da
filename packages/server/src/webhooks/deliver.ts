import {
  type DeliveryAttempt,
  deliveryDelays,
  FAILING_DAYS,
  isWebhookDelivered,
  type SwitchedOff,
  signWebhook,
  signWebhookByKey,
  type WebhookMessage,
  wait,
} from '@kinora/core'
import { and, eq, sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { numberEvents, type StoredEvent, toLogEvent } from '../event-log/index.ts'
import { rowsOf } from '../kernel/db/queries.ts'
import { startRecurring } from '../kernel/recurring.ts'
import { eventLogTable as e } from '../kernel/rows/event-log.ts'
import type { StoredSecret } from '../kernel/secrets.ts'
import type { SecretsPort } from '../ports/secrets.ts'
import { mailSwitchedOff } from './mail.ts'
import {
  webhookAttemptsTable as a,
  webhookMessagesTable as m,
  type WebhookRow,
  webhooksTable as w,
} from './tables.ts'

const DAY = 86_400_000
/** Milliseconds that a receiver has, and for which nobody else sends what one process has claimed. */
const TIMEOUT = 15_000
const LEASE = 20_000
/** Characters that are kept of why no answer came: a certificate can have a great many names. */
const PROBLEM_MAX = 500
/** Deliveries to one webhook at a time: a slow one holds up nobody else. */
const AT_ONCE = 4
/** Milliseconds between two looks for what is new or due, and for which one job goes on looking. */
const POLL = 1000
const PERIOD = 600_000

export type Needs = Pick<Deps, 'db' | 'clock' | 'addresses' | 'secrets' | 'log' | 'mail' | 'settings'>

/** One job looks for what is to be delivered, goes on for ten minutes and hands over to the next; of several servers one has it. */
export const startWebhookJobs = (deps: Deps): Promise<void> =>
  startRecurring(deps, {
    queue: 'webhooks.deliver',
    period: PERIOD,
    work: signal => deliverUntil(deps, signal),
  })

async function deliverUntil(deps: Needs, signal: AbortSignal): Promise<void> {
  const end = (Math.floor(deps.clock.now().getTime() / PERIOD) + 1) * PERIOD
  await mailSwitchedOff(deps)
  const sender = createSender(deps, signal)
  while (!signal.aborted && deps.clock.now().getTime() < end) {
    await sender.look()
    await sender.next(POLL)
  }
  await sender.idle()
}

/** HOOK-02: delivers what is due until nothing is, whether it goes well or not. */
export async function deliverDue(deps: Needs, signal = new AbortController().signal): Promise<void> {
  const sender = createSender(deps, signal)
  while ((await sender.look()) > 0 || sender.isBusy()) await sender.next()
}

interface Claimed {
  webhook: WebhookRow
  event: StoredEvent
  tries: number
}

/** Keeps several deliveries on their way, the next of a webhook as soon as one is through. */
function createSender(deps: Needs, signal: AbortSignal) {
  const sending = new Set<Promise<void>>()
  const start = (claimed: Claimed): void => {
    const sent = deliver(deps, claimed, signal)
      .catch((err: unknown) => deps.log.error({ err }, 'a delivery to a webhook could not be written down'))
      .finally(() => sending.delete(sent))
    sending.add(sent)
  }
  return {
    isBusy: () => sending.size > 0,
    /** Starts what is due; how many. */
    async look(): Promise<number> {
      await numberEvents(deps)
      const claimed = await claim(deps)
      for (const each of claimed) start(each)
      return claimed.length
    },
    /** Resolves once one is through, or at the latest after this many milliseconds. */
    async next(most?: number): Promise<void> {
      if (most === undefined) return void (await Promise.race(sending))
      await Promise.race([...sending, wait(most, signal)])
    },
    idle: () => Promise.all(sending),
  }
}

/**
 * The oldest that waits of each subject, where it is due: what comes after it waits for it, and a webhook that is slow has a few on
 * their way and no more. A claim ends by itself, so that what a process has taken along that died is sent again.
 */
async function claim({ db, clock }: Needs): Promise<Claimed[]> {
  const now = clock.now()
  const at = sql`${now.toISOString()}::timestamptz`
  const until = sql`${new Date(now.getTime() + LEASE).toISOString()}::timestamptz`
  const claimed = await rowsOf<{ webhook_id: string; position: string }>(
    db,
    sql`WITH heads AS (
      SELECT DISTINCT ON (webhook_id, subject) webhook_id, position, due_at, claimed_until
      FROM webhook_messages WHERE state = 'waiting' ORDER BY webhook_id, subject, position
    ), busy AS (
      SELECT webhook_id, count(*) AS on_their_way FROM heads WHERE claimed_until > ${at} GROUP BY webhook_id
    ), due AS (
      SELECT webhook_id, position, row_number() OVER (PARTITION BY webhook_id ORDER BY position) AS nth
      FROM heads WHERE due_at <= ${at} AND (claimed_until IS NULL OR claimed_until <= ${at})
    )
    UPDATE webhook_messages SET claimed_until = ${until}
    FROM due JOIN webhooks USING (webhook_id) LEFT JOIN busy USING (webhook_id)
    WHERE webhook_messages.webhook_id = due.webhook_id AND webhook_messages.position = due.position AND is_active
      AND nth <= ${AT_ONCE} - coalesce(on_their_way, 0) AND state = 'waiting'
      AND (webhook_messages.claimed_until IS NULL OR webhook_messages.claimed_until <= ${at})
    RETURNING webhook_messages.webhook_id, webhook_messages.position`,
  )
  if (claimed.length === 0) return []
  const wanted = claimed.map(row => sql`(${row.webhook_id}, ${Number(row.position)}::bigint)`)
  const rows = await db
    .select({ webhook: w, event: e, tries: m.tries })
    .from(m)
    .innerJoin(w, eq(w.webhookId, m.webhookId))
    .innerJoin(e, eq(e.position, m.position))
    .where(sql`(${m.webhookId}, ${m.position}) IN (${sql.join(wanted, sql`, `)})`)
    .orderBy(m.position)
  return rows as Claimed[]
}

async function deliver(deps: Needs, claimed: Claimed, signal: AbortSignal): Promise<void> {
  const { webhook, event } = claimed
  const logged = toLogEvent(event)
  const attempt = await send(deps, { webhook, id: logged.id, body: JSON.stringify(logged), signal })
  // What the end of this process cut off is no failure of the receiver’s.
  if (signal.aborted && attempt.status === null) return release(deps, claimed)
  await settle(deps, claimed, attempt)
}

/** HOOK-02: one message by Standard Webhooks, and what came back. */
export async function send(
  deps: Pick<Deps, 'clock' | 'addresses' | 'secrets' | 'settings'>,
  message: { webhook: WebhookRow; id: string; body: string; signal: AbortSignal },
): Promise<DeliveryAttempt> {
  const { webhook, id, body, signal } = message
  const now = deps.clock.now()
  const timestamp = Math.floor(now.getTime() / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': `${deps.settings.productName.replace(/[^\x21-\x7e]/g, '-')}-webhooks/1`,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
  }
  const began = performance.now()
  // A secret that can’t be opened is a try that failed, as an address that can’t be reached.
  const post = async () => {
    const signed = { id, timestamp, body }
    const signature = await signatureOf(webhook, { secrets: deps.secrets, now }, signed)
    const sent = { ...headers, 'webhook-signature': signature }
    return deps.addresses.post(webhook.url, { headers: sent, body, timeout: TIMEOUT, signal })
  }
  const reply = await post().then(
    ({ status, text }) => ({ status, answer: text.replaceAll('\0', ''), problem: null }),
    (error: unknown) => ({
      status: null,
      answer: '',
      problem: problemOf(error).replaceAll('\0', '').slice(0, PROBLEM_MAX),
    }),
  )
  const milliseconds = Math.round(performance.now() - began)
  return { at: now.toISOString(), milliseconds, ...reply, request: { headers, body } }
}

/** HOOK-04: by the present secret and key, and by those before while they are good; symmetric ones first, as most receivers read them. */
async function signatureOf(
  { secret, formerSecret, formerUntil, privateKey, formerPrivateKey }: WebhookRow,
  { secrets, now }: { secrets: SecretsPort; now: Date },
  message: WebhookMessage,
): Promise<string> {
  const isGood = formerUntil !== null && formerUntil > now
  const open = (present: StoredSecret | null, former: StoredSecret | null): string[] =>
    [present, isGood ? former : null].flatMap(each => (each === null ? [] : secrets.open(each.sealed)))
  const signatures = await Promise.all([
    ...open(secret, formerSecret).map(each => signWebhook(each, message)),
    ...open(privateKey, formerPrivateKey).map(each => signWebhookByKey(each, message)),
  ])
  return signatures.join(' ')
}

/** Why no answer came, in a few words; a lookup of several addresses fails with all of them. */
function problemOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return problemOf(error.errors[0])
  return error instanceof Error && error.message !== '' ? error.message : 'no connection'
}

const GONE = 410
async function release({ db }: Needs, { webhook, event }: Claimed): Promise<void> {
  await db.update(m).set({ claimedUntil: null }).where(isMessage(webhook, event))
}

const isMessage = ({ webhookId }: WebhookRow, { position }: StoredEvent) =>
  and(eq(m.webhookId, webhookId), eq(m.position, position))

/** Writes down a try and what follows from it, all or nothing. */
async function settle(deps: Needs, claimed: Claimed, attempt: DeliveryAttempt): Promise<void> {
  const { webhook, event, tries } = claimed
  const { webhookId } = webhook
  const { at, ...tried } = attempt
  const wasDelivered = isWebhookDelivered(attempt.status)
  const off = await deps.db.transaction(async tx => {
    const [row] = await tx.select().from(w).where(eq(w.webhookId, webhookId)).for('no key update')
    // Deleted meanwhile, and its messages with it.
    if (row === undefined) return null
    const values = { ...tried, at: new Date(at), webhookId, position: event.position }
    await tx.insert(a).values(values)
    const next = nextOf(attempt, tries + 1, deps.clock.now())
    await tx
      .update(m)
      .set({ ...next, tries: tries + 1, claimedUntil: null })
      .where(isMessage(webhook, event))
    const health = healthOf(row, attempt, deps.clock.now())
    await tx.update(w).set(health).where(eq(w.webhookId, webhookId))
    return health.switchedOff ?? null
  })
  if (!wasDelivered) deps.log.info({ webhookId, status: attempt.status, tries: tries + 1 }, 'webhook failed')
  if (off !== null) await mailSwitchedOff(deps)
}

/** HOOK-02: taken, tried again over three days, or given up. */
function nextOf({ status }: DeliveryAttempt, tries: number, now: Date): Partial<typeof m.$inferInsert> {
  if (isWebhookDelivered(status)) return { state: 'delivered' }
  const delay = status === GONE ? undefined : deliveryDelays[tries - 1]
  if (delay === undefined) return { state: 'failed' }
  return { dueAt: new Date(now.getTime() + delay * 1000) }
}

/** HOOK-02: an address that is gone, or has failed for five days, is switched off. */
function healthOf(row: WebhookRow, { status }: DeliveryAttempt, now: Date): Partial<WebhookRow> {
  if (isWebhookDelivered(status)) return { failingSince: null, deliveredAt: now }
  const failingSince = row.failingSince ?? now
  const reason: SwitchedOff | undefined =
    status === GONE
      ? 'gone'
      : now.getTime() - failingSince.getTime() >= FAILING_DAYS * DAY
        ? 'failing'
        : undefined
  if (reason === undefined || !row.isActive) return { failingSince }
  return { failingSince, isActive: false, switchedOff: reason, toldAt: null }
}
