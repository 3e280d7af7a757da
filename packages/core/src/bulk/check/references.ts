import type { Issue } from '../../kernel/errors.ts'
import { isBlank } from '../../kernel/field-rules.ts'
import type { LocalisedText } from '../../kernel/fields.ts'
import { indexNames } from '../../kernel/fold.ts'
import { publishChannelOf } from '../../metadata/rules.ts'
import type { Metadata } from '../../metadata/schema.ts'
import type { PublishChannel, Title, TitleDraft } from '../../titles/schema.ts'
import { SEPARATOR } from '../csv/cells.ts'
import { columnOfField } from '../csv/columns.ts'
import type { CatalogueRow, ReferenceColumn } from '../csv/row.ts'
import { type Problem, toProblem } from './problem.ts'
import { didYouMean, suggest } from './suggest.ts'

interface Entry {
  id: string
  names: string[]
}

/** Entries of one kind by every name and id they have. */
interface Index {
  entries: readonly Entry[]
  /** The ids that a name may stand for; an id beats a name that reads the same. */
  find(name: string): ReadonlySet<string>
  shown: string[]
  /** What was looked up before, as it was written: catalogues name the same few things in every row. */
  known: Map<string, string | Issue>
  /** Ids of whole lists; cells that were written alike share one list. */
  lists: WeakMap<readonly string[], string[]>
}

type Indexes = Record<Exclude<ReferenceColumn, 'subCategory'>, Index>

/** What the server knows, by column. */
function toIndexes(metadata: Metadata): Indexes {
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

/** The sub categories of each category, and all of them. */
function toSubIndexes({ categories }: Metadata): {
  byCategory: ReadonlyMap<string, Index>
  every: Index
} {
  const byCategory = new Map(categories.map(entry => [entry.id, toIndex(subEntries([entry]))]))
  return { byCategory, every: toIndex(subEntries(categories)) }
}

function toIndex(entries: readonly Entry[]): Index {
  const byId = indexNames(entries.map(({ id }) => [id, id]))
  const byName = indexNames(entries.flatMap(({ id, names }) => names.map(name => [name, id] as const)))
  const known = new Map<string, string | Issue>()
  return {
    entries,
    find: name => (byId(name).size > 0 ? byId(name) : byName(name)),
    known,
    lists: new WeakMap(),
    shown: entries.flatMap(entry => entry.names).filter(name => !isBlank(name)),
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

/** Names or ids by column; nothing where a title refers to nothing. */
export type WrittenReferences = Record<ReferenceColumn, readonly string[]>

/** Turns ids back into names that mean just these ids: the other way round than `resolve`. */
function createNaming(
  indexes: Indexes,
  subCategories: ReadonlyMap<string, Index>,
): (title: Title) => WrittenReferences {
  const names = new Map<Index, ReadonlyMap<string, string>>()
  const nameIn = (index: Index | undefined, id: string): string => {
    if (index === undefined) return id
    const known = names.get(index) ?? uniqueNames(index)
    names.set(index, known)
    return known.get(id) ?? id
  }
  const one = (index: Index | undefined, id: string | null) => (id === null ? [] : [nameIn(index, id)])
  const many = (index: Index, ids: readonly string[]) => ids.map(id => nameIn(index, id))
  return title => ({
    category: one(indexes.category, title.classCategoryId),
    subCategory: one(subCategories.get(title.classCategoryId ?? ''), title.classSubCategoryId),
    channel: one(indexes.channel, title.channelId),
    provider: one(indexes.provider, title.providerId),
    language: title.classLanguageCode === null ? [] : [title.classLanguageCode],
    equipment: many(indexes.equipment, title.equipmentIds),
    focusAreas: many(indexes.focusAreas, title.focusAreaIds),
    labels: many(indexes.labels, title.labelIds),
  })
}

/** The first name of each entry that no other entry has and that a cell can hold among others. */
function uniqueNames({ entries, find }: Index): ReadonlyMap<string, string> {
  const isUnique = (id: string) => (name: string) => {
    const found = find(name)
    return found.size === 1 && found.has(id) && isPlain(name)
  }
  return new Map(entries.map(({ id, names }) => [id, names.find(isUnique(id)) ?? id]))
}

const isPlain = (name: string): boolean =>
  name !== '' && name === name.trim() && name !== '-' && !name.includes(SEPARATOR)

export interface Directory {
  /** The ids that a row's names stand for, as a part of its draft, and what could not be found; ids in `held` are good as they are. */
  resolve(row: CatalogueRow, held?: ReadonlySet<string>): { draft: Partial<TitleDraft>; problems: Problem[] }
  /** The channel as publishing asks for it; whose it is `resolve` has said. */
  publishChannel(id: string | null | undefined): PublishChannel | undefined
  /** What a title refers to, as a catalogue writes it: names, or ids where a name wouldn't be understood again. */
  namesOf(title: Title): WrittenReferences
  /** ROLE-15 */
  isRichTextAllowed: boolean
}

const single = {
  category: { key: 'classCategoryId', field: 'Category' },
  channel: { key: 'channelId', field: 'Channel' },
  provider: { key: 'providerId', field: 'Provider' },
  language: { key: 'classLanguageCode', field: 'Language' },
} as const
const several = {
  equipment: { key: 'equipmentIds', field: 'Equipment' },
  focusAreas: { key: 'focusAreaIds', field: 'Focus area' },
  labels: { key: 'labelIds', field: 'Label' },
} as const

/** META, B-3: what the server knows, to be found by id or by name in any language, folded. */
export function createDirectory(metadata: Metadata): Directory {
  const indexes = toIndexes(metadata)
  const subIndexes = toSubIndexes(metadata)
  const singles = keysOf(single).map(column => ({ ...single[column], column, index: indexes[column] }))
  const lists = keysOf(several).map(column => ({ ...several[column], column, index: indexes[column] }))
  return {
    namesOf: createNaming(indexes, subIndexes.byCategory),
    isRichTextAllowed: metadata.isRichTextAllowed,
    publishChannel(channelId) {
      const channel = publishChannelOf(metadata, { channelId: channelId ?? null })
      return channel && { ...channel, foreign: false }
    },
    resolve(row, held = nothing) {
      const found: Found = { draft: {}, problems: [], row, held }
      for (const wanted of singles)
        withOne(found, wanted, id => {
          found.draft[wanted.key] = id
        })
      for (const wanted of lists)
        withMany(found, wanted, ids => {
          found.draft[wanted.key] = ids
        })
      resolveSubCategory(found, subIndexes)
      checkChannel(found, metadata)
      return { draft: found.draft, problems: found.problems }
    },
  }
}

const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T)[]

interface Found {
  draft: Partial<TitleDraft>
  problems: Problem[]
  row: CatalogueRow
  /** Ids that the title has already. */
  held: ReadonlySet<string>
}

const nothing: ReadonlySet<string> = new Set()

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
  const isOffered = written.every(name => !found.held.has(name))
  if (isOffered && ids.length === written.length) lists.set(written, unique)
  keep(unique)
}

function resolveSubCategory(found: Found, { byCategory, every }: ReturnType<typeof toSubIndexes>): void {
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
  const isHeld = written !== undefined && found.held.has(written)
  const foreign = !isHeld && index.find(written).size === 0 && every.find(written).size > 0
  if (foreign) {
    report(found, 'subCategory', { path: 'classSubCategoryId', code: 'title.subCategoryForeign' })
    return
  }
  const id = lookUp(found, { column: 'subCategory', field: 'Sub category', index }, written)
  if (id !== undefined) found.draft.classSubCategoryId = id
}

/** C-136: a channel of the row's provider, or of one's own where it names none; what the title has already stays. */
function checkChannel(found: Found, metadata: Metadata): void {
  const { channelId, providerId } = found.draft
  if (channelId == null || found.held.has(channelId)) return
  if (publishChannelOf(metadata, { channelId, providerId: providerId ?? null })?.foreign)
    report(found, 'channel', { path: 'channelId', code: 'title.channelForeign' })
}

/** Size of the cache of written forms, for each kind. */
const CACHE_SIZE = 2000

function lookUp(found: Found, wanted: Wanted, written: string): string | undefined {
  if (found.held.has(written)) return written
  const { known } = wanted.index
  let result = known.get(written)
  if (result === undefined) {
    result = search(wanted, written)
    if (known.size < CACHE_SIZE) known.set(written, result)
  }
  if (typeof result === 'string') return result
  report(found, wanted.column, result)
  return undefined
}

function search({ column, field, index }: Wanted, written: string): string | Issue {
  const ids = index.find(written)
  if (ids.size === 0) {
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
