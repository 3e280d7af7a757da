/// <reference path="./fs-native-extensions.d.ts" />
import { type FileHandle, open, readFile, statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { KinoraError } from '@kinora/core'
import { sql } from 'drizzle-orm'
import { tryLock } from 'fs-native-extensions'
import * as z from 'zod'
import { rowsOf } from '../kernel/db/queries.ts'
import type { Database } from '../ports/db.ts'
import type { JobsPort, Log } from '../ports/runtime.ts'

interface FolderLock {
  /** The same with every start; a copy of the folder is another one. */
  folder: string
  /** Another with every start. */
  owner: string
  /** Whether the folder still says that it is this owner's. */
  isHeld(): Promise<boolean>
  release(): Promise<void>
}

/** A byte far behind what the file says, since Windows lets nobody read what is locked. */
const LOCKED = { at: 2 ** 30, length: 1 }

const LockFile = z.object({
  folder: z.string(),
  /** The file's inode, by which a copy of the folder is known as one. */
  file: z.string(),
  owner: z.string(),
  process: z.number(),
  host: z.string(),
  /** Where the server of this folder answers. */
  url: z.string().optional(),
})

/**
 * Holds a folder for this process: a lock of the file system, which counts for every process, container and network namespace
 * that sees the folder, and which the system lets go however the process ends (decision 0081). Throws `conflict` when
 * another process has it, and has changed nothing then.
 */
export async function lockFolder(dataDir: string, url?: string): Promise<FolderLock> {
  const path = join(dataDir, 'kinora.lock')
  const handle = await open(path, 'a+', 0o600)
  try {
    if (!isFree(handle, dataDir)) throw inUse(dataDir, await readLockFile(path))
    const before = await readLockFile(path)
    const file = String((await handle.stat({ bigint: true })).ino)
    const folder = before?.file === file ? before.folder : crypto.randomUUID()
    const owner = crypto.randomUUID()
    await handle.truncate(0)
    await handle.appendFile(
      `${JSON.stringify({ folder, file, owner, process: process.pid, host: hostname(), url })}\n`,
    )
    await handle.datasync()
    return {
      folder,
      owner,
      isHeld: async () => (await readLockFile(path))?.owner === owner,
      release: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** File systems whose locks another program keeps, on another machine or this one, by their number in Linux's `statfs`. */
const served: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'SMB'],
  [0x01021997, '9P'],
  [0x65735546, 'FUSE'],
  [0x00c36400, 'CephFS'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
])

/**
 * A word for whoever starts where the lock can't be proven from here: a lock on NFS counts for all machines, but only for this one
 * where it is mounted with `nolock`. Undefined on a disk of this machine.
 */
export const unprovenLock = (type: number, dataDir: string): string | undefined => {
  const system = served.get(type)
  return (
    system &&
    `The data folder ${dataDir} lies on ${system}: a second Kinora is kept away from it only if that file system keeps locks for every machine that mounts it. Start one server on it, or choose a folder on a disk of this machine with KINORA_DATA_DIR.`
  )
}

/** `unprovenLock` of the disk of a folder that is there. */
export const readUnprovenLock = async (dataDir: string): Promise<string | undefined> =>
  unprovenLock((await statfs(dataDir)).type, dataDir)

/** Where the server answers that holds a folder; undefined where it doesn’t say. */
export const serverOf = async (dataDir: string): Promise<string | undefined> =>
  (await readLockFile(join(dataDir, 'kinora.lock')))?.url

function isFree({ fd }: FileHandle, dataDir: string): boolean {
  try {
    return tryLock(fd, LOCKED.at, LOCKED.length)
  } catch (cause) {
    const detail = `The disk of the data folder ${dataDir} knows no locks (${(cause as Error).message}), so a second Kinora could damage it. Choose a folder on another disk with KINORA_DATA_DIR.`
    throw new KinoraError('conflict', { detail, cause })
  }
}

function inUse(dataDir: string, by: z.infer<typeof LockFile> | undefined): KinoraError {
  const place = by === undefined || by.host === hostname() ? '' : ` on ${by.host}`
  const who = by === undefined ? '' : ` (process ${by.process}${place})`
  return new KinoraError('conflict', {
    detail: `The data folder ${dataDir} is in use by another Kinora${who}.`,
  })
}

/** Undefined where it says nothing yet, or a crash left half of it. */
async function readLockFile(path: string): Promise<z.infer<typeof LockFile> | undefined> {
  try {
    return LockFile.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Records in the database that this start owns the folder from now on; returns its epoch, the fencing token. */
export async function takeOwnership(db: Database, { folder, owner }: FolderLock): Promise<number> {
  const [row] = await rowsOf<{ epoch: number }>(
    db,
    sql`INSERT INTO folder_owners (folder, owner) VALUES (${folder}, ${owner})
      ON CONFLICT (folder) DO UPDATE SET owner = excluded.owner, epoch = folder_owners.epoch + 1, since = now()
      RETURNING epoch`,
  )
  return row!.epoch
}

interface Ownership {
  db: Database
  lock: FolderLock
  epoch: number
  log: Log
}

/**
 * Fences the queue: jobs run only while the folder and the database both name this start as the owner, by its epoch. One that
 * was superseded, on a disk whose locks aren't reliable, stops and releases its jobs; the owner takes them up.
 */
export function withFencing(jobs: JobsPort, { db, lock, epoch, log }: Ownership): JobsPort {
  const isOwned = async (): Promise<boolean> => {
    const { folder, owner } = lock
    const found = await rowsOf(
      db,
      sql`SELECT 1 FROM folder_owners WHERE (folder, owner, epoch) = (${folder}, ${owner}, ${epoch})`,
    )
    return found.length > 0 && (await lock.isHeld())
  }
  return {
    ...jobs,
    work: (queue, options, handler) =>
      jobs.work<Parameters<typeof handler>[0]>(queue, options, async (data, job) => {
        if (await isOwned()) return handler(data, job)
        log.error({ queue }, 'another Kinora has taken the data folder over: this one works no more')
        void jobs.stop().catch((error: unknown) => log.error({ err: error }, 'job queue'))
        throw new Error('the data folder has another owner')
      }),
  }
}
