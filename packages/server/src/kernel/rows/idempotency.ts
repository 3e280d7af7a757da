import { en, IDEMPOTENCY_HOURS, KinoraError } from '@kinora/core'
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { pgTable, smallint, text } from 'drizzle-orm/pg-core'
import type { Deps } from '../../deps.ts'
import type { Database } from '../../ports/db.ts'
import { moment } from '../db/columns.ts'
import { startRecurring } from '../recurring.ts'

/** KEY-08, decision 0164: calls that came with an idempotency key. */
export const idempotencyKeysTable = pgTable('idempotency_keys', {
  id: text().primaryKey(),
  fingerprint: text().notNull(),
  attempt: text().notNull(),
  leasedUntil: moment('leased_until').notNull(),
  madeNoun: text('made_noun'),
  madeId: text('made_id'),
  status: smallint(),
  answer: text(),
  createdAt: moment('created_at').notNull(),
})
const k = idempotencyKeysTable

/** Milliseconds without a sign of life after which another try may take over; what the first writes after that is rolled back. */
export const LEASE = 15_000
const HOUR = 3_600_000

/** A try at a call with a key. */
export interface Attempt {
  /** Of the row. */
  id: string
  attempt: string
}

/** What a call with a key may do. */
export type Claim =
  | { kind: 'run'; attempt: Attempt }
  | { kind: 'answered'; status: number; answer: string }
  /** It was done, and its answer is lost. */
  | { kind: 'made'; noun: string; id: string }
  /** Another try of it isn’t over. */
  | { kind: 'running' }
  /** The key was used for something else. */
  | { kind: 'reused' }

interface ClaimedCall {
  id: string
  fingerprint: string
  now: Date
}

/** One of many equal calls gets `run`; again a later one where that ended without having written anything. */
export async function claim(db: Database, { id, fingerprint, now }: ClaimedCall): Promise<Claim> {
  const at = sql`${now.toISOString()}::timestamptz`
  const attempt = crypto.randomUUID()
  const values = { id, fingerprint, attempt, leasedUntil: new Date(now.getTime() + LEASE), createdAt: now }
  const isOver = lt(k.createdAt, new Date(now.getTime() - IDEMPOTENCY_HOURS * HOUR))
  const isAbandoned = and(
    eq(k.fingerprint, fingerprint),
    ...[isNull(k.status), isNull(k.madeNoun), lt(k.leasedUntil, at)],
  )
  const [mine] = await db
    .insert(k)
    .values(values)
    .onConflictDoUpdate({
      target: k.id,
      set: { ...values, madeNoun: null, madeId: null, status: null, answer: null },
      setWhere: or(isOver, isAbandoned),
    })
    .returning({ id: k.id })
  if (mine !== undefined) return { kind: 'run', attempt: { id, attempt } }
  const [row] = await db.select().from(k).where(eq(k.id, id))
  // The other try has just ended without having done anything.
  if (row === undefined) return { kind: 'running' }
  if (row.fingerprint !== fingerprint) return { kind: 'reused' }
  if (row.status !== null) return { kind: 'answered', status: row.status, answer: row.answer ?? '' }
  if (row.madeNoun === null || row.leasedUntil > now) return { kind: 'running' }
  return { kind: 'made', noun: row.madeNoun, id: row.madeId ?? '' }
}

const isMine = ({ id, attempt }: Attempt) => and(eq(k.id, id), eq(k.attempt, attempt))

/**
 * Goes into the transaction of a write: it stands or falls with the mark that its call has done something. Throws `conflict` where
 * another try has taken over meanwhile.
 */
export async function markMade(
  tx: Database,
  attempt: Attempt,
  { noun, id }: { noun: string; id: string },
): Promise<void> {
  const [marked] = await tx
    .update(k)
    .set({ madeNoun: sql`coalesce(${k.madeNoun}, ${noun})`, madeId: sql`coalesce(${k.madeId}, ${id})` })
    .where(isMine(attempt))
    .returning({ id: k.id })
  if (marked !== undefined) return
  const [others] = await tx.select({ id: k.id }).from(k).where(eq(k.id, attempt.id))
  if (others !== undefined) throw new KinoraError('conflict', { detail: en['idempotency.overtaken'] })
}

/** A sign of life. */
export async function renew(db: Database, attempt: Attempt, now: Date): Promise<void> {
  await db
    .update(k)
    .set({ leasedUntil: new Date(now.getTime() + LEASE) })
    .where(isMine(attempt))
}

/** Keeps the answer. */
export async function settle(
  db: Database,
  attempt: Attempt,
  { status, answer }: { status: number; answer: string },
): Promise<void> {
  await db.update(k).set({ status, answer }).where(isMine(attempt))
}

/** After a failure: what has written nothing may be tried again at once, and what has isn’t done again. */
export async function giveUp(db: Database, attempt: Attempt, now: Date): Promise<void> {
  const unwritten = and(isMine(attempt), isNull(k.madeNoun))
  const freed = await db.delete(k).where(unwritten).returning({ id: k.id })
  if (freed.length === 0) await db.update(k).set({ leasedUntil: now }).where(isMine(attempt))
}

/** Keys that may be used anew are forgotten, hour by hour. */
export const startIdempotencyJobs = (deps: Deps): Promise<void> =>
  startRecurring(deps, { queue: 'idempotency.forget', period: HOUR, work: () => forgetKeys(deps) })

export async function forgetKeys({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const since = new Date(clock.now().getTime() - IDEMPOTENCY_HOURS * HOUR)
  await db.delete(k).where(lt(k.createdAt, since))
}
