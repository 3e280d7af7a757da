import { type Category, type LocalisedText, newCategory } from '@kinora/core'
import { eq, sql } from 'drizzle-orm'
import {
  type Author,
  assertVersion,
  nameIn,
  newTag,
  recordWrite,
  recordWrites,
  stamp,
  stampNew,
} from '../kernel/rows/audit.ts'
import { differences } from '../kernel/rows/differences.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import {
  type CategoryRow,
  categoryRows,
  lockOwned,
  type SubCategoryRow,
  subCategoriesOf,
  toCategory,
  toWritten,
} from './rows.ts'
import { subCategoriesTable as s, categoriesTable as t } from './tables.ts'

/** The fields of a category as they are stored. */
export type CategorySet = Partial<
  Pick<CategoryRow, 'name' | 'description' | 'isPromoted' | 'imageLink' | 'bannerImageLink'>
>
interface SubCategorySet {
  subCategoryId?: string | undefined
  name: LocalisedText
  isPromoted: boolean
}

interface Write {
  set: CategorySet
  subCategories: readonly SubCategorySet[]
  by: Author
}

const empty = { name: newCategory.name, description: newCategory.description }

/** API-35: adds a category of the tenant, or of the platform where there is none, at the end of its order. */
export async function insertCategory(
  scope: Scope,
  tx: Database,
  { tenantId, set, subCategories, by }: Write & { tenantId: string | null },
): Promise<string> {
  const categoryId = newTag()
  const last = sql<number>`(SELECT coalesce(max(display_order), 0) + 1 FROM categories
    WHERE tenant_id IS NOT DISTINCT FROM ${tenantId})`
  await tx
    .insert(t)
    .values({ ...empty, ...set, categoryId, tenantId, displayOrder: last, ...stampNew(by.now, by.userId) })
  const row = await categoryRows.lock(scope, tx, categoryId)
  const subs = await writeSubCategories(tx, { categoryId, before: [], subCategories, by })
  const changes = differences({}, toWritten(row, subs))
  await recordWrite(tx, by, { ...nameOf(row), verb: 'create', version: row.version, changes })
  return categoryId
}

export interface Stored {
  row: CategoryRow
  subCategories: SubCategoryRow[]
}

/** The category, row-locked until the transaction ends; `forbidden` where it may only be seen. */
export async function lockCategory(scope: Scope, tx: Database, categoryId: string): Promise<Stored> {
  const row = await categoryRows.lock(scope, tx, categoryId)
  return { row, subCategories: await subCategoriesOf(tx, [categoryId]) }
}

/** API-36: changes it with its sub categories. One that already is as it is to be stays untouched. */
export async function updateCategory(
  scope: Scope,
  tx: Database,
  { before, version, set, subCategories, by }: Write & { before: Stored; version: number | undefined },
): Promise<Category> {
  const { row } = before
  const given = Object.fromEntries(Object.entries(set).filter(([, field]) => field !== undefined))
  const old = toWritten(row, before.subCategories)
  const { categoryId } = row
  const wanted = { ...row, ...given }
  const isEdit =
    subCategories.some(sub => sub.subCategoryId === undefined) ||
    differences(old, toWritten(wanted, merged(before.subCategories, subCategories))).length > 0
  if (!isEdit) return toCategory(row, before.subCategories)
  const known = { ...nameOf(row), current: row.version, known: version, fields: Object.keys(old) }
  await assertVersion(scope, tx, known)
  const subs = await writeSubCategories(tx, { categoryId, before: before.subCategories, subCategories, by })
  const next = row.version + 1
  const [after] = await tx
    .update(t)
    .set({ ...given, version: next, ...stamp(by.now, by.userId) })
    .where(eq(t.categoryId, categoryId))
    .returning()
  const changes = differences(old, toWritten(after!, subs))
  await recordWrite(tx, by, { ...nameOf(after!), verb: 'update', version: next, changes })
  return toCategory(after!, subs)
}

/** API-37: those that are named share their places in the order given; the others keep theirs. */
export async function reorderCategories(
  scope: Scope,
  tx: Database,
  { categoryIds, by }: { categoryIds: readonly string[]; by: Author },
): Promise<void> {
  const rows = await lockOwned(scope, tx)
  const byId = new Map(rows.map(row => [row.categoryId, row]))
  for (const id of categoryIds) if (!byId.has(id)) await categoryRows.assertOwned(scope, tx, id)
  const named = new Set(categoryIds)
  const next = categoryIds.map(id => byId.get(id)!)
  const ordered = rows.map(row => (named.has(row.categoryId) ? next.shift()! : row))
  const places = ordered
    .map((row, index) => ({ row, place: index + 1 }))
    .filter(({ row, place }) => row.displayOrder !== place)
  if (places.length === 0) return
  const ids = places.map(({ row }) => row.categoryId)
  const numbers = places.map(({ place }) => place)
  await tx.execute(sql`UPDATE categories SET display_order = o.place,
      updated_at = ${by.now.toISOString()}::timestamptz, updated_by = ${by.userId}
    FROM unnest(${sql.param(ids)}::text[], ${sql.param(numbers)}::int[]) AS o (id, place)
    WHERE category_id = o.id`)
  await recordWrites(
    tx,
    by,
    places.map(({ row, place }) => ({
      ...nameOf(row),
      verb: 'reorder',
      version: row.version,
      changes: [{ path: 'displayOrder', before: row.displayOrder, after: place }],
    })),
  )
}

const nameOf = (row: CategoryRow) => ({
  noun: 'categories',
  id: row.categoryId,
  owner: { tenantId: row.tenantId },
  name: nameIn(row),
})

/** The sub categories as they would be; new ones aside. */
const merged = (before: readonly SubCategoryRow[], given: readonly SubCategorySet[]): SubCategoryRow[] =>
  before.map(row => {
    const change = given.find(sub => sub.subCategoryId === row.subCategoryId)
    return change === undefined ? row : { ...row, name: change.name, isPromoted: change.isPromoted }
  })

/** Those with an id are changed, those without are added at the end, all others stay (decision 0041). */
async function writeSubCategories(
  tx: Database,
  {
    categoryId,
    before,
    subCategories,
    by,
  }: { categoryId: string; before: SubCategoryRow[]; subCategories: readonly SubCategorySet[]; by: Author },
): Promise<SubCategoryRow[]> {
  const after = merged(before, subCategories)
  for (const [index, row] of after.entries()) {
    if (row === before[index] || differences(before[index]!, row).length === 0) continue
    const { name, isPromoted, version } = row
    await tx
      .update(s)
      .set({ name, isPromoted, version: version + 1, ...stamp(by.now, by.userId) })
      .where(eq(s.subCategoryId, row.subCategoryId))
  }
  const added = subCategories
    .filter(sub => sub.subCategoryId === undefined)
    .map(({ name, isPromoted }, index) => ({
      subCategoryId: newTag(),
      categoryId,
      name,
      isPromoted,
      displayOrder: Math.max(0, ...before.map(row => row.displayOrder)) + index + 1,
      ...stampNew(by.now, by.userId),
    }))
  if (added.length === 0) return after
  return [...after, ...(await tx.insert(s).values(added).returning())]
}
