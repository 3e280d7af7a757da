import type { Issue } from '../../kernel/errors.ts'
import type { LocalisedText } from '../../kernel/fields.ts'
import type { Metadata } from '../../metadata/index.ts'
import type { TitleDraft } from '../../titles/index.ts'
import { columnOfField } from '../csv/columns.ts'
import type { CatalogueRow, ReferenceColumn } from '../csv/row.ts'
import { type Problem, toProblem } from './problem.ts'
import { didYouMean, normaliseName, suggest } from './suggest.ts'

interface Entry {
  id: string
  names: string[]
}

/** Entries of one kind by every name and id they have. */
interface Index {
  byName: Map<string, Set<string>>
  shown: string[]
  /** What was looked up before, as it was written: catalogues name the same few things in every row. */
  known: Map<string, string | Issue>
  /** Ids of whole lists; cells that were written alike share one list. */
  lists: WeakMap<readonly string[], string[]>
}

export interface Directory {
  /** The ids that a row's names stand for, as a part of its draft, and what could not be found. */
  resolve(row: CatalogueRow): { draft: Partial<TitleDraft>; problems: Problem[] }
}

const single = {
  category: { key: 'classCategoryId', field: 'Category' },
  channel: { key: 'channelId', field: 'Channel' },
  provider: { key: 'providerID', field: 'Provider' },
  language: { key: 'classLanguageCode', field: 'Language' },
} as const
const several = {
  equipment: { key: 'equipmentIds', field: 'Equipment' },
  focusAreas: { key: 'focusAreaIds', field: 'Focus area' },
  labels: { key: 'labelIds', field: 'Label' },
} as const

/** META, B-3: what the server knows, to be found by id or by name in any language, whatever the case. */
export function createDirectory(metadata: Metadata): Directory {
  const indexes = toIndexes(metadata)
  const subCategories = new Map(metadata.categories.map(entry => [entry.id, toIndex(subEntries([entry]))]))
  const everySub = toIndex(subEntries(metadata.categories))
  const singles = keysOf(single).map(column => ({ ...single[column], column, index: indexes[column] }))
  const lists = keysOf(several).map(column => ({ ...several[column], column, index: indexes[column] }))
  return {
    resolve(row) {
      const found: Found = { draft: {}, problems: [], row }
      for (const wanted of singles)
        withOne(found, wanted, id => {
          found.draft[wanted.key] = id
        })
      for (const wanted of lists)
        withMany(found, wanted, ids => {
          found.draft[wanted.key] = ids
        })
      resolveSubCategory(found, subCategories, everySub)
      return { draft: found.draft, problems: found.problems }
    },
  }
}

const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T)[]

function toIndexes(metadata: Metadata): Record<Exclude<ReferenceColumn, 'subCategory'>, Index> {
  return {
    category: toIndex(
      metadata.categories.map(entry => ({
        id: entry.id,
        names: [entry.displayName, ...textsOf(entry.name)],
      })),
    ),
    channel: toIndex(
      metadata.channels.map(entry => ({ id: entry.id, names: [entry.displayName, entry.name] })),
    ),
    provider: toIndex(
      metadata.providers.map(entry => ({ id: entry.id, names: [entry.displayName, entry.name] })),
    ),
    language: toIndex(metadata.languages.map(entry => ({ id: entry.ietfTag, names: [entry.name] }))),
    equipment: toIndex(metadata.equipments.map(toTaxonomyEntry)),
    focusAreas: toIndex(metadata.focusAreas.map(toTaxonomyEntry)),
    labels: toIndex(metadata.labels.map(toTaxonomyEntry)),
  }
}

interface Found {
  draft: Partial<TitleDraft>
  problems: Problem[]
  row: CatalogueRow
}

interface Wanted {
  column: ReferenceColumn
  field: string
  index: Index
}

function withOne(found: Found, wanted: Wanted, keep: (id: string | null) => void): void {
  const written = found.row.references[wanted.column]
  if (written === undefined) return
  const id = written[0] === undefined ? null : lookUp(found, wanted, written[0])
  if (id !== undefined) keep(id)
}

function withMany(found: Found, wanted: Wanted, keep: (ids: string[]) => void): void {
  const written = found.row.references[wanted.column]
  if (written === undefined) return
  const { lists } = wanted.index
  const before = lists.get(written)
  if (before !== undefined) {
    keep(before)
    return
  }
  const ids = written.map(name => lookUp(found, wanted, name)).filter(id => id !== undefined)
  const unique = [...new Set(ids)]
  if (ids.length === written.length) lists.set(written, unique)
  keep(unique)
}

function resolveSubCategory(found: Found, byCategory: Map<string, Index>, every: Index): void {
  const written = found.row.references.subCategory?.[0]
  const category = found.draft.classCategoryId
  if (found.row.references.subCategory === undefined) return
  if (written === undefined) {
    found.draft.classSubCategoryId = null
    return
  }
  if (found.row.references.category?.[0] === undefined) {
    report(found, 'category', { path: 'classCategoryId', code: 'required.category' })
    return
  }
  const index = category == null ? every : (byCategory.get(category) ?? every)
  const foreign = !index.byName.has(normaliseName(written)) && every.byName.has(normaliseName(written))
  if (foreign) {
    report(found, 'subCategory', { path: 'classSubCategoryId', code: 'title.subCategoryForeign' })
    return
  }
  const id = lookUp(found, { column: 'subCategory', field: 'Sub category', index }, written)
  if (id !== undefined) found.draft.classSubCategoryId = id
}

/** Written forms that are remembered for each kind. */
const REMEMBERED = 2000

function lookUp(found: Found, wanted: Wanted, written: string): string | undefined {
  const { known } = wanted.index
  let result = known.get(written)
  if (result === undefined) {
    result = search(wanted, written)
    if (known.size < REMEMBERED) known.set(written, result)
  }
  if (typeof result === 'string') return result
  report(found, wanted.column, result)
  return undefined
}

function search({ column, field, index }: Wanted, written: string): string | Issue {
  const ids = index.byName.get(normaliseName(written))
  if (ids === undefined) {
    const params = { field, value: written, hint: didYouMean(suggest(written, index.shown)) }
    return { path: column, code: 'validation.reference', params }
  }
  const [first] = ids
  if (first !== undefined && ids.size === 1) return first
  const params = { field, value: written, count: ids.size, ids: [...ids].join(', ') }
  return { path: column, code: 'bulk.referenceAmbiguous', params }
}

function report(found: Found, column: string, issue: Issue): void {
  const place = { row: found.row.row, externalId: found.row.externalId, column: columnOfField(column) }
  found.problems.push(toProblem(place, issue))
}

/** An id beats a name that reads the same. */
function toIndex(entries: readonly Entry[]): Index {
  const byName = new Map<string, Set<string>>()
  for (const { id, names } of entries)
    for (const name of names) {
      if (name.trim() === '') continue
      const key = normaliseName(name)
      byName.set(key, (byName.get(key) ?? new Set()).add(id))
    }
  for (const { id } of entries) byName.set(normaliseName(id), new Set([id]))
  const known = new Map<string, string | Issue>()
  return {
    byName,
    known,
    lists: new WeakMap(),
    shown: entries.flatMap(entry => entry.names).filter(name => name.trim() !== ''),
  }
}

function toTaxonomyEntry(entry: { id: string; displayName: string; name: Record<string, string> }): Entry {
  return { id: entry.id, names: [entry.displayName, ...Object.values(entry.name)] }
}

function subEntries(categories: Metadata['categories']): Entry[] {
  return categories.flatMap(category =>
    category.subCategories.map(sub => ({ id: sub.subCategoryId, names: textsOf(sub.name) })),
  )
}

function textsOf(text: LocalisedText): string[] {
  return [text.invariantText, ...text.localTexts.map(local => local.text)]
}
