import { type Page, type PageInput, Role, type View, ViewDraft, type ViewList } from '@kinora/core'
import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { exactly, readPage } from '../kernel/db/pages.ts'
import { nothing } from '../kernel/db/queries.ts'
import type { Caller } from '../kernel/handlers.ts'
import { type Author, recordWrite } from '../kernel/rows/audit.ts'
import { crud, picked } from '../kernel/rows/crud.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import { ownerOf, type Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { readDisplayNames } from '../session/index.ts'
import { usersTable as u } from '../session/tables.ts'
import { viewOrdersTable as o, type ViewRow, viewsTable as v } from './tables.ts'

const is = (column: typeof v.tenantId | typeof v.providerId, value: string | null): SQL =>
  value === null ? isNull(column) : eq(column, value)

function onSide(scope: Scope): SQL | undefined {
  const { tenantId, providerId } = ownerOf(scope)
  return and(is(v.tenantId, tenantId), is(v.providerId, providerId))
}

/** One's own and what one's side shares; administrators reach what is shared anywhere, which they may change (C-145). */
const reached = (scope: Scope, { userId }: Caller): SQL | undefined =>
  scope.kind === 'all'
    ? or(eq(v.userId, userId), v.isShared)
    : and(onSide(scope), or(eq(v.userId, userId), v.isShared))

const owned = (scope: Scope, caller: Caller): SQL | undefined =>
  caller.role === Role.Admin ? reached(scope, caller) : and(onSide(scope), eq(v.userId, caller.userId))

/** Reads and writes of the views that an account may change. */
export const viewRows = (caller: Caller) =>
  crud(v, {
    noun: 'views',
    id: 'viewId',
    owns: scope => owned(scope, caller),
    sees: scope => reached(scope, caller),
    order: [asc(v.createdAt)],
    toDraft: picked(ViewDraft),
    toEntity: row => row,
  })

interface ViewsQuery {
  caller: Caller
  list: ViewList
  /** Of administrators: the tenant whose shared views come along. */
  tenant?: string | undefined
}

/** Views of a list that stand as tabs: one's own, and those that one's side shares. */
function shown(scope: Scope, { caller, list, tenant }: ViewsQuery): SQL | undefined {
  const ofTenant = scope.kind === 'all' && tenant ? and(eq(v.tenantId, tenant), v.isShared) : nothing
  const ofSide = and(onSide(scope), or(eq(v.userId, caller.userId), v.isShared))
  return and(eq(v.list, list), or(ofSide, ofTenant))
}

/** One page of them in the order of the account; those that it hasn't put anywhere come last, the oldest first. */
export async function listViews(
  scope: Scope,
  db: Database,
  { page, take, ...asked }: ViewsQuery & Pick<PageInput, 'page' | 'take'>,
): Promise<Page<View>> {
  const where = shown(scope, asked)
  const mine = and(eq(o.userId, asked.caller.userId), eq(o.list, v.list))
  const rows = db
    .select({ view: v })
    .from(v)
    .leftJoin(o, mine)
    .where(where)
    .orderBy(sql`array_position(${o.viewIds}, ${v.viewId}) NULLS LAST`, asc(v.createdAt), asc(v.viewId))
    .$dynamic()
  const found = await readPage(rows, exactly(db.$count(v, where)), { page, take })
  return {
    ...found,
    data: await toViews(
      db,
      asked.caller,
      found.data.map(({ view }) => view),
    ),
  }
}

/** As people see them, with the names of those who keep them. */
export async function toViews(db: Database, caller: Caller, rows: readonly ViewRow[]): Promise<View[]> {
  const names = await readDisplayNames(
    db,
    rows.map(({ userId }) => userId),
  )
  return rows.map(({ viewId, list, name, address, isShared, version, ...row }) => ({
    viewId,
    list,
    name,
    address,
    isShared,
    version,
    isMine: row.userId === caller.userId || caller.role === Role.Admin,
    owner: names.get(row.userId) ?? '',
  }))
}

/** The account is row-locked until the transaction ends, so that of two new views at once the later one counts the earlier. */
export async function countOwn(tx: Database, { userId }: Caller, list: ViewList): Promise<number> {
  await tx.select({ userId: u.userId }).from(u).where(eq(u.userId, userId)).for('no key update')
  return tx.$count(v, and(eq(v.userId, userId), eq(v.list, list)))
}

/** Keeps the order in which an account has its views; each of them must be there for it. */
export async function reorderViews(
  scope: Scope,
  tx: Database,
  { viewIds, by, ...asked }: ViewsQuery & { viewIds: readonly string[]; by: Author },
): Promise<void> {
  const { caller, list } = asked
  const ids = [...new Set(viewIds)]
  const known =
    ids.length === 0
      ? 0
      : await tx.$count(v, and(reached(scope, caller), eq(v.list, list), inArray(v.viewId, ids)))
  if (known < ids.length) throw notFound()
  const mine = and(eq(o.userId, caller.userId), eq(o.list, list))
  const [before] = await tx.select().from(o).where(mine).for('update')
  if (JSON.stringify(before?.viewIds) === JSON.stringify(ids)) return
  await tx
    .insert(o)
    .values({ userId: caller.userId, list, viewIds: ids })
    .onConflictDoUpdate({ target: [o.userId, o.list], set: { viewIds: ids } })
  await recordWrite(tx, by, {
    noun: 'views',
    id: list,
    verb: 'reorder',
    version: 1,
    owner: ownerOf(scope),
    changes: [{ path: 'viewIds', before: before?.viewIds ?? [], after: ids }],
  })
}
