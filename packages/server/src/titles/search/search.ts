import { foldedWords, TitleStatus } from '@kinora/core'
import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '../../kernel/db/rows-of.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Database } from '../../ports/db.ts'
import { inScope, overlaps, type StoredTitle, titleColumns } from '../../stored-titles/index.ts'
import { titlesTable as t } from '../../stored-titles/tables.ts'
import { countTitles, totalOf } from './counting.ts'
import { countOfFilters, type Filter, toCondition } from './filter.ts'
import { readPage } from './page.ts'
import { rankedTags } from './relevance.ts'

export interface Sorting {
  sort: 'createdDate' | 'name'
  dir: 'asc' | 'desc'
}
/** Without an order words are sorted by relevance, anything else by the newest. */
export interface WantedSorting {
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
  { where, narrows }: Asked,
  search: Filter & PageOf & { query: string },
): Promise<Found> {
  const { page, take } = search
  const { tags, isAll } = await rankedTags(db, where, search.query)
  const offset = (page - 1) * take
  const first = await readInOrder(db, tags.slice(offset, offset + take))
  if (isAll) return { rows: first, total: tags.length }
  const others = and(where, notInArray(t.tag, tags))
  const place = { limit: take - first.length, offset: Math.max(0, offset - tags.length) }
  const by = order({ sort: 'createdDate', dir: 'desc' })
  const isFar = place.offset > SHALLOW || narrows + countOfFilters(search) > 1
  const rest =
    place.limit === 0
      ? []
      : await readPage(db, { where: tags.length === 0 ? where : others, order: by, ...place, isFar })
  const rows = [...first, ...rest]
  const total = await totalOf(() => countTitles(db, where), { before: offset, shown: rows.length, take })
  return { rows, total }
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

/** API-26, API-124: what a tenant's site shows, whoever owns it; the filters serve class choosers (API-30, COLL-09). */
export function searchPublished(
  _scope: Scope,
  db: Database,
  search: Filter & PageOf & Partial<Sorting> & { tenantId: string },
): Promise<Found> {
  const published = and(
    eq(t.status, TitleStatus.Published),
    eq(t.isDelete, false),
    eq(t.isEvent, false),
    overlaps(t.tenants, [search.tenantId]),
  )
  const where = and(published, toCondition({ kind: 'all' }, search))
  return findPage(db, { where, narrows: 2 }, { sort: 'createdDate', dir: 'desc', ...search })
}

/** What is asked for; `narrows` counts conditions that are no filters. */
interface Asked {
  where: SQL | undefined
  narrows: number
}

/** The page and how many there are. */
async function findPage(
  db: Database,
  { where, narrows }: Asked,
  search: Filter & Sorting & PageOf,
): Promise<Found> {
  const { page, take } = search
  const offset = (page - 1) * take
  const isFar = offset > SHALLOW || narrows + countOfFilters(search) > 1
  const rows = await readPage(db, { where, order: order(search), limit: take, offset, isFar })
  const total = await totalOf(() => countTitles(db, where), { before: offset, shown: rows.length, take })
  return { rows, total }
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

/** Every match in order, a batch at a time: memory stays flat however many there are (TITLE-29). */
export async function* eachTitle(
  scope: Scope,
  db: Database,
  search: Filter & Sorting,
): AsyncGenerator<ListedTitle[]> {
  const where = and(inScope(scope), toCondition(scope, search))
  const by = order(search)
  let after: SQL | undefined
  for (;;) {
    const rows = await rowsOf<ListedTitle>(
      db,
      sql`SELECT ${listed} FROM ${t} WHERE ${and(where, after)} ORDER BY ${by} LIMIT ${batch}`,
    )
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < batch) return
    after = beyond(search, {
      tag: last.tag,
      className: last.class_name,
      createdAt: new Date(last.created_at),
    })
  }
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
