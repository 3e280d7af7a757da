import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { KinoraError } from '@kinora/core'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../kernel/db/queries.ts'
import type { BlobPort } from '../ports/blobs.ts'
import type { Database } from '../ports/db.ts'
import type { Log } from '../ports/runtime.ts'
import { createFileBlobs } from './blobs-fs/index.ts'
import type { Store } from './blobs-s3/store.ts'
import type { Config } from './config.ts'

/** What the row says of files in the data folder. */
const DISK = 'disk'

interface Needs {
  db: Database
  dataDir: string
  log: Log
}

/** A type and not an interface: rows of the database are records. */
type Recorded = { id: string; place: string; isMarked: boolean }

/**
 * The files of the platform, where the configuration says and nowhere else (OPS-05): in the data folder or in a store that speaks
 * S3. Which it is stands in the database; a start with another one is refused in words, so that no title looks for its files
 * where they never were. Throws `invalid`, `conflict`, and `offline` where the store doesn't answer.
 */
export async function openBlobs(
  config: Pick<Config, 'files' | 'filesMoved'>,
  needs: Needs,
): Promise<{ blobs: BlobPort; close(): void }> {
  const folder = join(needs.dataDir, 'blobs')
  const recorded = await readPlace(needs.db)
  if (config.files === undefined) {
    if (recorded?.place !== DISK) {
      if (recorded !== undefined && !config.filesMoved) throw elsewhere(recorded.place, DISK)
      await recordPlace(needs.db, DISK, false)
    }
    return { blobs: await createFileBlobs(folder), close: () => undefined }
  }
  const { openStore } = await import('./blobs-s3/store.ts')
  const { abortAbandoned, createS3Blobs } = await import('./blobs-s3/index.ts')
  const { proveAccess } = await import('./blobs-s3/prove-access.ts')
  const store = openStore(config.files)
  try {
    await proveAccess(store, config.files)
    const before = recorded ?? (await placeOfOlder(folder, needs.db))
    await settle(store, { before, isMoved: config.filesMoved, needs })
    const blobs = await createS3Blobs(store, folder)
    void abortAbandoned(store).catch((error: unknown) => needs.log.warn({ err: error }, 'unfinished objects'))
    return { blobs, close: store.close }
  } catch (error) {
    store.close()
    throw error
  }
}

/** A platform that is older than the record has its files on the disk, if it has any there or a title that names one. */
async function placeOfOlder(folder: string, db: Database): Promise<Pick<Recorded, 'place'> | undefined> {
  const stored = await readdir(join(folder, 'objects')).catch(() => [])
  const [row] = await rowsOf<{ named: boolean }>(
    db,
    sql`SELECT EXISTS (SELECT 1 FROM titles WHERE source_key IS NOT NULL OR stream_key IS NOT NULL) AS named`,
  )
  return stored.length > 0 || row!.named ? { place: DISK } : undefined
}

interface Settling {
  before: Partial<Recorded> | undefined
  isMoved: boolean
  needs: Needs
}

/** The store bears the mark of this platform and the database its name, from the first start on. */
async function settle(store: Store, { before, isMoved, needs: { db, log } }: Settling): Promise<void> {
  const { readMark, writeMark } = await import('./blobs-s3/prove-access.ts')
  const place = store.name
  const isSame = before?.place === place
  if (before?.place !== undefined && !isSame && !isMoved) throw elsewhere(before.place, place)
  const mark = await readMark(store)
  if (isSame && isMoved && mark !== undefined && mark === before?.id)
    log.warn(
      { place },
      'KINORA_FILES_MOVED is on though nothing has moved: take it away, as it lets a start go on in a wrong place',
    )
  if (mark !== undefined && mark !== before?.id && !isMoved)
    throw new KinoraError('conflict', {
      detail: `${place} holds the files of another platform, or of this one with another database: ${store.markKey} says so. Choose another prefix in KINORA_FILES. Only where no other platform runs on these files, as after the loss of the database that they belong to, start once with KINORA_FILES_MOVED=on.`,
    })
  if (mark === undefined && isSame && before.isMarked && !isMoved)
    throw new KinoraError('conflict', {
      detail: `${place} doesn’t hold the files of this platform any more: ${store.markKey} is gone. Is it the right bucket, or was it emptied? To go on with what is there, start once with KINORA_FILES_MOVED=on.`,
    })
  // The database knows the id before the store does: killed between the two, the next start goes on.
  const id = await recordPlace(db, place, false)
  if (mark !== id) await writeMark(store, id)
  await recordPlace(db, place, true)
}

/** Files aren't moved by a start; whoever has moved them says so. */
function elsewhere(before: string, now: string): KinoraError {
  const [from, to] = [before, now].map(place => (place === DISK ? 'the data folder' : place))
  const how =
    before === DISK ? 'Start without KINORA_FILES' : `Start with KINORA_FILES=${before.replace(/\/$/, '')}`
  return new KinoraError('conflict', {
    detail: `The files of this platform are in ${from}, not in ${to}. ${how}; or copy them, then start once with KINORA_FILES_MOVED=on (docs/files-in-s3.md).`,
  })
}

/** The id of a platform whose files are in the data folder; throws `conflict` where they are elsewhere, as they are after a move. */
export async function idOnDisk(db: Database, to: string): Promise<string> {
  const recorded = await readPlace(db)
  if (recorded === undefined) return recordPlace(db, DISK, false)
  if (recorded.place === DISK) return recorded.id
  const detail =
    recorded.place === to
      ? `The files of this platform are in ${to} already.`
      : `The files of this platform are in ${recorded.place}; they are moved from the data folder alone.`
  throw new KinoraError('conflict', { detail })
}

async function readPlace(db: Database): Promise<Recorded | undefined> {
  const [row] = await rowsOf<Recorded>(db, sql`SELECT id, place, is_marked AS "isMarked" FROM files_place`)
  return row
}

/** Gives the id of the platform, which is made with the first record and stays. */
export async function recordPlace(db: Database, place: string, isMarked: boolean): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(
    db,
    sql`INSERT INTO files_place (id, place, is_marked) VALUES (gen_random_uuid(), ${place}, ${isMarked})
      ON CONFLICT (is_only) DO UPDATE SET place = excluded.place, is_marked = excluded.is_marked RETURNING id`,
  )
  return row!.id
}

/**
 * A restored platform is another one, with another id: it isn't started on the store of the one that it was made from, whose newer
 * files it would take for nobody's, before somebody says so. Where the files came along they are in its data folder now.
 */
export const becomeAnother = (db: Database, { isOnDisk }: { isOnDisk: boolean }): Promise<unknown> =>
  db.execute(sql`UPDATE files_place SET id = gen_random_uuid(), is_marked = false,
    place = CASE WHEN ${isOnDisk} THEN ${DISK} ELSE place END`)
