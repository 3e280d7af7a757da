import type { Title } from '../../titles/index.ts'
import { SEPARATOR } from '../csv/cell-text.ts'
import type { ReferenceColumn } from '../csv/row.ts'
import type { Index, Indexes } from './indexes.ts'

/** Names or ids by column; nothing where a title refers to nothing. */
export type WrittenReferences = Record<ReferenceColumn, readonly string[]>

/** Turns ids back into names that mean just these ids: the other way round than `resolve`. */
export function createNaming(
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
    provider: one(indexes.provider, title.providerID),
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
