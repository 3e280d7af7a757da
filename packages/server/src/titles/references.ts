import { languageName } from '@kinora/core'
import { and, eq, inArray } from 'drizzle-orm'
import { categoriesTable, subCategoriesTable } from '../categories/tables.ts'
import { channelsTable } from '../channels/tables.ts'
import type { Database } from '../ports/db.ts'
import { providersTable } from '../providers/tables.ts'
import { taxonomiesTable } from '../taxonomies/tables.ts'
import { uploadsTable } from '../uploads/tables.ts'
import type { StoredTitle } from './rows.ts'

/** The names that a page of titles shows beside its ids. */
export interface Names {
  category(id: string | null): string
  subCategory(id: string | null): string
  language(tag: string | null): string
  channel(tag: string | null): string
  provider(tag: string | null): { name: string; isTenantProvider: boolean } | undefined
  taxonomy(ids: readonly string[]): string[]
  /** The last chunk of the title's video that is stored. */
  chunkNumber(tag: string): number
}

/** One small query for each kind of name, all at once, whatever the number of titles. */
export async function readNames(db: Database, titles: readonly StoredTitle[]): Promise<Names> {
  const ids = (pick: (title: StoredTitle) => string | null) => distinct(titles.map(pick))
  const taxonomyIds = distinct(
    titles.flatMap(title => [...title.equipmentIds, ...title.focusAreaIds, ...title.labelIds]),
  )
  const [categories, subCategories, channels, providers, taxonomies, uploads] = await Promise.all([
    byIds(
      ids(title => title.classCategoryId),
      found =>
        db
          .select({ id: categoriesTable.categoryId, name: categoriesTable.name })
          .from(categoriesTable)
          .where(inArray(categoriesTable.categoryId, found)),
    ),
    byIds(
      ids(title => title.classSubCategoryId),
      found =>
        db
          .select({ id: subCategoriesTable.subCategoryId, name: subCategoriesTable.name })
          .from(subCategoriesTable)
          .where(inArray(subCategoriesTable.subCategoryId, found)),
    ),
    byIds(
      ids(title => title.channelId),
      found =>
        db
          .select({ id: channelsTable.tag, name: channelsTable.displayName })
          .from(channelsTable)
          .where(inArray(channelsTable.tag, found)),
    ),
    byIds(
      ids(title => title.providerId),
      found =>
        db
          .select({
            id: providersTable.tag,
            name: providersTable.displayName,
            isTenantProvider: providersTable.isTenantProvider,
          })
          .from(providersTable)
          .where(inArray(providersTable.tag, found)),
    ),
    byIds(taxonomyIds, found =>
      db
        .select({ id: taxonomiesTable.id, name: taxonomiesTable.name })
        .from(taxonomiesTable)
        .where(inArray(taxonomiesTable.id, found)),
    ),
    byIds(
      ids(title => (title.videoStatus === null ? null : title.tag)),
      found =>
        db
          .select({ id: uploadsTable.titleTag, nextChunk: uploadsTable.nextChunk })
          .from(uploadsTable)
          .where(and(inArray(uploadsTable.titleTag, found), eq(uploadsTable.role, 'video'))),
    ),
  ])
  return {
    category: id => (id === null ? '' : (categories.get(id)?.name.invariantText ?? '')),
    subCategory: id => (id === null ? '' : (subCategories.get(id)?.name.invariantText ?? '')),
    language: languageName,
    channel: tag => (tag === null ? '' : (channels.get(tag)?.name ?? '')),
    provider: tag => (tag === null ? undefined : providers.get(tag)),
    taxonomy: wanted => wanted.flatMap(id => inEnglish(taxonomies.get(id)?.name) ?? []),
    chunkNumber: tag => (uploads.get(tag)?.nextChunk ?? 1) - 1,
  }
}

const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter(id => id !== null))]

async function byIds<T extends { id: string }>(
  ids: string[],
  read: (ids: string[]) => Promise<T[]>,
): Promise<Map<string, T>> {
  return new Map(ids.length === 0 ? [] : (await read(ids)).map(row => [row.id, row]))
}

/** The English name of a taxonomy entry, else any. */
function inEnglish(name: Record<string, string> | undefined): string | undefined {
  return name?.['en-US'] ?? name?.['en-GB'] ?? Object.values(name ?? {})[0]
}
