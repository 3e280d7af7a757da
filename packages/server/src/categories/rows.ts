import { type Category, type CategoryFilter, type PageInput, type SubCategory, toTexts } from '@kinora/core'
import { and, asc, eq, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { isActiveAs, owned, ownedOrPlatform } from '../kernel/db/queries.ts'
import { crud } from '../kernel/rows/crud.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { subCategoriesTable as s, categoriesTable as t } from './tables.ts'

export type CategoryRow = typeof t.$inferSelect
export type SubCategoryRow = typeof s.$inferSelect

/** What people write of a category, its sub categories among it: one version counts for all of it. */
export const toWritten = (row: CategoryRow, subCategories: readonly SubCategoryRow[]) => ({
  name: toTexts(row.name),
  description: toTexts(row.description),
  isPromoted: row.isPromoted,
  imageLink: row.imageLink,
  bannerImageLink: row.bannerImageLink,
  subCategories: Object.fromEntries(
    subCategories.map(sub => [sub.subCategoryId, { name: toTexts(sub.name), isPromoted: sub.isPromoted }]),
  ),
})

export const toCategory = (row: CategoryRow, subCategories: readonly SubCategory[]): Category => ({
  categoryId: row.categoryId,
  tenantId: row.tenantId,
  name: row.name,
  description: row.description,
  isPromoted: row.isPromoted,
  imageLink: row.imageLink,
  bannerImageLink: row.bannerImageLink,
  subCategories: subCategories.map(({ subCategoryId, name, isPromoted }) => ({
    subCategoryId,
    name,
    isPromoted,
  })),
  displayOrder: row.displayOrder,
  version: row.version,
})

/** C-84: the rows that a scope may change; administrators have those of the platform. */
const owns = (scope: Scope): SQL | undefined =>
  scope.kind === 'all' ? isNull(t.tenantId) : owned(scope, { tenantId: t.tenantId })

/**
 * C-141: a category of a tenant that shows the platform’s; on the site of such a tenant those of any tenant are hidden. The one
 * condition: of lists and choices, of what a title may name, of what a site names.
 */
export const isHidden = (site?: string): SQL =>
  sql`(categories.tenant_id IS NOT NULL AND EXISTS (SELECT FROM tenants o WHERE o.is_platform_owned_categories
    AND o.tenant_id IN (categories.tenant_id, ${site ?? null}::text)))`

/** CAT-06: display order; the platform’s come first, then each tenant’s, so that nobody’s order moves what is somebody else’s. */
const order = [sql`${t.tenantId} NULLS FIRST`, asc(t.displayOrder), asc(t.categoryId)]

export const categoryRows = crud(t, {
  noun: 'categories',
  id: 'categoryId',
  owns,
  sees: scope => and(ownedOrPlatform(scope, t.tenantId), not(isHidden())),
  order,
  toDraft: row => toWritten(row, []),
  toEntity: row => row,
})

/** Which of those in sight a list has; with a tenant of what that is offered, for a scope that sees more. */
export const matchesFilter = ({ isPromoted, owner }: CategoryFilter, tenantId?: string): SQL | undefined =>
  and(
    tenantId === undefined ? undefined : or(isNull(t.tenantId), eq(t.tenantId, tenantId)),
    isActiveAs(t.isPromoted, isPromoted),
    owner && (owner === 'platform' ? isNull(t.tenantId) : isNotNull(t.tenantId)),
  )

/** API-34: one page in display order, each with its sub categories. */
export async function pageOfCategories(
  scope: Scope,
  db: Database,
  asked: PageInput & { where?: SQL | undefined },
) {
  const { data, ...counts } = await categoryRows.list(scope, db, asked)
  const subCategories = await subCategoriesOf(
    db,
    data.map(row => row.categoryId),
  )
  const withSubs = (row: CategoryRow) =>
    toCategory(
      row,
      subCategories.filter(sub => sub.categoryId === row.categoryId),
    )
  return { ...counts, data: data.map(withSubs) }
}

/** All of them, in display order. */
export const listCategories = async (scope: Scope, db: Database): Promise<Category[]> =>
  (await pageOfCategories(scope, db, { page: 1, take: -1 })).data

export async function subCategoriesOf(db: Database, categoryIds: string[]): Promise<SubCategoryRow[]> {
  if (categoryIds.length === 0) return []
  return db
    .select()
    .from(s)
    .where(inArray(s.categoryId, categoryIds))
    .orderBy(asc(s.displayOrder), asc(s.subCategoryId))
}

/** C-141: those of these categories that a tenant’s site doesn’t name. */
export async function hiddenOnSite(db: Database, site: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await db
    .select({ id: t.categoryId })
    .from(t)
    .where(and(inArray(t.categoryId, [...ids]), isHidden(site)))
  return new Set(found.map(({ id }) => id))
}

/** The rows that a scope may order, in their order and row-locked until the transaction ends. */
export const lockOwned = (scope: Scope, tx: Database): Promise<CategoryRow[]> =>
  tx
    .select()
    .from(t)
    .where(owns(scope))
    .orderBy(...order)
    .for('update')
