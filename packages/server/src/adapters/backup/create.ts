import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { PassThrough } from 'node:stream'
import { isKinoraError, KinoraError } from '@kinora/core'
import pLimit from 'p-limit'
import { exists } from '../files.ts'
import { lockFolder } from '../folder-lock.ts'
import {
  linesOf,
  openSnapshotFolder,
  SavedFile,
  type Snapshot,
  type SnapshotFolder,
  sealSecrets,
} from './snapshots.ts'
import { type BackupConfig, DUMP_PREFIX, dumpTo, secretsOf } from './source.ts'

/** Told of bytes of files. */
export type Progress = (done: number, total: number) => void

/** What isn’t files of the platform, or comes from elsewhere in a backup. */
const leftOut = ['database', 'kinora.lock', 'secret', 'secret.key', 'blobs/tmp', 'blobs/scratch']
const isLeftOut = (path: string): boolean =>
  path.startsWith(DUMP_PREFIX) || leftOut.some(name => path === name || path.startsWith(`${name}/`))
/** Files read at the same time. */
const READERS = 4
/** Times that a backup begins anew, where files went while it was taken. */
const ROUNDS = 5

export interface BackupOptions {
  to: string
  version: string
  /** Seals the secrets of the platform, which aren’t in the backup without one. */
  passphrase?: string
  onProgress?: Progress
}

/** What a backup has added to its folder. */
export interface Backup {
  snapshot: Snapshot
  /** Bytes that weren’t there before. */
  added: number
  /** The store in which the platform’s files are: no copy of them is made. */
  filesIn?: string | undefined
}

/**
 * Backs a platform up while it runs (OPS-03): its database at one moment, and every file that the database names then. What the
 * folder holds already is kept once. Killed at any moment, the folder holds what it held, and the next run goes on.
 */
export async function createBackup(config: BackupConfig, options: BackupOptions): Promise<Backup> {
  const { to, version, passphrase, onProgress } = options
  const dataDir = resolve(config.dataDir)
  const folder = openSnapshotFolder(resolve(to))
  if (isWithin(folder.root, dataDir) || isWithin(dataDir, folder.root))
    throw new KinoraError('invalid', {
      detail: `The backup can’t lie in the data folder, nor the data folder in it: ${folder.root}, ${dataDir}.`,
    })
  if ((await exists(dataDir)) === undefined)
    throw new KinoraError('notFound', { detail: `There is no Kinora in ${dataDir}.` })
  await folder.prepare()
  const lock = await lockFolder(folder.root)
  try {
    await folder.clear()
    const id = new Date().toISOString().replaceAll(':', '-')
    const known = await knownFiles(folder)
    for (let round = 1; round <= ROUNDS; round += 1) {
      const before = await listFiles(dataDir)
      const { filesIn, ...database } = await saveDatabase(config, folder)
      const { files, added } = await saveFiles({ dataDir, folder, known, onProgress })
      if (wentMeanwhile(before, files).length > 0) continue
      const list = await folder.storeLines([...files.values()].map(file => JSON.stringify(file)))
      const total = sum([...files.values()].map(({ bytes }) => bytes))
      const secrets = passphrase && sealSecrets(await secretsOf(config, dataDir), passphrase)
      const snapshot: Snapshot = {
        format: 1,
        id,
        version,
        database,
        files: { ...list, count: files.size, total },
        ...(secrets && { secrets }),
      }
      await folder.add(snapshot)
      await rm(unfinished(folder), { force: true })
      return { snapshot, added: added + database.bytes, filesIn }
    }
  } finally {
    await lock.release()
  }
  throw new KinoraError('conflict', {
    detail: `Files were removed while the backup was taken, ${ROUNDS} times in turn. Take it again at a quieter hour: what was copied is kept.`,
  })
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
const isWithin = (path: string, folder: string): boolean => `${path}${sep}`.startsWith(`${folder}${sep}`)

/** Files that were there before the database was read and aren’t saved; an upload that was finished has moved. */
const wentMeanwhile = (before: ReadonlyMap<string, FileFacts>, saved: ReadonlyMap<string, SavedFile>) =>
  [...before.keys()].filter(
    path => !saved.has(path) && !saved.has(path.replace(/^blobs\/parts\//, 'blobs/objects/')),
  )

interface FileFacts {
  bytes: number
  /** Milliseconds since 1970. */
  modified: number
}

/** By their paths below the data folder, with slashes. */
async function listFiles(dataDir: string): Promise<Map<string, FileFacts>> {
  const found = new Map<string, FileFacts>()
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop())
    for (const name of await namesIn(join(dataDir, folder))) {
      const path = folder === '' ? name : `${folder}/${name}`
      if (isLeftOut(path)) continue
      // Links are followed: people put the files on another disk that way. A circle of them ends with an error of the system.
      const facts = await exists(join(dataDir, path))
      if (facts?.isDirectory()) folders.push(path)
      if (facts?.isFile()) found.set(path, { bytes: facts.size, modified: facts.mtimeMs })
    }
  return found
}

/** None of a folder that went meanwhile. */
const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })

/** Files of the newest backup, and of one that was killed. One that is damaged stands in the way of no other: all is read again. */
async function knownFiles(folder: SnapshotFolder): Promise<Map<string, SavedFile>> {
  const known = new Map<string, SavedFile>()
  try {
    const newest = (await folder.list()).at(-1)
    if (newest !== undefined) for await (const file of folder.filesOf(newest)) known.set(file.path, file)
  } catch (error) {
    if (!isKinoraError(error)) throw error
  }
  if ((await exists(unfinished(folder))) === undefined) return known
  for await (const line of linesOf(createReadStream(unfinished(folder)), new PassThrough())) {
    const file = readSavedFile(line)
    if (file !== undefined) known.set(file.path, file)
  }
  return known
}

/** Undefined for a line that a crash left half. */
function readSavedFile(line: string): SavedFile | undefined {
  try {
    return SavedFile.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}

const unfinished = ({ root }: SnapshotFolder): string => join(root, 'unfinished.ndjson')

interface Saving {
  dataDir: string
  folder: SnapshotFolder
  known: Map<string, SavedFile>
  onProgress?: Progress
}

async function saveFiles({ dataDir, folder, known, onProgress }: Saving) {
  const listed = await listFiles(dataDir)
  const total = sum([...listed.values()].map(({ bytes }) => bytes))
  const files = new Map<string, SavedFile>()
  // What can't be noted down is read again by the next run.
  const done = createWriteStream(unfinished(folder), { flags: 'a' }).on('error', () => undefined)
  const limit = pLimit(READERS)
  let [added, seen] = [0, 0]
  const save = async (path: string, { bytes, modified }: FileFacts): Promise<void> => {
    const before = known.get(path)
    const isKnown = before?.bytes === bytes && before.modified === modified && (await folder.has(before))
    const file = isKnown ? before : await saveFile(folder, dataDir, { path, modified })
    seen += bytes
    onProgress?.(seen, total)
    if (file === undefined) return
    files.set(path, file)
    if (isKnown) return
    added += file.bytes
    known.set(path, file)
    done.write(`${JSON.stringify(file)}\n`)
  }
  try {
    await Promise.all([...listed].map(([path, facts]) => limit(() => save(path, facts))))
  } finally {
    limit.clearQueue()
    await new Promise<void>(resolve => done.once('close', resolve).end())
  }
  return { files, added }
}

/** Undefined where it went meanwhile. */
async function saveFile(
  folder: SnapshotFolder,
  dataDir: string,
  { path, modified }: Pick<SavedFile, 'path' | 'modified'>,
): Promise<SavedFile | undefined> {
  try {
    return { path, modified, ...(await folder.store(createReadStream(join(dataDir, path)))) }
  } catch (error) {
    if ((await exists(join(dataDir, path))) === undefined) return undefined
    throw error
  }
}

/** The database at one moment, as a content of the folder, and where it says that the files are. */
async function saveDatabase(
  config: BackupConfig,
  folder: SnapshotFolder,
): Promise<Snapshot['database'] & Pick<Backup, 'filesIn'>> {
  const { facts, path, discard } = await dumpTo(config, folder.tmp)
  let filesIn: string | undefined
  async function* watched(lines: AsyncIterable<string>): AsyncGenerator<string> {
    let isPlace = false
    for await (const line of lines) {
      if (isPlace) filesIn ??= /[(,](s3:[^,)]+)[,)]/.exec(line)?.[1]
      isPlace = line.startsWith('{"table":"files_place"')
      yield line
    }
  }
  try {
    const lines = linesOf(createReadStream(path), new PassThrough())
    const content = await folder.storeLines(watched(lines))
    return { ...content, facts, filesIn }
  } finally {
    await discard()
  }
}
