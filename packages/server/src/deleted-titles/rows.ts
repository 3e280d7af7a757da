import type { PageInput } from '@kinora/core'
import { and, count, desc, eq, gt, inArray, type SQL } from 'drizzle-orm'
import { contains } from '../kernel/db/conditions.ts'
import { owned } from '../kernel/db/scope-condition.ts'
import { auditEntriesTable as a } from '../kernel/rows/audit.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { type StoredTitle, type TitleChange, titleColumns, titleNotFound } from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'

const deletedIn = (scope: Scope): SQL => and(t.isDelete, owned(scope, t))!

export interface DeletedSearch extends Pick<PageInput, 'page' | 'take'> {
  query?: string | undefined
  /** Those that were deleted before can't be restored any more. */
  since: Date
}

/** The caller’s own deleted titles, the last deleted first; by a part of the name. */
export async function listDeleted(
  scope: Scope,
  db: Database,
  { query, since, page, take }: DeletedSearch,
): Promise<{ rows: StoredTitle[]; total: number }> {
  const where = and(deletedIn(scope), gt(t.deletedAt, since), contains(query, t.className))
  const all = db.select(titleColumns).from(t).where(where).orderBy(desc(t.deletedAt), desc(t.tag)).$dynamic()
  const rows = await all.limit(take).offset((page - 1) * take)
  const [counted] = await db.select({ total: count() }).from(t).where(where)
  return { rows, total: counted?.total ?? 0 }
}

/** The names of those who deleted titles, by tag. */
export async function readDeleters(
  scope: Scope,
  db: Database,
  tags: readonly string[],
): Promise<Map<string, string>> {
  if (tags.length === 0) return new Map()
  const removals = and(
    eq(a.noun, 'titles'),
    eq(a.verb, 'remove'),
    inArray(a.rowId, [...tags]),
    owned(scope, a),
  )
  const rows = await db
    .selectDistinctOn([a.rowId], { tag: a.rowId, by: a.displayName })
    .from(a)
    .where(removals)
    .orderBy(a.rowId, desc(a.id))
  return new Map(rows.map(({ tag, by }) => [tag, by]))
}

/** A deleted title, held until the transaction ends, or `notFound`. */
export async function lockDeleted(scope: Scope, tx: Database, tag: string): Promise<StoredTitle> {
  const wanted = and(eq(t.tag, tag), deletedIn(scope))
  const [row] = await tx.select(titleColumns).from(t).where(wanted).for('update')
  if (row === undefined) throw titleNotFound()
  return row
}

/** Makes a deleted title, which the caller holds, one of its owner’s again. */
export async function undelete(
  scope: Scope,
  tx: Database,
  { tag, set }: { tag: string; set: TitleChange },
): Promise<StoredTitle> {
  const [row] = await tx
    .update(t)
    .set({ ...set, isDelete: false, deletedAt: null })
    .where(and(eq(t.tag, tag), deletedIn(scope)))
    .returning(titleColumns)
  return row!
}
