import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { mkdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { KinoraError } from '@kinora/core'
import { isDiskFull } from '../kernel/disk.ts'
import { text } from '../texts.ts'
import { createHolder, stateOf } from './holder.ts'
import { createSha256 } from './sha256.ts'

const patience = 30_000
const pause = 50
/** A holder on another machine can't be asked whether it lives. */
const foreignAge = 600_000
/** A process that names itself has done so by then. */
const namelessAge = 5_000

export interface Locks {
  lock<T>(name: string, work: () => Promise<T>): Promise<T>
  tryLock(name: string): Promise<(() => Promise<void>) | undefined>
}

/** Locks between processes as files that name their holder; the lock of a dead process is taken over. */
export function createLocks(folder: string): Locks {
  const pathOf = (name: string) => join(folder, `${name.replace(/[^\w.-]/g, '_')}.lock`)
  const tryLock: Locks['tryLock'] = async name => {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return await take(pathOf(name))
    } catch (error) {
      return unlockedWhenFull(error)
    }
  }
  return {
    tryLock,
    async lock(name, work) {
      for (let waited = 0; waited <= patience; waited += pause) {
        const release = await tryLock(name)
        if (release !== undefined) return work().finally(release)
        await wait(pause)
      }
      throw new KinoraError('conflict', { detail: text('lock.busy', { path: pathOf(name) }) })
    },
  }
}

type Release = () => Promise<void>

async function take(path: string): Promise<Release | undefined> {
  const holder = createHolder()
  if (!create(path, holder) && !(await takeOver(path, holder))) return undefined
  return async () => {
    if ((await holderOf(path)) === holder) await rm(path, { force: true })
  }
}

/** Without a pause between making and naming: a process killed there would leave a lock that names nobody. */
function create(path: string, holder: string): boolean {
  const file = openNew(path)
  if (file === undefined) return false
  try {
    writeSync(file, holder)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
  return true
}

function openNew(path: string): number | undefined {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return undefined
  }
}

/**
 * Only who holds the lock on what a dead process left may remove it, so what is still there then is what was judged and never
 * what a living process has put in its place. Should that one die too, its lock is taken over in the same way.
 */
async function takeOver(path: string, holder: string): Promise<boolean> {
  const dead = await abandonedBy(path)
  if (dead === undefined) return false
  const release = await take(successionOf(path, dead))
  if (release === undefined) return false
  try {
    if ((await abandonedBy(path)) !== dead) return false
    await rm(path, { force: true })
    return create(path, holder)
  } finally {
    await release()
  }
}

/** A name of one length, however many died while they took over from one another. */
function successionOf(path: string, dead: string): string {
  const digest = createSha256()
    .update(`${basename(path)} ${dead}`)
    .digest('hex')
  return join(dirname(path), `${digest.slice(0, 32)}.lock`)
}

/** What names the holder that can't release this lock any more; undefined while it may. */
async function abandonedBy(path: string): Promise<string | undefined> {
  const holder = await holderOf(path)
  const state = stateOf(holder)
  if (state === 'alive') return undefined
  if (state === 'dead') return holder
  const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now())
  return age > (state === 'foreign' ? foreignAge : namelessAge) ? holder : undefined
}

const holderOf = (path: string) => readFile(path, 'utf8').catch(() => '')

/** A full disk keeps no lock; what it protects goes on without one rather than not at all. */
const unlockedWhenFull = (error: unknown): Release => {
  if (!isDiskFull(error)) throw error
  return async () => undefined
}
