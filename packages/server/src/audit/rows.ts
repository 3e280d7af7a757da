import { type AuditFilter, type AuditKind, foldedWords, type PageInput } from '@kinora/core'
import { and, desc, eq, gte, inArray, isNotNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Deps } from '../deps.ts'
import { counting, totalOf } from '../kernel/db/pages.ts'
import { contains, eachPortion, folded, holds, nothing, owned, PORTION } from '../kernel/db/queries.ts'
import { startRecurring } from '../kernel/recurring.ts'
import { auditEntriesTable as a } from '../kernel/rows/audit.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { purgeSessionEntries } from '../session/index.ts'
import { usersTable as u } from '../session/tables.ts'
import { isOfNamed } from './names.ts'

const DAY = 86_400_000
/** People that a search by name may mean. */
const PEOPLE = 1000
const former = alias(a, 'former')
const newestFirst = [desc(a.at), desc(a.id)]

const ofSession = (verb: string) => and(eq(a.noun, 'session'), eq(a.verb, verb))
const ofKind: Record<AuditKind, SQL | undefined> = {
  change: ne(a.noun, 'session'),
  signIn: ofSession('login'),
  failedSignIn: ofSession('loginFailed'),
  refusal: ofSession('refused'),
}

const select = (db: Database, where: SQL | undefined) =>
  db
    .select({ entry: a, email: u.email, role: u.role })
    .from(a)
    .leftJoin(u, eq(u.userId, a.userId))
    .where(where)
    .orderBy(...newestFirst)
    .$dynamic()
export type StoredEntry = Awaited<ReturnType<typeof select>>[number]

/** An administrator reads everything, customer support what happened under the chosen tenant (ROLE-04). */
async function matching(scope: Scope, db: Database, filter: AuditFilter): Promise<SQL | undefined> {
  const { kind, noun, row, since, until } = filter
  return and(
    owned(scope, a),
    await ofPeople(db, filter.who),
    await ofText(scope, db, filter.query),
    kind && ofKind[kind],
    noun ? eq(a.noun, noun) : undefined,
    row ? eq(a.rowId, row) : undefined,
    since ? gte(a.at, new Date(since)) : undefined,
    until ? lt(a.at, new Date(Date.parse(until) + DAY)) : undefined,
  )
}

/** Their ids are found first: by them an index finds the entries of a few among a million. */
async function ofPeople(db: Database, who: string | undefined): Promise<SQL | undefined> {
  const named = contains(who, u.displayName, u.email)
  if (named === undefined) return undefined
  const people = await db.select({ userId: u.userId }).from(u).where(named).limit(PEOPLE)
  if (people.length === 0) return nothing
  const ids = people.map(({ userId }) => userId)
  return inArray(a.userId, ids)
}

/** By what was changed as well: by its name as it is now or was once, or by its id. */
async function ofText(scope: Scope, db: Database, query: string | undefined): Promise<SQL | undefined> {
  const text = query?.trim() ?? ''
  if (text === '') return undefined
  // Nothing that anybody could see.
  if (foldedWords(text).length === 0) return nothing
  const { noun, rowId } = former
  const once = db
    .select({ noun, rowId })
    .from(former)
    .where(and(wasNamed(text), owned(scope, former)))
  return or(
    eq(a.rowId, text),
    await ofPeople(db, text),
    isOfNamed(scope, db, { text, entry: a }),
    sql`(${a.noun}, ${a.rowId}) IN ${once}`,
  )
}

/** An index finds each word of a kept name. */
const wasNamed = (text: string) => and(isNotNull(former.rowName), holds(text, folded(former.rowName)))

/** The names that entries kept last of these rows, for those whose own entry has none. */
export async function lastKnownNames(
  scope: Scope,
  db: Database,
  rows: readonly { noun: string; rowId: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (rows.length === 0) return new Map()
  const wanted = rows.map(({ noun, rowId }) => sql`(${noun}, ${rowId})`)
  const found = await db
    .selectDistinctOn([a.noun, a.rowId], { noun: a.noun, rowId: a.rowId, name: a.rowName })
    .from(a)
    .where(
      and(
        sql`(${a.noun}, ${a.rowId}) IN (${sql.join(wanted, sql`, `)})`,
        isNotNull(a.rowName),
        owned(scope, a),
      ),
    )
    .orderBy(a.noun, a.rowId, desc(a.id))
  return new Map(found.map(({ noun, rowId, name }) => [`${noun} ${rowId}`, name!]))
}

/** One page, the newest first, and how many match. */
export async function listEntries(
  scope: Scope,
  db: Database,
  { page, take, ...filter }: AuditFilter & Pick<PageInput, 'page' | 'take'>,
): Promise<{ rows: StoredEntry[]; total: number }> {
  const where = await matching(scope, db, filter)
  // By ids alone, so that a late page passes over an index and not over the entries.
  const ids = db
    .select({ id: a.id })
    .from(a)
    .where(where)
    .orderBy(...newestFirst)
    .limit(take + 1)
    .offset((page - 1) * take)
  const rows = await select(db, inArray(a.id, ids))
  const place = { before: (page - 1) * take, read: rows.length, take }
  return { rows: rows.slice(0, take), total: await totalOf(counting(db, a, where), place) }
}

/** Every match, the newest first. */
export async function* eachEntry(
  scope: Scope,
  db: Database,
  filter: AuditFilter,
): AsyncGenerator<StoredEntry[]> {
  const where = await matching(scope, db, filter)
  const behind = ({ entry: { id } }: StoredEntry) =>
    sql`(${a.at}, ${a.id}) < (SELECT at, id FROM audit_entries WHERE id = ${id})`
  yield* eachPortion<StoredEntry>(last => select(db, and(where, last && behind(last))).limit(PORTION))
}

/** How long sign-ins and refusals are kept: a year and a month. */
const RETENTION = 400 * DAY

/** Once a day what is too old is forgotten (decision 0056). */
export const startAuditJobs = (deps: Deps): Promise<void> =>
  startRecurring(deps, {
    queue: 'audit.dropSessions',
    period: DAY,
    work: () => purgeSessionEntries(deps.db, new Date(deps.clock.now().getTime() - RETENTION)),
  })
