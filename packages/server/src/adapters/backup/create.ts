import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { isKinoraError, KinoraError } from '@kinora/core'
import type { Store, StorePlace } from '../blobs-s3/store.ts'
import type { Config } from '../config.ts'
import { eachOf } from '../each-of.ts'
import { exists } from '../files.ts'
import { type BackupPlace, NOTES_PREFIX, openPlace, type PlaceLock, type PlaceOfBackups } from './places.ts'
import { sealSecrets } from './sealed-secrets.ts'
import { linesOf, openSnapshots, SavedFile, type Snapshot, type Snapshots } from './snapshots.ts'
import { type BackupConfig, DUMP_PREFIX, dumpTo, secretsOf } from './source.ts'

/** Told of bytes of files. */
export type Progress = (done: number, total: number) => void

/** What isn’t files of the platform, or comes from elsewhere in a backup. */
const leftOut = ['database', 'kinora.lock', 'secret', 'secret.key', 'blobs/tmp', 'blobs/scratch']
const isLeftOut = (path: string): boolean =>
  [DUMP_PREFIX, NOTES_PREFIX].some(start => path.startsWith(start)) ||
  leftOut.some(name => path === name || path.startsWith(`${name}/`))
/** Where uploads lie that aren't finished. */
const PARTS = 'blobs/parts/'
/** Files read at the same time. */
const READERS = 4
/** Times that a backup is begun, where files went while it was taken; the last one says what isn’t in it. */
const ROUNDS = 5

export interface BackupOptions {
  to: PlaceOfBackups
  version: string
  /** Seals the secrets of the platform, which aren’t in the backup without one. */
  passphrase?: string
  /** Leaves out the files that lie in a store which speaks S3. */
  withoutStore?: boolean
  onProgress?: Progress
}

/** What a backup has added to its place. */
export interface Backup {
  snapshot: Snapshot
  /** Bytes that weren’t there before. */
  added: number
}

/**
 * Backs a platform up while it runs (OPS-03): its database at one moment, and every file that the database names then, from the
 * data folder or the store that the configuration names. What the place holds already is kept once. Killed at any moment, the place
 * holds what it held, and the next run goes on.
 */
export async function createBackup(
  config: BackupConfig & Pick<Config, 'files'>,
  options: BackupOptions,
): Promise<Backup> {
  const dataDir = resolve(config.dataDir)
  if (typeof options.to === 'string') assertApart(resolve(options.to), dataDir)
  else if (config.files !== undefined) assertOtherPlace(options.to, config.files)
  if ((await exists(dataDir)) === undefined)
    throw new KinoraError('notFound', { detail: `There is no Kinora in ${dataDir}.` })
  const place = await openPlace(options.to, dataDir)
  const store = options.withoutStore ? undefined : await storeOf(config)
  try {
    const lock = await place.lock()
    try {
      return await backUp(
        { ...config, dataDir },
        { ...options, snapshots: openSnapshots(place), store, lock },
      )
    } finally {
      await lock.release()
    }
  } finally {
    store?.close()
    place.close()
  }
}

async function storeOf({ files }: Pick<Config, 'files'>): Promise<Store | undefined> {
  if (files === undefined) return undefined
  const { openStore } = await import('../blobs-s3/store.ts')
  return openStore(files)
}

function assertApart(to: string, dataDir: string): void {
  if (isWithin(to, dataDir) || isWithin(dataDir, to))
    throw new KinoraError('invalid', {
      detail: `The backup can’t lie in the data folder, nor the data folder in it: ${to}, ${dataDir}.`,
    })
}

/** What removes what belongs to no title would remove backups there, and each backup would hold the ones before it. */
function assertOtherPlace(to: StorePlace, files: StorePlace): void {
  if (to.bucket !== files.bucket || to.endpoint !== files.endpoint) return
  if (to.prefix.startsWith(files.prefix) || files.prefix.startsWith(to.prefix))
    throw new KinoraError('invalid', {
      detail: `The backup can’t lie where the files of the platform lie, nor they in it: s3://${to.bucket}/${to.prefix}, s3://${files.bucket}/${files.prefix}.`,
    })
}

interface BackingUp extends BackupOptions {
  snapshots: Snapshots
  lock: PlaceLock
  store: Store | undefined
}

async function backUp(config: BackupConfig, options: BackingUp): Promise<Backup> {
  const { snapshots, store, lock, version, passphrase, onProgress } = options
  const { dataDir } = config
  const id = new Date().toISOString().replaceAll(':', '-')
  const known = await knownFiles(snapshots)
  let added = 0
  for (let round = 1; ; round += 1) {
    const there = new Set<string>()
    await listAll({ dataDir, store }, there)
    const { filesIn, isNew, ...database } = await saveDatabase(config, snapshots)
    if (isNew) added += database.bytes
    if (store !== undefined && filesIn !== store.name) throw otherStore(store.name, filesIn)
    if (store === undefined && filesIn !== undefined && !options.withoutStore) throw notNamed(filesIn)
    // What was made while the database was read may be named in it.
    const bytes = await listAll({ dataDir, store }, there)
    const saved = await saveFiles({ dataDir, store, snapshots, known, total: bytes, onProgress })
    const { files, bytes: total } = saved
    added += saved.added
    const went = wentMeanwhile([there, saved.gone], saved)
    if (went.length > 0 && round < ROUNDS) continue
    // An upload that is on its way changes all the while, and is sent again by whoever sends it.
    const changing = [...saved.changing.keys()].filter(path => !path.startsWith(PARTS))
    const missing = [...new Set([...changing, ...went])].sort()
    const { content } = await snapshots.saveLines(() => linesFor(files))
    const secrets = passphrase && sealSecrets(await secretsOf(config, dataDir), passphrase)
    const snapshot: Snapshot = {
      format: 1,
      id,
      version,
      database,
      files: { ...content, count: files.size, total },
      ...(missing.length > 0 && { missing }),
      ...(filesIn !== undefined && { store: { name: filesIn, isIn: store !== undefined } }),
      ...(secrets && { secrets }),
    }
    await lock.assertHeld()
    await snapshots.add(snapshot)
    await rm(snapshots.place.notes, { force: true })
    return { snapshot, added }
  }
}

/** A night without the files is noticed when they are needed. */
const notNamed = (place: string): KinoraError =>
  new KinoraError('conflict', {
    detail: `The files of titles lie in ${place}. Set KINORA_FILES and what opens it as the server has them; or leave those files out with --without-files.`,
  })

const otherStore = (configured: string, recorded: string | undefined): KinoraError =>
  new KinoraError('conflict', {
    detail: `The files of this platform are in ${recorded ?? 'the data folder'}, not in ${configured}. Set KINORA_FILES as the server has it.`,
  })

const isWithin = (path: string, folder: string): boolean => `${path}${sep}`.startsWith(`${folder}${sep}`)

/** Those of the files that were there that are neither saved nor changing; an upload that was finished has moved. */
function wentMeanwhile(
  there: readonly ReadonlySet<string>[],
  { files, changing }: Pick<Saved, 'files' | 'changing'>,
): string[] {
  const went: string[] = []
  for (const paths of there)
    for (const path of paths)
      if (!files.has(path) && !changing.has(path) && !files.has(path.replace(PARTS, 'blobs/objects/')))
        went.push(path)
  return went
}

function* linesFor(files: ReadonlyMap<string, SavedFile>): Generator<string> {
  for (const file of files.values()) yield JSON.stringify(file)
}

/** A file of the platform where it lies now. */
interface FileFacts {
  /** Below the data folder, with slashes. */
  path: string
  bytes: number
  /** Milliseconds since 1970. */
  modified: number
  open(): Readable | Promise<Readable>
  /** As it is by then; undefined where it has gone. */
  look(): Promise<Pick<FileFacts, 'bytes' | 'modified'> | undefined>
}

interface Place {
  dataDir: string
  store: Store | undefined
}

/** All of them, one at a time: there may be millions. Where a store has the files, what a move left in the folder is none. */
async function* eachFile({ dataDir, store }: Place): AsyncGenerator<FileFacts> {
  if (store !== undefined) yield* listStore(store)
  for await (const file of listFiles(dataDir))
    if (store === undefined || !file.path.startsWith('blobs/objects/')) yield file
}

/** Adds their paths, and returns how many bytes they have. */
async function listAll(place: Place, paths: Set<string>): Promise<number> {
  let all = 0
  for await (const { path, bytes } of eachFile(place)) {
    paths.add(path)
    all += bytes
  }
  return all
}

/** What a store has of a platform, by the paths at which its data folder would have it. */
async function* listStore(store: Store): AsyncGenerator<FileFacts> {
  const { openReading } = await import('../blobs-s3/read.ts')
  for await (const { key, size, changedAt } of store.list('objects/'))
    yield {
      path: `blobs/${key}`,
      bytes: size,
      modified: changedAt.getTime(),
      open: async () => Readable.from((await openReading(store, key)).pieces),
      async look() {
        const now = await store.head(key)
        return now && { bytes: now.size, modified: now.changedAt.getTime() }
      },
    }
}

/** The last of a folder comes first: an upload that is finished meanwhile goes from `parts` to `objects`, and is met there. */
async function* listFiles(dataDir: string): AsyncGenerator<FileFacts> {
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop())
    for (const name of await namesIn(join(dataDir, folder))) {
      const path = folder === '' ? name : `${folder}/${name}`
      if (isLeftOut(path)) continue
      // Links are followed: people put the files on another disk that way. A circle of them ends with an error of the system.
      const whole = join(dataDir, path)
      const facts = await exists(whole)
      if (facts?.isDirectory()) folders.push(path)
      if (facts?.isFile())
        yield {
          path,
          bytes: facts.size,
          modified: facts.mtimeMs,
          open: () => createReadStream(whole),
          async look() {
            const now = await exists(whole)
            return now && { bytes: now.size, modified: now.mtimeMs }
          },
        }
    }
}

/** In order; none of a folder that went meanwhile. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw error
  }
}

/** Files of the newest backup, and of one that was killed. One that is damaged stands in the way of no other: all is read again. */
async function knownFiles(snapshots: Snapshots): Promise<Map<string, SavedFile>> {
  const known = new Map<string, SavedFile>()
  try {
    const newest = (await snapshots.list()).at(-1)
    if (newest !== undefined) for await (const file of snapshots.filesOf(newest)) known.set(file.path, file)
  } catch (error) {
    if (!isKinoraError(error) || error.code === 'server') throw error
  }
  const { notes } = snapshots.place
  if ((await exists(notes)) === undefined) return known
  for await (const line of linesOf(createReadStream(notes), new PassThrough())) {
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

interface Saving extends Place {
  snapshots: Snapshots
  known: Map<string, SavedFile>
  /** Bytes of the files that were there a moment ago. */
  total: number
  onProgress?: Progress
}

interface Saved {
  files: Map<string, SavedFile>
  bytes: number
  /** Bytes that the place didn’t have. */
  added: number
  /** Files that were listed and weren’t there any more when they were to be read. */
  gone: Set<string>
  /** Files each reading of which was another. */
  changing: Map<string, FileFacts>
}

async function saveFiles({
  dataDir,
  store,
  snapshots: { place },
  known,
  total,
  onProgress,
}: Saving): Promise<Saved> {
  const saved: Saved = { files: new Map(), bytes: 0, added: 0, gone: new Set(), changing: new Map() }
  // What can't be noted down is read again by the next run.
  const done = createWriteStream(place.notes, { flags: 'a', mode: 0o600 }).on('error', () => undefined)
  const save = async (facts: FileFacts): Promise<void> => {
    const { path, bytes, modified } = facts
    const before = known.get(path)
    const isKnown = before?.bytes === bytes && before.modified === modified && (await place.has(before))
    const onNew = (added: number) => {
      saved.added += added
    }
    const file = isKnown ? before : await saveFile(place, facts, onNew)
    saved.changing.delete(path)
    if (file === 'gone') saved.gone.add(path)
    if (file === 'changing') saved.changing.set(path, facts)
    if (typeof file !== 'object') return
    saved.files.set(path, file)
    saved.bytes += file.bytes
    onProgress?.(saved.bytes, Math.max(saved.bytes, total))
    if (isKnown) return
    known.set(path, file)
    done.write(`${JSON.stringify(file)}\n`)
  }
  try {
    await eachOf(eachFile({ dataDir, store }), save, READERS)
    // What changed while it was read may be at rest now.
    const again = async (file: FileFacts) => save({ ...file, ...(await file.look()) })
    await eachOf([...saved.changing.values()], again, READERS)
  } finally {
    await new Promise<void>(resolve => done.once('close', resolve).end())
  }
  return saved
}

/** `gone` where it went meanwhile, `changing` where each reading of it was another; the bytes that the place didn’t have are told either way. */
async function saveFile(
  place: BackupPlace,
  { path, bytes, modified, open, look }: FileFacts,
  onNew: (bytes: number) => void,
): Promise<SavedFile | 'gone' | 'changing'> {
  try {
    const { content, isNew } = await place.save(open)
    if (isNew) onNew(content.bytes)
    return content.bytes === bytes ? { path, modified, ...content } : 'changing'
  } catch (error) {
    if ((await look()) === undefined) return 'gone'
    if (isKinoraError(error) && error.code === 'conflict') return 'changing'
    throw error
  }
}

/** The database at one moment, as a content of the place, and the store that it says the files are in. */
async function saveDatabase(
  config: BackupConfig,
  { place, saveLines }: Snapshots,
): Promise<Snapshot['database'] & { filesIn: string | undefined; isNew: boolean }> {
  const { facts, path, discard } = await dumpTo(config, place.scratch)
  let filesIn: string | undefined
  async function* watched(): AsyncGenerator<string> {
    let isPlace = false
    for await (const line of linesOf(createReadStream(path), new PassThrough())) {
      if (isPlace) filesIn ??= /[(,](s3:[^,)]+)[,)]/.exec(line)?.[1]
      isPlace = line.startsWith('{"table":"files_place"')
      yield line
    }
  }
  try {
    const { content, isNew } = await saveLines(watched)
    return { ...content, facts, filesIn, isNew }
  } finally {
    await discard()
  }
}
