import { type TitleEvent, titleStatus, type VideoEvent, videoStatus } from '@kinora/core'
import { and, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { titleNotFound } from './refusals.ts'
import { inScope } from './scope-condition.ts'
import { type NewTitleRow, type TitleRow, titlesTable } from './tables.ts'

const { searchText: _text, sortName: _name, ...columns } = getTableColumns(titlesTable)
/** All that is ever read; the search text only serves its index. */
export const titleColumns = columns
export type StoredTitle = Omit<TitleRow, 'searchText' | 'sortName'>
export type TitleChange = Partial<Omit<NewTitleRow, 'tag' | 'searchText' | 'sortName'>>

/** The title, or `notFound`. */
export async function readTitle(scope: Scope, db: Database, tag: string): Promise<StoredTitle> {
  const [row] = await db
    .select(titleColumns)
    .from(titlesTable)
    .where(and(eq(titlesTable.tag, tag), inScope(scope)))
  if (row === undefined) throw titleNotFound()
  return row
}

/** Those that are there, in the order of the tags (API-12). */
export async function readTitles(
  scope: Scope,
  db: Database,
  tags: readonly string[],
): Promise<StoredTitle[]> {
  if (tags.length === 0) return []
  const rows = await db
    .select(titleColumns)
    .from(titlesTable)
    .where(and(inArray(titlesTable.tag, [...tags]), inScope(scope)))
  const byTag = new Map(rows.map(row => [row.tag, row]))
  return tags.flatMap(tag => byTag.get(tag) ?? [])
}

/** The title, held until the transaction ends, so that others who change it wait. */
export async function lockTitle(scope: Scope, tx: Database, tag: string): Promise<StoredTitle> {
  const query = tx
    .select(titleColumns)
    .from(titlesTable)
    .where(and(eq(titlesTable.tag, tag), inScope(scope)))
  const [row] = await query.for('update')
  if (row === undefined) throw titleNotFound()
  return row
}

/** Adds a title; undefined where its owner has one of the same external id. The row says who owns it. */
export async function insertTitle(
  _scope: Scope,
  db: Database,
  row: NewTitleRow,
): Promise<StoredTitle | undefined> {
  const [created] = await db.insert(titlesTable).values(row).onConflictDoNothing().returning(titleColumns)
  return created
}

export interface Owner {
  tenantId: string | null
  providerId: string | null
}

/** The title of an owner that came from a catalogue under this id. */
export async function findByExternalId(
  scope: Scope,
  db: Database,
  search: Owner & { externalId: string },
): Promise<StoredTitle | undefined> {
  const same = (column: typeof titlesTable.tenantId | typeof titlesTable.providerId, value: string | null) =>
    value === null ? isNull(column) : eq(column, value)
  const owned = and(
    same(titlesTable.tenantId, search.tenantId),
    same(titlesTable.providerId, search.providerId),
  )
  const known = and(eq(titlesTable.externalId, search.externalId), owned, inScope(scope))
  const [row] = await db.select(titleColumns).from(titlesTable).where(known)
  return row
}

/** Changes fields that no machine guards; `and` may narrow it further. Undefined where nothing matched. */
export async function changeTitle(
  scope: Scope,
  db: Database,
  { tag, set, and: also }: { tag: string; set: TitleChange; and?: SQL },
): Promise<StoredTitle | undefined> {
  const found = and(eq(titlesTable.tag, tag), inScope(scope), also)
  const [row] = await db.update(titlesTable).set(set).where(found).returning(titleColumns)
  return row
}

/** The same for many titles at once, held in one order so that two such changes never wait for each other; those that were changed. */
export async function changeTitles(
  scope: Scope,
  db: Database,
  { tags, set }: { tags: readonly string[]; set: TitleChange },
): Promise<StoredTitle[]> {
  const { tag } = titlesTable
  const found = and(inArray(tag, [...tags]), inScope(scope))
  await db.select({ tag }).from(titlesTable).where(found).orderBy(tag).for('update')
  return db.update(titlesTable).set(set).where(found).returning(titleColumns)
}

export interface TitleMove {
  tag: string
  /** When it moves: since then it stands so. */
  now: Date
  event: TitleEvent
  /** What happens to the video at the same time. */
  video?: VideoEvent
  set?: TitleChange
  and?: SQL
}

/** E-1 and E-2, guarded in SQL: moves the title only from a state that allows it; undefined where none did. */
export function moveTitle(scope: Scope, db: Database, move: TitleMove): Promise<StoredTitle | undefined> {
  const from = titleStatus.from(move.event)
  const set: TitleChange = {
    ...move.set,
    statusSince: move.now,
    status: titleStatus.next(from[0]!, move.event),
  }
  if (move.video !== undefined)
    set.videoStatus = videoStatus.next(videoStatus.from(move.video)[0]!, move.video)
  const guard = and(inArray(titlesTable.status, from), videoGuard(move.video), move.and)
  return changeTitle(scope, db, { tag: move.tag, set, and: guard })
}

function videoGuard(event: VideoEvent | undefined): SQL | undefined {
  if (event === undefined) return undefined
  const from = inArray(titlesTable.videoStatus, videoStatus.from(event))
  return event === 'startUpload' ? or(isNull(titlesTable.videoStatus), from) : from
}

/** `= ANY(…)` over an array column. */
export const overlaps = (column: AnyPgColumn, values: readonly string[]): SQL =>
  sql`${column} && ARRAY[${sql.join(
    values.map(value => sql`${value}`),
    sql`, `,
  )}]::text[]`
