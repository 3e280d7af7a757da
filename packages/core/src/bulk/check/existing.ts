import { titles } from '../../titles/endpoints.ts'
import type { Title } from '../../titles/schema.ts'
import type { RowReading } from '../csv/read.ts'
import type { CatalogueRow } from '../csv/row.ts'
import { withRetry } from '../run/concurrency.ts'
import type { RunPorts } from '../run/ports.ts'
import { type Problem, toProblem } from './problem.ts'

type Ports = Pick<RunPorts, 'send' | 'clock' | 'signal'>

/** Ids that are asked about in one call. */
const BATCH = 100

/** The titles that the platform has under these external ids. */
export async function findExisting(ids: readonly string[], ports: Ports): Promise<Map<string, Title>> {
  const found = new Map<string, Title>()
  await forEachBatch(ids, ports, async (externalId, options) => {
    const page = await ports.send(titles.search, { externalId, take: -1 }, options)
    for (const title of page.data) if (title.externalId !== null) found.set(title.externalId, title)
  })
  return found
}

/** The titles with these tags that the caller may see, by tag. */
export async function findTagged(tags: readonly string[], ports: Ports): Promise<Map<string, Title>> {
  const found = new Map<string, Title>()
  await forEachBatch(tags, ports, async (titleTags, options) => {
    const page = await ports.send(titles.find, { titleTags }, options)
    for (const title of page.data) found.set(title.tag, title)
  })
  return found
}

async function forEachBatch(
  keys: readonly string[],
  { clock, signal }: Ports,
  ask: (batch: string[], options: { signal: AbortSignal }) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < keys.length; at += BATCH) {
    const batch = keys.slice(at, at + BATCH)
    await withRetry(clock, signal, () => ask(batch, { signal }))
  }
}

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
export function currentIds(title: Title): ReadonlySet<string> {
  const { classCategoryId, classSubCategoryId, classLanguageCode, channelId, providerId } = title
  const { equipmentIds, focusAreaIds, labelIds } = title
  const single = [classCategoryId, classSubCategoryId, classLanguageCode, channelId, providerId]
  return new Set([...single.filter(id => id !== null), ...equipmentIds, ...focusAreaIds, ...labelIds])
}
