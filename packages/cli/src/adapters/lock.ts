import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { KinoraError } from '@kinora/core'
import { isDiskFull } from '../kernel/disk.ts'
import { text } from '../texts.ts'

const patience = 30_000
const pause = 50
/** A holder on another machine can't be asked whether it lives. */
const foreignAge = 600_000

export interface Locks {
  lock<T>(name: string, work: () => Promise<T>): Promise<T>
  tryLock(name: string): Promise<(() => Promise<void>) | undefined>
}

/** Locks between processes as files that name their holder; the lock of a dead process is taken over. */
export function createLocks(folder: string): Locks {
  const pathOf = (name: string) => join(folder, `${name.replace(/[^\w.-]/g, '_')}.lock`)
  const tryLock: Locks['tryLock'] = name => take(pathOf(name)).catch(unlockedWhenFull)
  const take = async (path: string) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (!(await create(path)) && !((await isAbandoned(path)) && (await takeOver(path)))) return undefined
    return () => rm(path, { force: true })
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

async function create(path: string): Promise<boolean> {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return undefined
    throw error
  })
  if (file === undefined) return false
  try {
    await file.writeFile(`${process.pid} ${hostname()}`)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
  return true
}

/** A full disk keeps no lock; what it protects goes on without one rather than not at all. */
const unlockedWhenFull = async (error: unknown): Promise<() => Promise<void>> => {
  if (!isDiskFull(error)) throw error
  return async () => undefined
}

async function isAbandoned(path: string): Promise<boolean> {
  const [pid, host] = (await readFile(path, 'utf8').catch(() => '')).split(' ')
  const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now())
  if (!pid) return age > 5_000
  return host === hostname() ? !isAlive(Number(pid)) : age > foreignAge
}

/** Moved aside before it is removed, so that two processes can't both believe that they took it. */
async function takeOver(path: string): Promise<boolean> {
  const aside = `${path}.${process.pid}.${Date.now()}`
  try {
    await rename(path, aside)
  } catch {
    return false
  }
  await rm(aside, { force: true })
  return create(path)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
