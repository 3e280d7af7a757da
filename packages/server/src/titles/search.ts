import { type ChannelKind, foldedWords, type SiteMoment } from '@kinora/core'
import { and, eq, inArray, isNotNull, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import { isHidden } from '../categories/index.ts'
import { counting, totalOf } from '../kernel/db/pages.ts'
import { containing, eachPortion, folded, rowsOf } from '../kernel/db/queries.ts'
import type { Scope } from '../kernel/scope.ts'
import { onSiteAt, publishedTo } from '../on-site/index.ts'
import type { Database } from '../ports/db.ts'
import { inScope, type StoredTitle, titleColumns } from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { countOfFilters, type Filter, toCondition } from './filter.ts'

export interface Sorting {
  sort: 'createdDate' | 'name'
  dir: 'asc' | 'desc'
}
/** Without an order words are sorted by relevance, anything else by the newest. */
interface WantedSorting {
  sort?: Sorting['sort'] | 'relevance' | undefined
  dir: Sorting['dir']
}
export interface PageOf {
  page: number
  take: number
}
export interface Found {
  rows: StoredTitle[]
  total: number
}

const sortKeys = { createdDate: 'titles.created_at', name: 'titles.sort_name', tag: 'titles.tag' }

/** CONST-22; equal keys are told apart by tag, so that a page never repeats or misses a title. */
export const order = ({ sort, dir }: Sorting): SQL =>
  sql.raw(`${sortKeys[sort]} ${dir}, ${sortKeys.tag} ${dir}`)

/** TITLE-14, TITLE-15: one page and the counts. */
export function searchTitles(
  scope: Scope,
  db: Database,
  search: Filter & WantedSorting & PageOf,
): Promise<Found> {
  const where = and(inScope(scope), toCondition(scope, search))
  const asked = { where, narrows: scope.kind === 'all' ? 0 : 1 }
  const { query, sort = 'relevance' } = search
  if (sort !== 'relevance') return findPage(db, asked, { ...search, sort })
  if (foldedWords(query).length > 0) return findRelevant(db, asked, { ...search, query: query! })
  return findPage(db, asked, { ...search, sort: 'createdDate', dir: 'desc' })
}

/** A page of what is ranked, then of the others by the newest. */
async function findRelevant(
  db: Database,
  { where, narrows }: Conditions,
  search: Filter & PageOf & { query: string },
): Promise<Found> {
  const { page, take } = search
  const { tags, isAll } = await rankedTags(db, where, search.query)
  const offset = (page - 1) * take
  const first = await readInOrder(db, tags.slice(offset, offset + take + 1))
  if (isAll) return { rows: first.slice(0, take), total: tags.length }
  const others = and(where, notInArray(t.tag, tags))
  const place = { limit: take + 1 - first.length, offset: Math.max(0, offset - tags.length) }
  const by = order({ sort: 'createdDate', dir: 'desc' })
  const isFar = place.offset > SHALLOW || narrows + countOfFilters(search) > 1
  const rest =
    place.limit === 0
      ? []
      : await readPage(db, { where: tags.length === 0 ? where : others, order: by, ...place, isFar })
  const rows = [...first, ...rest]
  const total = await totalOf(counting(db, t, where), { before: offset, read: rows.length, take })
  return { rows: rows.slice(0, take), total }
}

async function readInOrder(db: Database, tags: readonly string[]): Promise<StoredTitle[]> {
  if (tags.length === 0) return []
  const rows = await db
    .select(titleColumns)
    .from(t)
    .where(inArray(t.tag, [...tags]))
  const byTag = new Map(rows.map(row => [row.tag, row]))
  return tags.flatMap(tag => byTag.get(tag) ?? [])
}

interface OfSite {
  tenantId: string
  /** C-141: what a site is read for. */
  product?: ChannelKind | undefined
  /** When the site is asked (C-144); left out, what is published to it whatever its dates say, as staff plan with it. */
  moment?: SiteMoment | undefined
  /** Leaves out what a site doesn't list. */
  isListed?: boolean
}

/** API-26, API-124: what a tenant's site shows, whoever owns it; the filters serve class choosers (API-30, COLL-09). */
export function searchPublished(
  db: Database,
  search: Filter & PageOf & Partial<Sorting> & OfSite,
): Promise<Found> {
  const { tenantId, product, moment } = search
  const published = and(
    eq(t.isEvent, false),
    moment === undefined ? publishedTo(tenantId) : onSiteAt({ tenantId, product }, moment),
    search.isListed ? isDisplayComplete : undefined,
    search.isListed && isByCategory(search) ? isInShownCategory(search.tenantId) : undefined,
  )
  const where = and(published, toCondition({ kind: 'all' }, search))
  return findPage(db, { where, narrows: 2 }, { sort: 'createdDate', dir: 'desc', ...search })
}

/** TITLE-06, C-141: a site lists what is complete for display, as core's `missingForDisplay` has it. */
const isDisplayComplete: SQL | undefined = and(
  ...[t.className, t.classDescription].map(column => ne(column, '')),
  ...[t.imageLink, t.classCategoryId, t.classLanguageCode].map(isNotNull),
  ...[t.providerId, t.channelId, t.scheduleDate].map(isNotNull),
)

const isByCategory = ({ categoryId, subcategory, classSubCategoryId }: Filter): boolean =>
  [categoryId, subcategory, classSubCategoryId].some(ids => ids?.length)

/** C-141: by a category that it doesn’t show a site finds nothing. */
const isInShownCategory = (site: string): SQL =>
  sql`NOT EXISTS (SELECT FROM categories WHERE category_id = ${t.classCategoryId} AND ${isHidden(site)})`

/** What is asked for; `narrows` counts conditions that are no filters. */
interface Conditions {
  where: SQL | undefined
  narrows: number
}

/** The page and how many there are. */
async function findPage(
  db: Database,
  { where, narrows }: Conditions,
  search: Filter & Sorting & PageOf,
): Promise<Found> {
  const { page, take } = search
  const offset = (page - 1) * take
  const isFar = offset > SHALLOW || narrows + countOfFilters(search) > 1
  const rows = await readPage(db, { where, order: order(search), limit: take + 1, offset, isFar })
  const total = await totalOf(counting(db, t, where), { before: offset, read: rows.length, take })
  return { rows: rows.slice(0, take), total }
}

/** Titles that may be passed over as rows. One filter by itself has an index in the order of the list, several have not. */
const SHALLOW = 1000

const batch = 2000

/** What an export reads of a title, as the driver gives it: lists and times as the database writes them. */
export interface ListedTitle {
  tag: string
  class_name: string
  class_description: string
  status: StoredTitle['status']
  content_type: number
  provider_id: string | null
  channel_id: string | null
  class_category_id: string | null
  class_sub_category_id: string | null
  class_language_code: string | null
  duration_second: number
  skill: number | null
  intensity: number | null
  equipment_ids: string
  focus_area_ids: string
  label_ids: string
  keywords: string
  instructor: string
  schedule_date: string | null
  created_at: string
  published_date: string | null
  file_name: string | null
  external_id: string | null
}

const listed = sql.raw(`tag, class_name, class_description, status, content_type, provider_id, channel_id,
  class_category_id, class_sub_category_id, class_language_code, duration_second, skill, intensity,
  equipment_ids::text AS equipment_ids, focus_area_ids::text AS focus_area_ids,
  label_ids::text AS label_ids, keywords::text AS keywords, instructor,
  schedule_date, created_at, published_date, file_name, external_id`)

/** TITLE-29: every match in order. */
export function eachTitle(
  scope: Scope,
  db: Database,
  search: Filter & Sorting,
): AsyncGenerator<ListedTitle[]> {
  const where = and(inScope(scope), toCondition(scope, search))
  const by = order(search)
  const behind = ({ tag, class_name: className, created_at }: ListedTitle) =>
    beyond(search, { tag, className, createdAt: new Date(created_at) })
  const read = (last?: ListedTitle) =>
    rowsOf<ListedTitle>(
      db,
      sql`SELECT ${listed} FROM ${t} WHERE ${and(where, last && behind(last))} ORDER BY ${by} LIMIT ${batch}`,
    )
  return eachPortion(read, batch)
}

/** What comes after a title in that order. Compared as one row, the index is entered there and not walked from its start. */
export function beyond(
  { sort, dir }: Sorting,
  last: Pick<StoredTitle, 'tag' | 'className' | 'createdAt'>,
): SQL {
  const value =
    sort === 'name'
      ? sql`kinora_numbers(kinora_fold(${last.className}::text))`
      : sql`${last.createdAt.toISOString()}::timestamptz`
  const past = sql.raw(dir === 'asc' ? '>' : '<')
  return sql`(${sql.raw(sortKeys[sort])}, ${t.tag}) ${past} (${value}, ${last.tag})`
}

/** The titles that match, from one place in their order. */
interface PageQuery {
  where: SQL | undefined
  order: SQL
  limit: number
  offset: number
  /** Many titles are passed over on the way to the page. */
  isFar: boolean
}

/** The way to a far page is walked in an index that covers what filters ask; only the rows of the page are read (0006). */
async function readPage(db: Database, query: PageQuery): Promise<StoredTitle[]> {
  const { where, order, limit, offset, isFar } = query
  const titles = db.select(titleColumns).from(t)
  if (!isFar) return titles.where(where).orderBy(order).limit(limit).offset(offset)
  return titles.where(sql`${t.tag} = ANY(ARRAY(${tagsOfPage(query)}))`).orderBy(order)
}

export const tagsOfPage = ({ where, order, limit, offset }: Omit<PageQuery, 'isFar'>): SQL =>
  sql`SELECT tag FROM titles WHERE ${where} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`

/** Up to so many matches are ranked as a whole; among more, those whose name begins with what is searched for come first. */
const RANKED_UP_TO = 1000

/** The first tags in the order of relevance; `isAll` where no others match. */
interface Ranked {
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
async function rankedTags(db: Database, where: SQL | undefined, query: string): Promise<Ranked> {
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
