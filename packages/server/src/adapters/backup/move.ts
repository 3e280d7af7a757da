import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { PassThrough } from 'node:stream'
import { KinoraError } from '@kinora/core'
import { sql } from 'drizzle-orm'
import { migrate } from '../../kernel/db/migrate.ts'
import { rowsOf } from '../../kernel/db/queries.ts'
import { readMigrations } from '../../migrations.ts'
import type { Database } from '../../ports/db.ts'
import { segmentsOf } from '../blob-keys.ts'
import { digestFile } from '../blobs-fs/digests.ts'
import type { Store, StorePlace } from '../blobs-s3/store.ts'
import { openDatabase } from '../database/open.ts'
import { eachOf } from '../each-of.ts'
import { exists } from '../files.ts'
import { idOnDisk, recordPlace } from '../files-place.ts'
import { lockFolder } from '../folder-lock.ts'
import type { Progress } from './create.ts'
import type { DatabaseFacts } from './database-copy.ts'
import { loadInto } from './restore.ts'
import { linesOf } from './snapshots.ts'
import { type BackupConfig, dumpOpened } from './source.ts'

export interface MoveOptions {
  /** An empty PostgreSQL database, for the rows of the embedded one. */
  databaseUrl?: string | undefined
  /** A store that speaks S3, for the files of the data folder. */
  files?: StorePlace | undefined
  /** Told of bytes of files that are proven in their new place. */
  onProgress?: Progress
}

export interface MovedFiles {
  /** For people: the bucket, and what keys begin with. */
  place: string
  count: number
  bytes: number
  /** Bytes that weren’t there yet. */
  sent: number
}

export interface Moved {
  database?: DatabaseFacts
  files?: MovedFiles
}

/** Files that are sent and read again at the same time. */
const FILES_AT_ONCE = 4

/**
 * Moves a stopped platform (OPS-04): its rows from the embedded database to PostgreSQL, its files from the data folder to S3, or
 * both. What is moved is read again where it lies then, and proven; after that alone the database says where the files are. Ended
 * at any moment the old place is as it was, and the same call goes on. Throws `conflict` while a server runs.
 */
export async function movePlatform(config: BackupConfig, options: MoveOptions): Promise<Moved> {
  const dataDir = resolve(config.dataDir)
  if ((await exists(dataDir)) === undefined)
    throw new KinoraError('notFound', { detail: `There is no Kinora in ${dataDir}.` })
  const from =
    options.databaseUrl === undefined
      ? { ...config, dataDir }
      : { ...config, dataDir, databaseUrl: undefined }
  // Held to the end: what a server wrote meanwhile would stay behind.
  const lock = await lockFolder(dataDir)
  try {
    const files = options.files && (await moveFiles(from, lock.folder, { ...options, files: options.files }))
    const database =
      options.databaseUrl === undefined
        ? undefined
        : await moveRows(from, options.databaseUrl, db => files && recordPlace(db, files.place, true))
    return { ...(files && { files }), ...(database && { database }) }
  } finally {
    await lock.release()
  }
}

async function moveRows(
  from: BackupConfig,
  databaseUrl: string,
  afterwards: (db: Database) => Promise<unknown> | undefined,
): Promise<DatabaseFacts> {
  const dump = await dumpOpened(from, from.dataDir)
  try {
    const lines = linesOf(createReadStream(dump.path), new PassThrough())
    return await loadInto({ ...from, databaseUrl }, lines, { afterwards, goesOnBut: ['files_place'] })
  } finally {
    await dump.discard()
  }
}

async function moveFiles(
  from: BackupConfig,
  folder: string,
  { files: place, databaseUrl, onProgress }: MoveOptions & { files: StorePlace },
): Promise<MovedFiles> {
  if (from.databaseUrl === undefined && (await exists(join(from.dataDir, 'database'))) === undefined)
    throw new KinoraError('notFound', { detail: `There is no Kinora database in ${from.dataDir}.` })
  const { openStore } = await import('../blobs-s3/store.ts')
  const { proveAccess } = await import('../blobs-s3/prove-access.ts')
  const store = openStore(place)
  const database = await openDatabase(from, from.dataDir, () => undefined)
  try {
    await migrate(database, await readMigrations())
    if (from.databaseUrl !== undefined) await assertFolderOf(database.db, folder, from.dataDir)
    await proveAccess(store, place)
    await claim(store, await idOnDisk(database.db, store.name))
    const moved = await copyFiles(store, join(from.dataDir, 'blobs', 'objects'), onProgress)
    // The last step; where the rows move too, the new database says it and this one stays as it is.
    if (databaseUrl === undefined) await recordPlace(database.db, store.name, true)
    return moved
  } finally {
    await database.close()
    store.close()
  }
}

/** The files of a PostgreSQL database are those of the data folder that it was used with last. */
async function assertFolderOf(db: Database, folder: string, dataDir: string): Promise<void> {
  const [last] = await rowsOf<{ folder: string }>(
    db,
    sql`SELECT folder::text FROM folder_owners ORDER BY since DESC LIMIT 1`,
  )
  if (last?.folder !== folder)
    throw new KinoraError('conflict', {
      detail: `The database in DATABASE_URL was last used with another data folder than ${dataDir}. Name that one with --data; or start Kinora with this one first, if the files are in it.`,
    })
}

/** The store bears the mark of the platform before its first file, so that what a move left that was ended is known as its own. */
async function claim(store: Store, id: string): Promise<void> {
  const { readMark, writeMark } = await import('../blobs-s3/prove-access.ts')
  const mark = await readMark(store)
  if (mark === id) return
  const refused = (why: string) =>
    new KinoraError('conflict', {
      detail: `${store.name} ${why}. Choose another prefix with --files.`,
    })
  if (mark !== undefined) throw refused(`holds the files of another platform: ${store.markKey} says so`)
  for await (const { key } of store.list('objects/')) throw refused(`isn’t empty: ${key} lies there`)
  await writeMark(store, id)
}

interface DiskFile {
  key: string
  path: string
  size: number
}

/** Sends what isn’t there with the same SHA-256, proves each file from where it lies then, and counts all of them at the end. */
async function copyFiles(store: Store, folder: string, onProgress?: Progress): Promise<MovedFiles> {
  const { objectKey } = await import('../blobs-s3/parts.ts')
  for await (const { key, id } of store.listUnfinished('objects/')) await store.abort(key, id)
  const before = new Map<string, number>()
  for await (const { key, size } of store.list('objects/')) before.set(key, size)
  const files = await filesBelow(folder)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  let [sent, proven] = [0, 0]
  const move = async (file: DiskFile): Promise<void> => {
    const isThere = before.get(objectKey(file.key)) === file.size
    if (await copyProven(store, file, isThere)) sent += file.size
    proven += file.size
    onProgress?.(proven, bytes)
  }
  await eachOf(files, move, FILES_AT_ONCE)
  const missing = new Map(files.map(({ key, size }) => [objectKey(key), size]))
  for await (const { key, size } of store.list('objects/')) if (missing.get(key) === size) missing.delete(key)
  for (const key of missing.keys()) throw differs(store, key.slice('objects/'.length))
  return { place: store.name, count: files.length, bytes, sent }
}

/** Whether it was sent. */
async function copyProven(store: Store, { key, path, size }: DiskFile, isThere: boolean): Promise<boolean> {
  const { digestsOf, objectKey } = await import('../blobs-s3/parts.ts')
  const { storeFile } = await import('../blobs-s3/index.ts')
  const name = objectKey(key)
  const meant = await digestFile(path, new AbortController().signal)
  const isSame = async () => (await digestsOf(store, name, Number.POSITIVE_INFINITY)).whole === meant
  if (isThere && (await isSame())) return false
  await storeFile(store, name, { path, size })
  if (!(await isSame())) throw differs(store, key)
  return true
}

const differs = (store: Store, key: string): KinoraError =>
  new KinoraError('conflict', {
    detail: `${key} isn’t in ${store.name} as it is in the data folder. Nothing has changed for the platform; begin again with the same command.`,
  })

/** What the platform has no key for is none of its files. */
async function filesBelow(folder: string): Promise<DiskFile[]> {
  const files: DiskFile[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const key = relative(folder, path).split(sep).join('/')
    // What is behind one would be left out.
    if (entry.isSymbolicLink()) throw linked(path)
    if (entry.isDirectory() || !isKey(key)) continue
    const facts = await stat(path)
    if (facts.isFile()) files.push({ key, path, size: facts.size })
  }
  return files
}

const linked = (path: string): KinoraError =>
  new KinoraError('conflict', {
    detail: `${path} is a link. Put what it leads to in its place (a bind mount does), then begin again; nothing has changed for the platform.`,
  })

function isKey(name: string): boolean {
  try {
    return segmentsOf(name).length > 0
  } catch {
    return false
  }
}
