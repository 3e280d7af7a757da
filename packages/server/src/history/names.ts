import { type HistoryNoun, type Reference, type RowChange, references } from '@kinora/core'
import { readNames } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import type { AuditEntry } from '../kernel/rows/audit.ts'
import type { Scope } from '../kernel/scope.ts'
import type { TitleNames } from '../ports/names.ts'

type NameOf = (id: string) => string | null | undefined

/** How rows of a kind are called, by the kinds of core’s `references`; undefined for kinds that aren’t kept by name. */
export function nameOf(kind: string | undefined, names: TitleNames): NameOf | undefined {
  switch (kind) {
    case 'category':
      return names.category
    case 'subCategory':
      return names.subCategory
    case 'channel':
      return names.channel
    case 'provider':
      return id => names.provider(id)?.name
    case 'equipment':
    case 'focusArea':
    case 'label':
      return id => names.taxonomy([id])[0]
    default:
      return undefined
  }
}

/** The names of what a recorded value stands for; an id that nothing has any more is its own name. */
export const toNames = (value: unknown, name: NameOf | undefined): string[] =>
  name === undefined ? [] : idsIn(value).map(id => name(id) || id)

const idsIn = (value: unknown): string[] => (value === null ? [] : [value].flat().map(String))

/** Nouns of the kinds that have no names in the cache. */
const nouns: Readonly<Record<string, string>> = {
  title: 'titles',
  collection: 'collections',
  document: 'documents',
}

/** Fields that audit entries call otherwise than the contract. */
const recordedAs: Readonly<Record<string, string>> = { collectionItems: 'titleTags' }

/** Nouns whose records name no other row have no entry. */
const ofNouns: Readonly<Partial<Record<string, Readonly<Record<string, Reference>>>>> = references

interface Recorded {
  noun: HistoryNoun
  entries: readonly AuditEntry[]
}

/** The recorded changes of entries of a noun, with the names of the rows that their values stand for, of those in reach. */
export async function readValueNames(
  scope: Scope,
  { db, names }: Pick<Deps, 'db' | 'names'>,
  { noun, entries }: Recorded,
): Promise<(entry: AuditEntry) => RowChange[]> {
  const fields = ofNouns[noun] ?? {}
  const nounAt = (path: string) => nouns[fields[recordedAs[path] ?? path]?.names ?? '']
  const cached = await names.read()
  const read = await readNames(
    scope,
    db,
    entries.flatMap(({ changes }) =>
      changes.flatMap(({ path, before, after }) => {
        const named = nounAt(path)
        return named === undefined ? [] : [before, after].flatMap(idsIn).map(id => ({ noun: named, id }))
      }),
    ),
  )
  const nameAt = (path: string): NameOf | undefined => {
    const named = nounAt(path)
    return named === undefined ? nameOf(fields[path]?.names, cached) : id => read(named, id)
  }
  return ({ changes }) =>
    changes.map(({ path, before, after }) => ({
      path,
      before,
      after,
      beforeNames: toNames(before, nameAt(path)),
      afterNames: toNames(after, nameAt(path)),
    }))
}
