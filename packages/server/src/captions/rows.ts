import { type Caption, en, fillText, KinoraError, languageName, toWireDate } from '@kinora/core'
import { spanBeyondEnd } from '@kinora/core/webvtt'
import { and, asc, eq, getTableColumns, ne } from 'drizzle-orm'
import {
  type Author,
  assertVersion,
  newTag,
  recordWrites,
  stamp,
  stampNew,
  type Write,
} from '../kernel/rows/audit.ts'
import { differences } from '../kernel/rows/differences.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { inScope, lockTitle, markStored, type Owner } from '../stored-titles/index.ts'
import { titlesTable } from '../stored-titles/tables.ts'
import { type CaptionRow, captionsTable as captions } from './tables.ts'

const columns = getTableColumns(captions)

export async function readCaptions(scope: Scope, db: Database, titleTag: string): Promise<CaptionRow[]> {
  return db
    .select(columns)
    .from(captions)
    .innerJoin(titlesTable, eq(titlesTable.tag, captions.titleTag))
    .where(and(eq(captions.titleTag, titleTag), inScope(scope)))
    .orderBy(asc(captions.language))
}

/** The track, or `notFound`. */
export async function readCaption(scope: Scope, db: Database, trackId: string): Promise<CaptionRow> {
  const [row] = await db
    .select(columns)
    .from(captions)
    .innerJoin(titlesTable, eq(titlesTable.tag, captions.titleTag))
    .where(and(eq(captions.trackId, trackId), inScope(scope)))
  if (row === undefined) throw notFound()
  return row
}

/** A stored file and what is known of it. */
export type StoredTrack = Pick<
  CaptionRow,
  'blobKey' | 'digestKey' | 'bytes' | 'digest' | 'firstStart' | 'lastStart'
>
/** Bytes that the file of one of a title’s tracks was stored with; undefined where none names it, or nobody has read it. */
export async function readCaptionSize(
  db: Database,
  { titleTag, blobKey }: Pick<CaptionRow, 'titleTag' | 'blobKey'>,
): Promise<number | null | undefined> {
  const [row] = await db
    .select({ bytes: captions.bytes })
    .from(captions)
    .where(
      and(eq(captions.titleTag, titleTag), eq(captions.blobKey, blobKey), eq(captions.digestKey, blobKey)),
    )
  return row?.bytes
}

type Draft = Pick<CaptionRow, 'title' | 'language'> & StoredTrack
type TrackName = Pick<CaptionRow, 'titleTag' | 'language' | 'trackId'>

export interface CaptionWrite {
  caption: CaptionRow
  /** Files that no track points to any more. */
  unused: string[]
}

/** CAPTION-04: a title has one track of each language. */
export function insertCaption(
  scope: Scope,
  db: Database,
  { values, replace, by }: { values: Draft & Pick<CaptionRow, 'titleTag'>; replace?: boolean; by: Author },
): Promise<CaptionWrite> {
  return db.transaction(async tx => {
    const owner = await lockTitle(scope, tx, values.titleTag)
    const trackId = newTag()
    const replaced = await takeOut(tx, { ...values, trackId }, replace)
    const row = { trackId, ...values, ...stampNew(by.now, by.userId) }
    const [caption] = await tx.insert(captions).values(row).returning()
    await recordWrites(tx, by, [...toRemovals(owner, replaced), toWrite(owner, undefined, caption!)])
    return { caption: caption!, unused: replaced.map(({ blobKey }) => blobKey) }
  })
}

interface CaptionChange {
  version: number | undefined
  set: Partial<Draft>
  replace?: boolean
}

/** Changes a track. One that already is as it is to be stays untouched. */
export function updateCaption(
  scope: Scope,
  db: Database,
  { trackId, version, set, replace, by }: Target & CaptionChange,
): Promise<CaptionWrite> {
  return db.transaction(async tx => {
    const { owner, caption: before } = await lockCaption(scope, tx, trackId)
    const next = { ...before, ...set }
    if (differences(toDraft(before), toDraft(next)).length === 0) return { caption: before, unused: [] }
    const known = { noun: 'captions', id: trackId, current: before.version, known: version }
    await assertVersion(scope, tx, { ...known, fields: Object.keys(toDraft(before)) })
    const replaced = await takeOut(tx, next, replace)
    const counted = { ...set, version: before.version + 1, ...stamp(by.now, by.userId) }
    const same = and(eq(captions.trackId, trackId), eq(captions.version, before.version))
    const [after] = await tx.update(captions).set(counted).where(same).returning()
    if (after === undefined) throw new KinoraError('conflict')
    await recordWrites(tx, by, [...toRemovals(owner, replaced), toWrite(owner, before, after)])
    const left = before.blobKey === after.blobKey ? [] : [before.blobKey]
    await forgetDamage(tx, before.titleTag, left)
    return { caption: after, unused: [...left, ...replaced.map(({ blobKey }) => blobKey)] }
  })
}

/** Gives the track that was there. */
export function deleteCaption(scope: Scope, db: Database, { trackId, by }: Target): Promise<CaptionRow> {
  return db.transaction(async tx => {
    const { owner, caption } = await lockCaption(scope, tx, trackId)
    await tx.delete(captions).where(eq(captions.trackId, trackId))
    await forgetDamage(tx, caption.titleTag, [caption.blobKey])
    await recordWrites(tx, by, toRemovals(owner, [caption]))
    return caption
  })
}

interface Target {
  trackId: string
  by: Author
}

/** The track and its title, which is row-locked until the transaction ends: other writers of its tracks wait. */
async function lockCaption(scope: Scope, tx: Database, trackId: string) {
  const { titleTag } = await readCaption(scope, tx, trackId)
  const owner = await lockTitle(scope, tx, titleTag)
  return { owner, caption: await readCaption(scope, tx, trackId) }
}

/** Deletes the title’s other track of a language, or refuses to (CAPTION-04). */
async function takeOut(tx: Database, { titleTag, language, trackId }: TrackName, replace = true) {
  const same = and(eq(captions.titleTag, titleTag), eq(captions.language, language))
  const others = await tx
    .delete(captions)
    .where(and(same, ne(captions.trackId, trackId)))
    .returning()
  if (others.length === 0 || replace) {
    await forgetDamage(
      tx,
      titleTag,
      others.map(({ blobKey }) => blobKey),
    )
    return others
  }
  const detail = fillText(en['captions.exists'], {
    language: languageName(language),
    title: others[0]!.title,
  })
  throw new KinoraError('conflict', { detail })
}

/** A file that no track names any more is nobody’s damage. */
async function forgetDamage(tx: Database, tag: string, keys: readonly string[]): Promise<void> {
  for (const key of keys) await markStored(tx, { tag, key, isDamaged: false })
}

/** What people write of a track, by the names of the contract. */
const toDraft = ({ title, language, blobKey }: Pick<CaptionRow, 'title' | 'language' | 'blobKey'>) => ({
  title,
  language,
  file: toAddress(blobKey),
})
const toAddress = (blobKey: string): string => `/media/${blobKey}`

const toWrite = (owner: Owner, before: CaptionRow | undefined, after: CaptionRow): Write => ({
  noun: 'captions',
  id: after.trackId,
  name: after.title,
  version: after.version,
  owner,
  verb: before === undefined ? 'create' : 'update',
  changes: differences(before === undefined ? {} : toDraft(before), toDraft(after)),
})

const toRemovals = (owner: Owner, rows: readonly CaptionRow[]): Write[] =>
  rows.map(row => ({
    noun: 'captions',
    id: row.trackId,
    name: row.title,
    version: row.version,
    owner,
    verb: 'remove',
    changes: differences(toDraft(row), {}),
  }))

/** CAPTION-01; `length` are the title’s whole seconds. */
export function toCaption(row: CaptionRow, length: number): Caption {
  const { trackId, titleTag, title, language, blobKey, createdAt, version } = row
  const fields = { trackId, titleTag, title, language, version }
  const isRead = row.digestKey === blobKey
  const beyondEnd = isRead ? spanBeyondEnd({ first: row.firstStart, last: row.lastStart }, length) : null
  return { ...fields, url: toAddress(blobKey), createdDate: toWireDate(createdAt), beyondEnd }
}
