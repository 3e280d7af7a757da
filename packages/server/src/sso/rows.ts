import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { rowsOf } from '../kernel/db/queries.ts'
import type { Database } from '../ports/db.ts'
import type { LogoutNotice } from '../ports/identity.ts'
import { refreshTokensTable as r } from '../session/tables.ts'
import { externalLogoutsTable as l, externalSignInsTable as s, externalSessionsTable as x } from './tables.ts'

export type SignInRow = typeof s.$inferSelect
export type ExternalSession = typeof x.$inferSelect

/** Begins a sign-in; what has expired is forgotten. */
export async function addSignIn(db: Database, row: typeof s.$inferInsert, now: Date): Promise<void> {
  await db.delete(s).where(lt(s.expiresAt, now))
  await db.insert(s).values(row)
}

/** What comes back, once: a state that comes again finds nothing. */
export async function takeReturn(
  db: Database,
  { hash, identityProviderId, now }: { hash: string; identityProviderId: string; now: Date },
): Promise<SignInRow | undefined> {
  const [found] = await db
    .update(s)
    .set({ returnedAt: now })
    .where(
      and(
        eq(s.hash, hash),
        eq(s.identityProviderId, identityProviderId),
        isNull(s.nextPollAt),
        isNull(s.returnedAt),
        gt(s.expiresAt, now),
      ),
    )
    .returning()
  return found
}

/** A sign-in on another device that may be asked about now; who asks again at once waits. */
export async function takePoll(db: Database, hash: string, now: Date): Promise<SignInRow | undefined> {
  const [found] = await db
    .update(s)
    .set({ nextPollAt: sql`${now.toISOString()}::timestamptz + ${s.pollInterval} * interval '1 second'` })
    .where(and(eq(s.hash, hash), isNull(s.returnedAt), gt(s.expiresAt, now), lte(s.nextPollAt, now)))
    .returning()
  return found
}

export async function findPoll(db: Database, hash: string, now: Date): Promise<SignInRow | undefined> {
  const [found] = await db
    .select()
    .from(s)
    .where(and(eq(s.hash, hash), isNull(s.returnedAt), gt(s.expiresAt, now)))
  return found
}

/** RFC 8628, 3.5: five seconds more between two questions. */
export async function slowDown(db: Database, hash: string): Promise<void> {
  await db
    .update(s)
    .set({ pollInterval: sql`${s.pollInterval} + 5` })
    .where(eq(s.hash, hash))
}

/** What has come back, until it is exchanged. */
export async function keepReturn(
  db: Database,
  hash: string,
  values: Pick<
    typeof s.$inferInsert,
    'sealed' | 'codeHash' | 'expiresAt' | 'returnedAt' | 'issuer' | 'subject' | 'sid'
  >,
): Promise<void> {
  await db.update(s).set(values).where(eq(s.hash, hash))
}

/** Once: whoever comes second, or without what began it, finds nothing. */
export async function takeExchange(
  db: Database,
  { codeHash, now }: { codeHash: string; now: Date },
): Promise<SignInRow | undefined> {
  const [found] = await db
    .delete(s)
    .where(and(eq(s.codeHash, codeHash), gt(s.expiresAt, now)))
    .returning()
  return found
}

/** Its own room among advisory locks: the first half of the name of each. */
const SIGN_INS = 0x6b6e7373

/** Sessions that begin and notices that end them take turns: whichever is second sees what the first has done. */
const takeTurn = (tx: Database, issuer: string) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(${SIGN_INS}, hashtext(${issuer}))`)

/**
 * KEY-04: false where a notice has ended it since it came back from the identity provider; its tokens have ended then, too. Those whose
 * tokens are gone are forgotten.
 */
export function addSession(
  db: Database,
  { session, since }: { session: ExternalSession; since: Date },
): Promise<boolean> {
  return db.transaction(async tx => {
    await takeTurn(tx, session.issuer)
    await tx.execute(sql`DELETE FROM external_sessions x
      WHERE NOT EXISTS (SELECT FROM refresh_tokens t WHERE t.family = x.family)`)
    const isOver = (await tx.$count(l, ends(session, since))) > 0
    if (isOver) await endFamilies(tx, [session.family], session.checkedAt)
    else await tx.insert(x).values(session)
    return !isOver
  })
}

/** Notices that name it, or that came since and name everything of this person, as `endByNotice` reads them. */
const ends = ({ issuer, subject, sid }: ExternalSession, since: Date) =>
  and(
    eq(l.issuer, issuer),
    or(isNull(l.subject), eq(l.subject, subject)),
    or(
      sid === null ? undefined : eq(l.sid, sid),
      and(gte(l.receivedAt, since), or(isNull(l.sid), sid === null ? isNotNull(l.subject) : undefined)),
    ),
  )

export async function findSession(
  db: Database,
  by: { family: string } | { tokenHash: string },
): Promise<ExternalSession | undefined> {
  const ofToken = (hash: string) => db.select({ family: r.family }).from(r).where(eq(r.hash, hash))
  const match = 'family' in by ? eq(x.family, by.family) : inArray(x.family, ofToken(by.tokenHash))
  const [found] = await db.select().from(x).where(match)
  return found
}

/** Whether it is this call that asks the identity provider: of several at a time one does. */
export async function claimCheck(
  db: Database,
  { family, now, before }: { family: string; now: Date; before: Date },
): Promise<boolean> {
  const claimed = await db
    .update(x)
    .set({ checkedAt: now })
    .where(and(eq(x.family, family), lte(x.checkedAt, before)))
    .returning({ family: x.family })
  return claimed.length > 0
}

export async function updateSession(
  db: Database,
  family: string,
  values: Partial<Pick<ExternalSession, 'sealed' | 'checkedAt'>>,
): Promise<void> {
  await db.update(x).set(values).where(eq(x.family, family))
}

/** Ends sign-ins at once with all their tokens. What is being renewed is waited for. */
export async function endFamilies(tx: Database, families: readonly string[], now: Date): Promise<void> {
  if (families.length === 0) return
  const all = [...families]
  await tx.execute(sql`SELECT 1 FROM users WHERE user_id IN (SELECT user_id FROM refresh_tokens
    WHERE family IN (${sql.join(
      all.map(family => sql`${family}`),
      sql`, `,
    )})) ORDER BY user_id FOR UPDATE`)
  await tx
    .update(r)
    .set({ revokedAt: now })
    .where(and(inArray(r.family, all), isNull(r.revokedAt)))
  await tx.delete(x).where(inArray(x.family, all))
}

/** Back-channel logout: false for a notice that has come before. */
export function endByNotice(db: Database, notice: LogoutNotice, now: Date): Promise<boolean> {
  const { issuer, jti, expires: expiresAt, subject, sid } = notice
  return db.transaction(async tx => {
    await takeTurn(tx, issuer)
    await tx.delete(l).where(lt(l.expiresAt, now))
    const told = { issuer, jti, subject, sid, receivedAt: now, expiresAt }
    const fresh = await tx.insert(l).values(told).onConflictDoNothing().returning()
    if (fresh.length === 0) return false
    const whose = <T extends typeof x | typeof s>(table: T) =>
      and(
        eq(table.issuer, issuer),
        subject === undefined ? undefined : eq(table.subject, subject),
        // A session that the identity provider hasn’t named may be the one that ends.
        sid === undefined
          ? undefined
          : subject === undefined
            ? eq(table.sid, sid)
            : or(eq(table.sid, sid), isNull(table.sid)),
      )
    await tx.delete(s).where(whose(s))
    const rows = await rowsOf<{ family: string }>(
      tx,
      tx.select({ family: x.family }).from(x).where(whose(x)).getSQL(),
    )
    await endFamilies(
      tx,
      rows.map(({ family }) => family),
      now,
    )
    return true
  })
}
