import type { Title } from '../../titles/index.ts'
import type { RowReading } from '../csv/read.ts'
import type { CatalogueRow } from '../csv/row.ts'
import { type Problem, toProblem } from './problem.ts'

/** The titles that the caller may see, by tag. */
export type FindTitles = (tags: readonly string[]) => Promise<ReadonlyMap<string, Title>>

/** The titles that rows name by their tags, asked for together. */
export async function findTitles(
  rows: readonly RowReading[],
  find: FindTitles | undefined,
): Promise<ReadonlyMap<string, Title> | undefined> {
  const tags = rows.flatMap(({ row }) => row.tag ?? [])
  return find === undefined || tags.length === 0 ? undefined : find([...new Set(tags)])
}

/** Whether the row's tag is that of a title, and its external id that title's own. */
export function checkTagged(row: CatalogueRow, title: Title | undefined): Problem[] {
  const tag = row.tag ?? ''
  const at = (column: string) => ({ row: row.row, externalId: row.externalId, column })
  if (title === undefined) {
    const params = { field: 'Title', value: tag, hint: '.' }
    return [toProblem(at('tag'), { path: 'tag', code: 'validation.reference', params })]
  }
  const known = title.externalId?.trim() ?? ''
  if (row.externalId === tag || row.externalId === known) return []
  const code = known === '' ? 'bulk.externalIdNone' : 'bulk.externalIdOther'
  return [toProblem(at('externalId'), { path: 'externalId', code, params: { tag, known } })]
}

/** Ids that a title has already: it keeps them, also where they are offered no more. */
export function heldBy(title: Title): ReadonlySet<string> {
  const { classCategoryId, classSubCategoryId, classLanguageCode, channelId, providerID } = title
  const { equipmentIds, focusAreaIds, labelIds } = title
  const single = [classCategoryId, classSubCategoryId, classLanguageCode, channelId, providerID]
  return new Set([...single.filter(id => id !== null), ...equipmentIds, ...focusAreaIds, ...labelIds])
}
