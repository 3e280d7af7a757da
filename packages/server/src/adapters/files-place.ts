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
type Recorded = { id: string; place: string }

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
      await recordPlace(needs.db, { id: recorded?.id ?? crypto.randomUUID(), place: DISK })
    }
    return { blobs: await createFileBlobs(folder), close: () => undefined }
  }
  const { openStore } = await import('./blobs-s3/store.ts')
  const { abortAbandoned, createS3Blobs } = await import('./blobs-s3/index.ts')
  const { proveAccess } = await import('./blobs-s3/prove-access.ts')
  const store = openStore(config.files)
  try {
    await proveAccess(store, config.files)
    const before = recorded ?? (await placeOfOlder(folder))
    await settle(store, { before, isMoved: config.filesMoved, db: needs.db })
    const blobs = await createS3Blobs(store, folder)
    void abortAbandoned(store).catch((error: unknown) => needs.log.warn({ err: error }, 'unfinished objects'))
    return { blobs, close: store.close }
  } catch (error) {
    store.close()
    throw error
  }
}

/** A platform that is older than the record has its files on the disk, if it has any. */
async function placeOfOlder(folder: string): Promise<Recorded | undefined> {
  const stored = await readdir(join(folder, 'objects')).catch(() => [])
  return stored.length === 0 ? undefined : { id: crypto.randomUUID(), place: DISK }
}

interface Settling {
  before: Recorded | undefined
  isMoved: boolean
  db: Database
}

/** The store bears the mark of this platform and the database its name, from the first start on. */
async function settle(store: Store, { before, isMoved, db }: Settling): Promise<void> {
  const { readMark, writeMark } = await import('./blobs-s3/prove-access.ts')
  const place = store.name
  const isSame = before === undefined || before.place === place
  if (!isSame && !isMoved) throw elsewhere(before.place, place)
  const id = before?.id ?? crypto.randomUUID()
  const mark = await readMark(store)
  if (mark !== undefined && mark !== id)
    throw new KinoraError('conflict', {
      detail: `${place} holds the files of another platform, or of this one with another database. Choose another prefix in KINORA_FILES.`,
    })
  if (mark === undefined && before !== undefined && !isMoved)
    throw new KinoraError('conflict', {
      detail: `${place} doesn’t hold the files of this platform any more: ${store.markKey} is gone. Is it the right bucket, or was it emptied? To go on with what is there, start once with KINORA_FILES_MOVED=on.`,
    })
  await writeMark(store, id)
  await recordPlace(db, { id, place })
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

async function readPlace(db: Database): Promise<Recorded | undefined> {
  const [row] = await rowsOf<Recorded>(db, sql`SELECT id, place FROM files_place`)
  return row
}

async function recordPlace(db: Database, { id, place }: Recorded): Promise<void> {
  await db.execute(
    sql`INSERT INTO files_place (id, place) VALUES (${id}, ${place})
      ON CONFLICT (is_only) DO UPDATE SET place = excluded.place`,
  )
}
