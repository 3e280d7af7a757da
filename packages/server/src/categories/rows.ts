import type { Category } from '@kinora/core'
import { asc, count, inArray } from 'drizzle-orm'
import { ownedOrPlatform } from '../kernel/db/scope-condition.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { categoriesTable, subCategoriesTable } from './tables.ts'

export interface Slice {
  offset: number
  limit: number
}

/** In display order, with their sub categories; all of them without a slice. */
export async function listCategories(scope: Scope, db: Database, slice?: Slice): Promise<Category[]> {
  const query = db
    .select()
    .from(categoriesTable)
    .where(ownedOrPlatform(scope, categoriesTable.tenantId))
    .orderBy(asc(categoriesTable.displayOrder), asc(categoriesTable.categoryId))
  const rows = slice === undefined ? await query : await query.limit(slice.limit).offset(slice.offset)
  const subCategories = await subCategoriesOf(
    db,
    rows.map(row => row.categoryId),
  )
  return rows.map(row => ({
    categoryId: row.categoryId,
    tenantId: row.tenantId,
    name: row.name,
    description: row.description,
    isPromoted: row.isPromoted,
    imageLink: row.imageLink,
    bannerImageLink: row.bannerImageLink,
    displayOrder: row.displayOrder,
    subCategories: subCategories
      .filter(sub => sub.categoryId === row.categoryId)
      .map(({ subCategoryId, name, isPromoted }) => ({ subCategoryId, name, isPromoted })),
  }))
}

export async function countCategories(scope: Scope, db: Database): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(categoriesTable)
    .where(ownedOrPlatform(scope, categoriesTable.tenantId))
  return row?.total ?? 0
}

async function subCategoriesOf(db: Database, categoryIds: string[]) {
  if (categoryIds.length === 0) return []
  return db
    .select()
    .from(subCategoriesTable)
    .where(inArray(subCategoriesTable.categoryId, categoryIds))
    .orderBy(asc(subCategoriesTable.displayOrder), asc(subCategoriesTable.subCategoryId))
}
