import { readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, normalize, resolve } from 'node:path'
import { isKinoraError, KinoraError } from '@kinora/core'
import { readMigrations } from '../../migrations.ts'
import type { Database } from '../../ports/db.ts'
import { silentLog } from '../../ports/runtime.ts'
import { openDatabase } from '../database/open.ts'
import { eachOf } from '../each-of.ts'
import { createFolder, exists, makeFolder, syncFile, withErrors } from '../files.ts'
import { becomeAnother } from '../files-place.ts'
import { lockFolder } from '../folder-lock.ts'
import { createPgBossJobs } from '../jobs-pgboss.ts'
import type { Progress } from './create.ts'
import { type DatabaseFacts, loadDatabase } from './database-copy.ts'
import { type BackupPlace, type Content, openPlace, type PlaceOfBackups, writeHashed } from './places.ts'
import { openSecrets } from './sealed-secrets.ts'
import { openSnapshots, type SavedFile, type Snapshot, type Snapshots } from './snapshots.ts'
import type { BackupConfig } from './source.ts'

export interface RestoreOptions {
  from: PlaceOfBackups
  /** The newest unless named. */
  snapshot?: string
  passphrase?: string
  /** Goes on without the secrets of the platform. */
  withoutSecrets?: boolean
  onProgress?: Progress
}

/** The snapshots of a place, the oldest first. Throws `notFound` where it holds none. */
export const listBackups = (from: PlaceOfBackups): Promise<Snapshot[]> => within(from, ({ list }) => list())

async function within<T>(from: PlaceOfBackups, work: (snapshots: Snapshots) => Promise<T>): Promise<T> {
  const place = await openPlace(from)
  try {
    return await work(openSnapshots(place))
  } finally {
    place.close()
  }
}

async function findSnapshot({ list, place }: Snapshots, id: string | undefined): Promise<Snapshot> {
  const known = await list()
  const found = id === undefined ? known.at(-1) : known.find(each => each.id === id)
  if (found !== undefined) return found
  throw none(place, id)
}

const none = ({ name }: BackupPlace, id: string | undefined): KinoraError =>
  new KinoraError('notFound', {
    detail:
      id === undefined ? `There is no whole backup in ${name} yet.` : `There is no backup ${id} in ${name}.`,
  })

/**
 * Makes a data folder of a backup (OPS-03): every file with the digest that it had, every row proven, and the database brought up
 * to date with this program. The folder appears whole or not at all; one that was killed goes on where it was. With a
 * `databaseUrl` the rows go there. Files that lay in a store and are in the backup are the folder's then. Throws `conflict` where
 * the folder isn’t empty.
 */
export const restoreBackup = (config: BackupConfig, options: RestoreOptions): Promise<Snapshot> =>
  within(options.from, snapshots => restore(snapshots, config, options))

async function restore(
  snapshots: Snapshots,
  config: BackupConfig,
  options: RestoreOptions,
): Promise<Snapshot> {
  const { passphrase, withoutSecrets = false } = options
  const snapshot = await findSnapshot(snapshots, options.snapshot)
  const target = resolve(config.dataDir)
  if (((await exists(target)) && (await readdir(target)).length > 0) === true)
    throw new KinoraError('conflict', {
      detail: `${target} isn’t empty. Name a folder that isn’t there yet.`,
    })
  const secrets = secretsIn(snapshot, { passphrase, withoutSecrets })
  const work = `${target}.restoring-${snapshot.id}`
  await makeFolder(work, 0o700)
  const lock = await lockFolder(work)
  try {
    await restoreFiles(snapshots, snapshot, { work, onProgress: options.onProgress })
    for (const [name, text] of Object.entries(secrets)) {
      await writeFile(join(work, name), text, { mode: 0o600 })
      await syncFile(join(work, name), { recursive: false })
    }
    await rm(join(work, 'database'), { recursive: true, force: true })
    await loadInto({ ...config, dataDir: work }, snapshots.readLines(snapshot.database), {
      afterwards: db => becomeAnother(db, { isOnDisk: snapshot.store?.isIn === true }),
    })
  } finally {
    await lock.release()
  }
  await rm(join(work, 'kinora.lock'), { force: true })
  await rename(work, target)
  return snapshot
}

function secretsIn(
  { secrets, id }: Snapshot,
  { passphrase, withoutSecrets }: { passphrase?: string; withoutSecrets: boolean },
): Record<string, string> {
  if (withoutSecrets || secrets === undefined) return {}
  if (passphrase !== undefined) return openSecrets(secrets, passphrase)
  throw new KinoraError('invalid', {
    detail: `The backup ${id} holds the secrets of the platform, sealed with a passphrase.`,
  })
}

const READERS = 4

async function restoreFiles(
  { place, filesOf }: Snapshots,
  snapshot: Snapshot,
  { work, onProgress }: { work: string; onProgress?: Progress },
): Promise<void> {
  let done = 0
  const restoreOne = async (file: SavedFile): Promise<void> => {
    await restoreFile(place, file, work)
    done += file.bytes
    onProgress?.(done, snapshot.files.total)
  }
  await eachOf(filesOf(snapshot), restoreOne, READERS)
}

async function restoreFile(place: BackupPlace, file: SavedFile, work: string): Promise<void> {
  const path = normalize(file.path)
  if (isAbsolute(path) || path.startsWith('..')) throw damaged(file, 'its path leads out of the folder')
  const target = join(work, path)
  const there = await exists(target)
  if (there?.size === file.bytes && there.mtimeMs === file.modified) return
  await withErrors(target, async () => {
    await createFolder(dirname(target))
    const found = await writeHashed(await place.read(file), target)
    if (found.sha256 !== file.sha256) throw damaged(file, 'its bytes aren’t those that were saved')
    await syncFile(target, { recursive: false })
    // The last step: only a file that is whole has its time.
    await utimes(target, file.modified / 1000, file.modified / 1000)
  })
}

const damaged = ({ path }: SavedFile, why: string): KinoraError =>
  new KinoraError('conflict', {
    detail: `The backup is damaged at ${path}: ${why}. Look at all of it with kinora backup verify.`,
  })

interface Filling {
  afterwards?: (db: Database) => Promise<unknown> | undefined
  goesOnBut?: readonly string[]
}

/** Fills an empty database, the embedded one of the folder or PostgreSQL; once all is proven, `afterwards` has it. */
export async function loadInto(
  config: BackupConfig,
  lines: AsyncIterable<string>,
  { afterwards, goesOnBut }: Filling = {},
): Promise<DatabaseFacts> {
  const database = await openDatabase(config, config.dataDir, () => undefined)
  try {
    const facts = await loadDatabase({
      database,
      lines,
      migrations: await readMigrations(),
      openJobs: () => createPgBossJobs(database, silentLog),
      goesOnBut,
    })
    await afterwards?.(database.db)
    return facts
  } finally {
    await database.close()
  }
}

/** What a check of a backup found wrong: a path of the data folder, or the database. */
export interface Damage {
  snapshot: string
  path: string
  problem: 'gone' | 'damaged'
}

/** Reads every byte of the backups in a place again (OPS-03); what several share is read once, what is damaged set aside. */
export const verifyBackups = (
  from: PlaceOfBackups,
  options: { snapshot?: string; onProgress?: Progress } = {},
): Promise<{ snapshots: Snapshot[]; damages: Damage[] }> => within(from, found => verify(found, options))

async function verify(
  { list, filesOf, place }: Snapshots,
  { snapshot, onProgress }: { snapshot?: string; onProgress?: Progress },
): Promise<{ snapshots: Snapshot[]; damages: Damage[] }> {
  const known = await list()
  const snapshots = snapshot === undefined ? known : known.filter(({ id }) => id === snapshot)
  if (snapshots.length === 0) throw none(place, snapshot)
  const total = snapshots.reduce((all, { files, database }) => all + files.total + database.bytes, 0)
  const seen = new Map<string, Damage['problem'] | undefined>()
  const damages: Damage[] = []
  let done = 0
  const look = async ({ id }: Snapshot, path: string, content: Content): Promise<void> => {
    if (!seen.has(content.sha256)) seen.set(content.sha256, await problemOf(place, content))
    const problem = seen.get(content.sha256)
    if (problem !== undefined) damages.push({ snapshot: id, path, problem })
    done += content.bytes
    onProgress?.(Math.min(done, total), total)
  }
  for (const each of snapshots) {
    await look(each, 'database', each.database)
    await look(each, 'files', each.files)
    if (damages.some(({ snapshot: id, path }) => id === each.id && path === 'files')) continue
    for await (const file of filesOf(each)) await look(each, file.path, file)
  }
  return { snapshots, damages }
}

async function problemOf(place: BackupPlace, content: Content): Promise<Damage['problem'] | undefined> {
  if (!(await place.has(content))) return 'gone'
  const isDamaged = async () => (await writeHashed(await place.read(content))).sha256 !== content.sha256
  try {
    // One bad read is no verdict.
    if (!(await isDamaged()) || !(await isDamaged())) return undefined
  } catch (error) {
    if (isKinoraError(error) && error.code === 'notFound') return 'gone'
    throw error
  }
  // Not from a place that can only be read.
  await place.setAside(content).catch(() => undefined)
  return 'damaged'
}

/** Removes all backups of a place but the newest, and what only they held. */
export const pruneBackups = (
  from: PlaceOfBackups,
  keep: number,
): Promise<{ removed: Snapshot[]; bytes: number }> => within(from, found => prune(found, keep))

async function prune(
  { list, filesOf, remove, removeOthers, place }: Snapshots,
  keep: number,
): Promise<{ removed: Snapshot[]; bytes: number }> {
  // Where there is none, none is made.
  await list()
  const lock = await place.lock()
  try {
    const snapshots = await list()
    const newest = (all: readonly Snapshot[]) => all.slice(Math.max(0, all.length - keep))
    // One that lacks files takes no whole one’s place.
    const kept = new Set([
      ...newest(snapshots),
      ...newest(snapshots.filter(({ missing }) => missing === undefined)),
    ])
    const removed = snapshots.filter(each => !kept.has(each))
    const named = new Set<string>()
    for (const each of kept) {
      named.add(each.database.sha256).add(each.files.sha256)
      for await (const { sha256 } of filesOf(each)) named.add(sha256)
    }
    await lock.assertHeld()
    for (const each of removed) await remove(each)
    const { bytes } = await removeOthers(named)
    return { removed, bytes }
  } finally {
    await lock.release()
  }
}
