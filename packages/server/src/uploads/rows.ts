import { type FileRole, KinoraError } from '@kinora/core'
import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { breaks } from '../kernel/rows/constraints.ts'
import { refused } from '../kernel/rows/refusals.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { inScope, titleNotFound } from '../stored-titles/index.ts'
import { titlesTable } from '../stored-titles/tables.ts'
import { uploadChunksTable as chunks, type UploadRow, uploadsTable as uploads } from './tables.ts'

/** The current upload of a title's file, where there is one in reach. */
export async function findUpload(
  scope: Scope,
  db: Database,
  file: { tag: string; role: FileRole },
): Promise<UploadRow | undefined> {
  const [found] = await db
    .select({ upload: uploads })
    .from(uploads)
    .innerJoin(titlesTable, eq(titlesTable.tag, uploads.titleTag))
    .where(and(eq(uploads.titleTag, file.tag), eq(uploads.role, file.role), inScope(scope)))
  return found?.upload
}

/** What a chunk is for: the title's facts that decide about it, the upload it may belong to, and what is bound to its number. */
export async function findTarget(
  scope: Scope,
  db: Database,
  { tag, role, number }: { tag: string; role: FileRole; number: number },
) {
  const { contentType, status } = titlesTable
  const [found] = await db
    .select({ title: { contentType, status }, upload: uploads, chunk: chunks })
    .from(titlesTable)
    .leftJoin(uploads, and(eq(uploads.titleTag, titlesTable.tag), eq(uploads.role, role)))
    .leftJoin(chunks, and(eq(chunks.uploadId, uploads.id), eq(chunks.number, number)))
    .where(and(eq(titlesTable.tag, tag), inScope(scope)))
  if (found === undefined) throw titleNotFound()
  return found
}

/** Puts a new upload in the place of the one before. The title is locked by the caller. */
export async function replaceUpload(tx: Database, row: typeof uploads.$inferInsert): Promise<UploadRow> {
  await tx.delete(uploads).where(and(eq(uploads.titleTag, row.titleTag), eq(uploads.role, row.role)))
  const [created] = await tx.insert(uploads).values(row).returning()
  return created!
}

export async function deleteUpload(db: Database, id: string): Promise<void> {
  await db.delete(uploads).where(eq(uploads.id, id))
}

export interface ChunkClaim {
  uploadId: string
  number: number
  digest: string
  size: number
}

/** What a chunk is bound to. */
export interface Bound {
  digest: string
  isStored: boolean
}

const binding = {
  target: [chunks.uploadId, chunks.number],
  set: { digest: sql`CASE WHEN ${chunks.isStored} THEN ${chunks.digest} ELSE excluded.digest END` },
}
const bound = { digest: chunks.digest, isStored: chunks.isStored }

/**
 * Binds a chunk to its content before a byte is written, so that two contents can never mix; returns what is bound. A
 * chunk that was claimed but never stored belongs to whoever claims it last. Refuses `upload.cancelled` once the upload
 * is gone.
 */
export async function claimChunk(db: Database, claim: ChunkClaim): Promise<Bound> {
  const claiming = db.insert(chunks).values(claim).onConflictDoUpdate(binding).returning(bound)
  const [row] = await claiming.catch(refuseCancelled)
  return row!
}

/** A chunk of an upload that has begun, by what it says of itself. */
export interface NextChunk extends Omit<ChunkClaim, 'uploadId'> {
  tag: string
  role: FileRole
  identifier: string
  totalSize: number
  total: number
}

/**
 * `findTarget` and `claimChunk` in one statement for the usual case: undefined, and nothing is claimed, where there is no
 * such upload in scope that waits for chunks of just this file.
 */
export async function claimNext(scope: Scope, db: Database, next: NextChunk) {
  const target = db.$with('target').as(selectTarget(scope, db, next))
  const { number, digest, size } = next
  const claim = db
    .select({
      uploadId: target.id,
      number: sql<number>`${number}::int`.as('number'),
      digest: sql<string>`${digest}::text`.as('digest'),
      size: sql<number>`${size}::int`.as('size'),
      isStored: sql<boolean>`false`.as('is_stored'),
    })
    .from(target)
  const claimed = db
    .$with('claimed')
    .as(db.insert(chunks).select(claim).onConflictDoUpdate(binding).returning(bound))
  const both = db.with(target, claimed).select().from(target).innerJoin(claimed, sql`true`)
  const [found] = await both.catch(refuseCancelled)
  if (found === undefined) return undefined
  const { contentType, titleStatus, ...upload } = found.target
  return { title: { contentType, status: titleStatus }, upload, bound: found.claimed }
}

function selectTarget(scope: Scope, db: Database, next: NextChunk) {
  const { contentType, status, tag } = titlesTable
  const sameFile = and(
    eq(uploads.state, 'receiving'),
    eq(uploads.identifier, next.identifier),
    eq(uploads.size, next.totalSize),
    eq(uploads.chunks, next.total),
  )
  return db
    .select({
      contentType,
      titleStatus: sql<typeof status._.data>`${status}`.as('title_status'),
      ...getTableColumns(uploads),
    })
    .from(titlesTable)
    .innerJoin(uploads, and(eq(uploads.titleTag, tag), eq(uploads.role, next.role)))
    .where(and(eq(tag, next.tag), inScope(scope), sameFile))
}

/** Locks the upload's row until the transaction ends; undefined once it was replaced or cancelled. */
export async function lockUpload(tx: Database, id: string): Promise<UploadRow | undefined> {
  const [row] = await tx.select().from(uploads).where(eq(uploads.id, id)).for('update')
  return row
}

export async function completeUpload(
  tx: Database,
  { id, digest, sample }: { id: string; digest: string; sample: string },
): Promise<void> {
  await tx.update(uploads).set({ state: 'complete', digest, sample }).where(eq(uploads.id, id))
}

/** What each stored chunk was acknowledged as, in their order. */
export async function chunkDigests(db: Database, id: string): Promise<string[]> {
  const { number, digest } = chunks
  const rows = await db.select({ digest }).from(chunks).where(eq(chunks.uploadId, id)).orderBy(number)
  return rows.map(row => row.digest)
}

/** SHA-256 of the whole, read from where it lies. Undefined once the upload is gone. */
export async function saveSha256(
  db: Database,
  { id, sha256 }: { id: string; sha256: string },
): Promise<UploadRow | undefined> {
  const [row] = await db.update(uploads).set({ sha256 }).where(eq(uploads.id, id)).returning()
  return row
}

/** These chunks are missing again. */
export async function clearChunks(
  db: Database,
  { id, numbers }: { id: string; numbers: readonly number[] },
): Promise<void> {
  const first = Math.min(...numbers)
  await db.transaction(async tx => {
    await tx
      .update(chunks)
      .set({ isStored: false })
      .where(and(eq(chunks.uploadId, id), inArray(chunks.number, [...numbers])))
    await tx
      .update(uploads)
      .set({ nextChunk: sql`least(${uploads.nextChunk}, ${first})` })
      .where(eq(uploads.id, id))
  })
}

/** The chunks of a stored file are those of its copy too; throws `notFound` when they are gone meanwhile. */
export async function copyChunks(tx: Database, { from, to }: { from: UploadRow; to: string }): Promise<void> {
  const uploadId = sql<string>`${to}::text`.as('upload_id')
  const { number, digest, size, isStored } = chunks
  const copies = tx
    .select({ uploadId, number, digest, size, isStored })
    .from(chunks)
    .where(eq(chunks.uploadId, from.id))
  const copied = await tx.insert(chunks).select(copies).returning({ number })
  if (copied.length !== from.chunks) throw new KinoraError('notFound')
}

/** SHA-256 over the binary digests of an upload's chunks before the `next` one, in their order. */
export const digestBefore = (
  id: string,
  next: SQL | number,
): SQL<string> => sql<string>`encode(sha256(coalesce((
  SELECT string_agg(decode(c.digest, 'hex'), ''::bytea ORDER BY c.number) FROM upload_chunks c
  WHERE c.upload_id = ${id} AND c.number < ${next}), ''::bytea)), 'hex')`

/** The same of one that is there. */
export async function digestOfDigests(db: Database, upload: UploadRow): Promise<string> {
  const digest = digestBefore(upload.id, upload.nextChunk)
  const [row] = await db.select({ digest }).from(uploads).where(eq(uploads.id, upload.id))
  return row?.digest ?? ''
}

/** A chunk is of an upload: there is no other rule that claiming one can break. */
function refuseCancelled(error: unknown): never {
  throw breaks(error, 'foreignKey') ? refused('upload.cancelled') : error
}

/** OPS-02: bytes that are gone or damaged are sent again by who has them, and excluded from de-duplication. */
export async function invalidateStoredFile(db: Database, blobKey: string): Promise<void> {
  const same = db.select({ sample: uploads.sample }).from(uploads).where(eq(uploads.blobKey, blobKey))
  await db.transaction(async tx => {
    await tx.update(uploads).set({ sample: null }).where(inArray(uploads.sample, same))
    await tx.delete(uploads).where(and(eq(uploads.blobKey, blobKey), eq(uploads.state, 'complete')))
  })
}

type Needs = Pick<Deps, 'db' | 'blobs' | 'log'>

/** Drops what was received of unfinished uploads of a title. Who may do so has been asked before. */
export async function abandonUploads(deps: Needs, tag: string, roles: readonly FileRole[]): Promise<void> {
  const unfinished = and(of(tag, roles), eq(uploads.state, 'receiving'))
  await drop(deps, await deps.db.delete(uploads).where(unfinished).returning())
}

/** Forgets an upload and its file, however far it came: the same file is sent as a new one then. */
export async function discardUpload(deps: Needs, tag: string, role: FileRole): Promise<void> {
  await drop(
    deps,
    await deps.db
      .delete(uploads)
      .where(of(tag, [role]))
      .returning(),
  )
}

const of = (tag: string, roles: readonly FileRole[]) =>
  and(eq(uploads.titleTag, tag), inArray(uploads.role, [...roles]))

async function drop({ blobs, log }: Needs, dropped: readonly UploadRow[]): Promise<void> {
  for (const { blobKey, state } of dropped) {
    const gone = state === 'receiving' ? blobs.parts.abandon(blobKey) : blobs.remove(blobKey)
    await gone.catch((err: unknown) => log.warn({ err, blobKey }, 'a file stays behind'))
  }
}
