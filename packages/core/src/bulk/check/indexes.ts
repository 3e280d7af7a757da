import type { Issue } from '../../kernel/errors.ts'
import { isBlank, type LocalisedText } from '../../kernel/fields.ts'
import { indexNames } from '../../kernel/fold.ts'
import type { Metadata } from '../../metadata/index.ts'
import type { ReferenceColumn } from '../csv/row.ts'

interface Entry {
  id: string
  names: string[]
}

/** Entries of one kind by every name and id they have. */
export interface Index {
  entries: readonly Entry[]
  /** The ids that a name may stand for; an id beats a name that reads the same. */
  find(name: string): ReadonlySet<string>
  shown: string[]
  /** What was looked up before, as it was written: catalogues name the same few things in every row. */
  known: Map<string, string | Issue>
  /** Ids of whole lists; cells that were written alike share one list. */
  lists: WeakMap<readonly string[], string[]>
}

export type Indexes = Record<Exclude<ReferenceColumn, 'subCategory'>, Index>

/** What the server knows, by column. */
export function toIndexes(metadata: Metadata): Indexes {
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
export function toSubIndexes({ categories }: Metadata): {
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
