import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { KinoraError } from '@kinora/core'
import { safe } from '../kernel/cells.ts'
import { isDiskFull } from '../kernel/exit.ts'
import { createSha256, makeFolder } from './system.ts'

const timeout = 30_000
const retryDelay = 50
/** A holder on another machine can't be asked whether it lives. */
const foreignMaxAge = 600_000
/** A process that names itself has done so by then. */
const namelessMaxAge = 5_000

interface Locks {
  lock<T>(name: string, work: () => Promise<T>): Promise<T>
  tryLock(name: string): Promise<(() => Promise<void>) | undefined>
}

/** Locks between processes as files that name their holder; the lock of a dead process is taken over. */
export function createLocks(folder: string): Locks {
  const pathOf = (name: string) => join(folder, `${name.replace(/[^\w.-]/g, '_')}.lock`)
  const tryLock: Locks['tryLock'] = async name => {
    try {
      await makeFolder(folder, 0o700)
      return await take(pathOf(name))
    } catch (error) {
      return unlockedWhenFull(error)
    }
  }
  return {
    tryLock,
    async lock(name, work) {
      for (let waited = 0; waited <= timeout; waited += retryDelay) {
        const release = await tryLock(name)
        if (release !== undefined) return work().finally(release)
        await wait(retryDelay)
      }
      throw new KinoraError('conflict', { detail: safe`Another kinora process has locked ${pathOf(name)}` })
    },
  }
}

type Release = () => Promise<void>

async function take(path: string): Promise<Release | undefined> {
  const owner = createOwner()
  if (!create(path, owner) && !(await takeOver(path, owner))) return undefined
  return async () => {
    if ((await readOwner(path)) === owner) await rm(path, { force: true })
  }
}

/** Without a pause between making and naming: a process killed there would leave a lock that names nobody. */
function create(path: string, owner: string): boolean {
  const file = openNew(path)
  if (file === undefined) return false
  try {
    writeSync(file, owner)
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
async function takeOver(path: string, owner: string): Promise<boolean> {
  const dead = await findStaleOwner(path)
  if (dead === undefined) return false
  const release = await take(takeoverPath(path, dead))
  if (release === undefined) return false
  try {
    if ((await findStaleOwner(path)) !== dead) return false
    await rm(path, { force: true })
    return create(path, owner)
  } finally {
    await release()
  }
}

/** A name of one length, however many died while they took over from one another. */
function takeoverPath(path: string, dead: string): string {
  const digest = createSha256()
    .update(`${basename(path)} ${dead}`)
    .digest('hex')
  return join(dirname(path), `${digest.slice(0, 32)}.lock`)
}

/** What names the holder that can't release this lock any more; undefined while it may. */
async function findStaleOwner(path: string): Promise<string | undefined> {
  const owner = await readOwner(path)
  const state = ownerState(owner)
  if (state === 'alive') return undefined
  if (state === 'dead') return owner
  const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now())
  return age > (state === 'foreign' ? foreignMaxAge : namelessMaxAge) ? owner : undefined
}

const readOwner = (path: string) => readFile(path, 'utf8').catch(() => '')

/** On a full disk the work runs without a lock rather than not at all. */
const unlockedWhenFull = (error: unknown): Release => {
  if (!isDiskFull(error)) throw error
  return async () => undefined
}

type OwnerState = 'alive' | 'dead' | 'foreign' | 'nameless'

/** `<pid> <host> <start> <mark>`: names this process, and with the mark this one thing that it takes. */
function createOwner(): string {
  const start = startOf(process.pid) ?? ownStart()
  return `${process.pid} ${hostname()} ${start} ${Math.random().toString(36).slice(2)}`
}

/** Numbers of processes are given again, after a reboot or in a container soon, so the start must be the same too. */
function ownerState(owner: string): OwnerState {
  const [number, host, start] = owner.split(' ')
  const pid = Number(number)
  if (!number) return 'nameless'
  if (host !== hostname()) return 'foreign'
  if (!isAlive(pid)) return 'dead'
  return hasEnded(start, startOf(pid), pid) ? 'dead' : 'alive'
}

function hasEnded(named: string | undefined, current: string | undefined, pid: number): boolean {
  if (current === zombie) return true
  if (named === undefined) return false
  if (named.startsWith(byClock)) return pid === process.pid && named !== ownStart()
  return current !== undefined && named !== current
}

/** Killed, but its parent hasn't asked for its end; a signal still reaches it. */
const zombie = 'ended'

/** Ticks from the boot that is named; undefined where the system doesn't tell. No disk is asked, so it may be read at once. */
function startOf(pid: number): string | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
    // The name of the program comes second, in brackets, and may hold anything.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? zombie : `${boot}:${fields[19]}`
  } catch {
    return undefined
  }
}

const byClock = '@'

/** Where the system doesn't tell: enough to know one's own number when it was another's before. */
const ownStart = () => `${byClock}${performance.timeOrigin}`

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
