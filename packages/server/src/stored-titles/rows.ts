import {
  type DamagedFile,
  en,
  type Issue,
  isVideoInProgress,
  KinoraError,
  type LogEventType,
  type RefusalCode,
  type TitleEvent,
  type TitleStatus,
  titleStatus,
  toStatusKey,
  toTrailerState,
  type VideoEvent,
  videoStatus,
} from '@kinora/core'
import { and, eq, getTableColumns, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { owned } from '../kernel/db/queries.ts'
import { recordEvents } from '../kernel/rows/event-log.ts'
import { notFound, refused } from '../kernel/rows/refusals.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { type NewTitleRow, type TitleRow, titlesTable } from './tables.ts'

const {
  searchText: _text,
  sortName: _name,
  releasedAt: _release,
  firstDay: _first,
  lastDay: _last,
  ...columns
} = getTableColumns(titlesTable)
/** All that is ever read; what the database makes of it serves its searches. */
export const titleColumns = columns
type Generated = 'searchText' | 'sortName' | 'releasedAt' | 'firstDay' | 'lastDay'
export type StoredTitle = Omit<TitleRow, Generated>
export type TitleChange = Partial<Omit<NewTitleRow, 'tag' | Generated>>

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

/** The title, row-locked until the transaction ends, so that others who change it wait. */
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
export async function insertTitle(db: Database, row: NewTitleRow): Promise<StoredTitle | undefined> {
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

/**
 * The same for many titles at once, locked in one order so that two such changes never wait for each other; those that were
 * changed.
 */
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

/** HOOK-01: the moves that others are told of. */
const told: Partial<Record<TitleEvent, LogEventType>> = {
  lastChunk: 'title.uploaded',
  complete: 'title.processed',
  fail: 'title.failed',
  published: 'title.published',
  unpublish: 'title.unpublished',
}

/**
 * E-1 and E-2, guarded in SQL: moves the title only from a state that allows it; undefined where none did. What others are told of
 * stands in the event log of the same transaction.
 */
export function moveTitle(scope: Scope, db: Database, move: TitleMove): Promise<StoredTitle | undefined> {
  const type = told[move.event]
  if (type === undefined) return moveRow(scope, db, move)
  return db.transaction(async tx => {
    const moved = await moveRow(scope, tx, move)
    // The video of an event is a part of it, and no title of anybody’s list.
    if (moved === undefined || moved.isEvent) return moved
    const { tag: subject, className: name, version, errorType } = moved
    const details = move.event === 'fail' && errorType !== null ? { reason: errorType } : {}
    await recordEvents(tx, [{ type, at: move.now, owner: moved, subject, name, version, details }])
    return moved
  })
}

function moveRow(scope: Scope, db: Database, move: TitleMove): Promise<StoredTitle | undefined> {
  const from = titleStatus.from(move.event)
  const set: TitleChange = {
    ...move.set,
    statusSince: move.now,
    status: titleStatus.next(from[0]!, move.event),
  }
  if (move.event === 'cancel') set.whenReady = null
  if (move.event === 'fail') Object.assign(set, { whenReady: refusedBy(move.set?.errorType) })
  if (move.video !== undefined)
    set.videoStatus = videoStatus.next(videoStatus.from(move.video)[0]!, move.video)
  const guard = and(inArray(titlesTable.status, from), videoGuard(move.video), move.and)
  return changeTitle(scope, db, { tag: move.tag, set, and: guard })
}

/** Decision 0119: a title that was to be published when ready says that its processing failed. */
const refusedBy = (errorType: string | null | undefined): SQL => {
  const refused = {
    state: 'refused',
    issues: [{ path: 'status', code: errorType ?? 'processing.failed' }],
  }
  return sql`CASE WHEN ${titlesTable.whenReady} ->> 'state' = 'asked' THEN ${JSON.stringify(refused)}::jsonb ELSE ${titlesTable.whenReady} END`
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

/** F-2, `own` and `sel`: the titles that a caller may see and change. Deleted ones are nobody's (TITLE-35). */
export const inScope = (scope: Scope): SQL =>
  and(not(titlesTable.isDelete), ofKind(scope), owned(scope, titlesTable), within(scope))!

/** KEY-06: the titles that an embed session is for; undefined where the scope has no such bounds. */
export function within({ only }: Scope): SQL | undefined {
  if (only === undefined) return undefined
  const { tags, channelIds, categoryIds, own, keyId, externalId } = only
  const made = sql`${titlesTable.tag} IN (SELECT row_id FROM audit_entries
    WHERE key_id = ${keyId} AND external_id = ${externalId} AND noun = 'titles' AND verb = 'create')`
  return and(
    tags && inArray(titlesTable.tag, tags),
    channelIds && inArray(titlesTable.channelId, channelIds),
    categoryIds &&
      or(
        inArray(titlesTable.classCategoryId, categoryIds),
        inArray(titlesTable.classSubCategoryId, categoryIds),
      ),
    own && made,
  )
}

/** KEY-06: throws `refused` where a write has left the titles that the session is for, or made one that is none of them. */
export async function assertWithin(scope: Scope, tx: Database, tag: string): Promise<void> {
  if (scope.only === undefined) return
  const bounds = and(eq(titlesTable.tag, tag), within(scope))
  const found = await tx.select({ tag: titlesTable.tag }).from(titlesTable).where(bounds)
  if (found.length === 0) throw new KinoraError('forbidden', { detail: en['embed.outside'] })
}

/** The same rows' owner, for the videos of events in place of titles. */
export const ofEvents = <S extends Scope>(scope: S): S => ({ ...scope, titles: 'ofEvents' })

function ofKind({ titles = 'listed' }: Scope): SQL | undefined {
  if (titles === 'all') return undefined
  return titles === 'ofEvents' ? sql`${titlesTable.isEvent}` : not(titlesTable.isEvent)
}

/** A tenant's files are its own, whichever provider they came from; a provider's are those that no tenant owns. */
export function ofOwner({ tenantId, providerId }: Owner): SQL | undefined {
  if (tenantId !== null) return eq(titlesTable.tenantId, tenantId)
  const sameProvider =
    providerId === null ? isNull(titlesTable.providerId) : eq(titlesTable.providerId, providerId)
  return and(isNull(titlesTable.tenantId), sameProvider)
}

/** C-14: what isn't there and what isn't yours look the same (TITLE-18). */
export const titleNotFound = (): KinoraError => notFound({ path: 'tag', code: 'title.notFound' })

/** A move that the state machines don't have. */
export const wrongState = (code: RefusalCode, status: number): KinoraError =>
  refused(code, { status: en[toStatusKey(status)] })

/** TITLE-05, TITLE-23: everything that is missing in one sentence, each field also on its own. */
export function notReady(issues: readonly Issue[]): KinoraError {
  const missing = issues.filter(({ code }) => code.startsWith('required.')).map(({ code }) => en[code])
  return new KinoraError('invalid', {
    issues: [
      { path: 'status', code: 'title.publishNotReady', params: { missing: missing.join(', ') } },
      ...issues,
    ],
  })
}

/** The state of a trailer in its state machine (E-3). */
export const trailerStateOf = (title: StoredTitle) =>
  toTrailerState({
    trailerStatus: title.trailerStatus,
    trailerLinkWeb: title.trailerWebKey,
    trailerLinkMobile: title.trailerMobileKey,
  })

/** E-3: the trailer's status and since when; every change of a trailer goes through here. */
export const toTrailer = (
  now: Date,
  trailerStatus: TitleStatus | null,
): Pick<TitleChange, 'trailerStatus' | 'trailerSince'> => ({ trailerStatus, trailerSince: now })

type Named = Pick<
  StoredTitle,
  | 'sourceKey'
  | 'streamKey'
  | 'trailerWebKey'
  | 'trailerSourceKey'
  | 'damagedKeys'
  | 'videoStatus'
  | 'trailerJobId'
>

/** Where web and mobile half of a trailer lie. */
export const trailerFolder = (webKey: string): string => webKey.split('/').slice(0, 3).join('/')

/** OPS-02: the gravest damage among the files that the title names now; none while its file is replaced or processed. */
export function damageOf(title: Named): DamagedFile | null {
  const { sourceKey, streamKey, trailerWebKey, trailerSourceKey, damagedKeys, videoStatus } = title
  if (damagedKeys.length === 0 || isVideoInProgress(videoStatus)) return null
  const isMarked = (key: string | null) => key !== null && damagedKeys.includes(key)
  if (isMarked(sourceKey)) return 'original'
  if (isMarked(streamKey)) return 'stream'
  const made = trailerWebKey && trailerFolder(trailerWebKey)
  if (title.trailerJobId === null && (isMarked(made) || isMarked(trailerSourceKey))) return 'trailer'
  return damagedKeys.some(key => key.startsWith('captions/')) ? 'captions' : null
}

const folder = sql`regexp_replace(${titlesTable.trailerWebKey}, '^([^/]*/[^/]*/[^/]*).*', '\\1')`

/** The same as a condition. */
export const isDamaged: SQL = sql`(${titlesTable.damagedKeys} <> '{}' AND NOT coalesce(${titlesTable.videoStatus} BETWEEN 1 AND 5, false) AND (
  ${titlesTable.damagedKeys} && ARRAY[${titlesTable.sourceKey}, ${titlesTable.streamKey}]
  OR ${titlesTable.trailerJobId} IS NULL AND ${titlesTable.damagedKeys} && ARRAY[${folder}, ${titlesTable.trailerSourceKey}]
  OR array_to_string(${titlesTable.damagedKeys}, ' ') LIKE '%captions/%'))`

/** Whether the title names that file now. */
const isNamed = (
  key: SQL,
): SQL => sql`(${key} IN (${titlesTable.sourceKey}, ${titlesTable.streamKey}, ${folder}, ${titlesTable.trailerSourceKey})
  OR EXISTS (SELECT FROM captions c WHERE c.title_tag = ${titlesTable.tag} AND c.blob_key = ${key}))`

/**
 * Marks a stored file of a title as damaged, or takes the mark away; whether that changed anything. What was replaced while it was
 * read is nobody’s damage.
 */
export function markStored(
  db: Database,
  { tag, key, isDamaged }: { tag: string; key: string; isDamaged: boolean },
): Promise<boolean> {
  const mark = sql`${key}::text`
  const isMarked = sql`${mark} = ANY(${titlesTable.damagedKeys})`
  return db.transaction(async tx => {
    await tx.select({ tag: titlesTable.tag }).from(titlesTable).where(eq(titlesTable.tag, tag)).for('update')
    const changed = await tx
      .update(titlesTable)
      .set({
        damagedKeys: sql`${sql.raw(isDamaged ? 'array_append' : 'array_remove')}(${titlesTable.damagedKeys}, ${mark})`,
      })
      .where(and(eq(titlesTable.tag, tag), isDamaged ? and(not(isMarked), isNamed(mark)) : isMarked))
      .returning({ tag: titlesTable.tag })
    return changed.length > 0
  })
}

/** Keeps what an original came to as it was read first, where that isn't known yet. */
export async function saveDigestIfUnknown(
  db: Database,
  sourceKey: string,
  read: Pick<TitleChange, 'fileDigest' | 'fileSha256' | 'fileSize'>,
): Promise<void> {
  const isUnknown = and(eq(titlesTable.sourceKey, sourceKey), isNull(titlesTable.fileDigest))
  await db.update(titlesTable).set(read).where(isUnknown)
}

/** Takes away the marks of files that their title doesn’t name any more. */
export async function clearStaleMarks(db: Database): Promise<void> {
  const named = sql`ARRAY(SELECT mark FROM unnest(${titlesTable.damagedKeys}) AS mark WHERE ${isNamed(sql`mark`)})`
  await db
    .update(titlesTable)
    .set({ damagedKeys: named })
    .where(sql`${titlesTable.damagedKeys} <> '{}' AND ${titlesTable.damagedKeys} <> ${named}`)
}
