import { languageName } from '@kinora/core'
import type { Database } from '../ports/db.ts'
import { type Names, readNames } from './references.ts'
import type { StoredTitle } from './rows.ts'

/** Names that stand for ids; how far an upload has come isn't one of them. */
export type ShownNames = Omit<Names, 'chunkNumber'>

/**
 * The names for batch after batch of titles: what one batch has asked for the next one doesn't ask again. A catalogue
 * names a few hundred things however long it is.
 */
export function createNameBook(db: Database): (titles: readonly StoredTitle[]) => Promise<ShownNames> {
  const seen = new Set<string>()
  const books: Names[] = []
  const names = toOne(books)
  return async titles => {
    const fresh = titles.filter(title => idsOf(title).some(id => !seen.has(id)))
    if (fresh.length > 0) {
      for (const id of fresh.flatMap(idsOf)) seen.add(id)
      books.push(await readNames(db, fresh))
    }
    return names
  }
}

/** Each id as the book that knows it says it, found once. */
function toOne(books: readonly Names[]): ShownNames {
  const once = <T>(ask: (book: Names, id: string) => T, isKnown: (value: T) => boolean) => {
    const known = new Map<string, T>()
    return (id: string): T | undefined => {
      if (known.has(id)) return known.get(id)
      const book = books.find(each => isKnown(ask(each, id)))
      const value = book === undefined ? undefined : ask(book, id)
      if (value !== undefined) known.set(id, value)
      return value
    }
  }
  const isText = (value: string) => value !== ''
  const category = once((book, id) => book.category(id), isText)
  const subCategory = once((book, id) => book.subCategory(id), isText)
  const channel = once((book, id) => book.channel(id), isText)
  const provider = once(
    (book, id) => book.provider(id),
    value => value !== undefined,
  )
  const taxonomy = once(
    (book, id) => book.taxonomy([id]),
    value => value.length > 0,
  )
  const languages = new Map<string | null, string>()
  return {
    category: id => (id === null ? '' : (category(id) ?? '')),
    subCategory: id => (id === null ? '' : (subCategory(id) ?? '')),
    channel: tag => (tag === null ? '' : (channel(tag) ?? '')),
    provider: tag => (tag === null ? undefined : provider(tag)),
    taxonomy: ids => ids.flatMap(id => taxonomy(id) ?? []),
    language(tag) {
      const name = languages.get(tag) ?? languageName(tag)
      languages.set(tag, name)
      return name
    },
  }
}

function idsOf(title: StoredTitle): string[] {
  const { classCategoryId, classSubCategoryId, channelId, providerId, equipmentIds, focusAreaIds } = title
  const single = [classCategoryId, classSubCategoryId, channelId, providerId].filter(id => id !== null)
  return [...single, ...equipmentIds, ...focusAreaIds]
}
