import { foldedWords } from '@kinora/core'
import { and, type SQL, sql } from 'drizzle-orm'
import { containing, folded } from '../../kernel/db/conditions.ts'
import { rowsOf } from '../../kernel/db/rows-of.ts'
import type { Database } from '../../ports/db.ts'
import { titlesTable as t } from '../../stored-titles/tables.ts'

/** Up to so many matches are ranked as a whole; among more, those whose name begins with what is searched for come first. */
export const RANKED_UP_TO = 1000

/** The first tags in the order of relevance; `isAll` where no others match. */
export interface Ranked {
  tags: string[]
  isAll: boolean
}

const name = folded(t.className)

/** What a query of words asks for, as names are compared. */
const phraseOf = (query: string): string => foldedWords(query).join(' ')

/** 0 the name itself, 1 its beginning, 2 all words in the name, 3 elsewhere; equal ones by the newest, then by tag. */
function relevance(query: string): SQL {
  const phrase = phraseOf(query)
  const inName = and(...foldedWords(query).map(word => sql`${name} LIKE ${containing(word)}`))
  return sql`CASE WHEN ${name} = ${phrase} THEN 0 WHEN starts_with(${name}, ${phrase}) THEN 1 WHEN ${inName} THEN 2 ELSE 3 END,
    ${t.createdAt} DESC, ${t.tag} DESC`
}

/**
 * The tags that come first by relevance. Sorting all matches of a frequent word would read them all, so then only names
 * that begin with the query come first, which their index finds (decision 0034).
 */
export async function rankedTags(db: Database, where: SQL | undefined, query: string): Promise<Ranked> {
  const some = sql`SELECT tag, class_name, created_at FROM ${t} WHERE ${where} LIMIT ${RANKED_UP_TO + 1}`
  const all = await tagsOf(db, sql`SELECT tag FROM (${some}) AS titles ORDER BY ${relevance(query)}`)
  if (all.length <= RANKED_UP_TO) return { tags: all, isAll: true }
  const phrase = phraseOf(query)
  const begins = sql`${between(phrase)} AND starts_with(${name}, ${phrase})`
  const tags = await tagsOf(
    db,
    sql`SELECT tag FROM ${t} WHERE NOT ${t.isDelete} AND NOT ${t.isEvent} AND ${begins} AND ${where} ORDER BY ${t.sortName}, ${t.tag} LIMIT ${RANKED_UP_TO}`,
  )
  return { tags, isAll: false }
}

/**
 * Where names that begin with a phrase stand in the order of names, so that the index is entered there. A number at its end may go
 * on in the name, and numbers stand by their value: then all that have a number there are looked through.
 */
function between(phrase: string): SQL {
  const begin = phrase.replace(/[0-9]+$/, '')
  const last = begin === phrase ? LAST : DIGITS_LAST
  return sql`${t.sortName} >= kinora_numbers(${begin}::text) AND ${t.sortName} <= kinora_numbers(${begin}::text) || ${last}::text`
}

/** Sorts after every letter, as bytes, and after every digit. */
const LAST = '\u{10ffff}'
const DIGITS_LAST = ':'

async function tagsOf(db: Database, query: SQL): Promise<string[]> {
  return (await rowsOf<{ tag: string }>(db, query)).map(({ tag }) => tag)
}
