import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLocks } from '../src/adapters/lock.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'kinora-cli-'))
const dead = `999999999 ${hostname()}`

/** The folder as it would be had its taker been killed while it took over from a dead process. */
async function leftHalfway(): Promise<string> {
  const home = left(dead)
  const halfway = folder()
  vi.spyOn(process, 'kill').mockImplementation(() => {
    cpSync(home, halfway, { recursive: true })
    throw Object.assign(new Error('No such process'), { code: 'ESRCH' })
  })
  await createLocks(home).tryLock('a')
  vi.restoreAllMocks()
  for (const name of readdirSync(halfway)) writeFileSync(join(halfway, name), dead)
  return halfway
}

/** A folder in which somebody has left `a.lock`. */
function left(line: string): string {
  const home = folder()
  writeFileSync(join(home, 'a.lock'), line)
  return home
}

describe('CLI locks', () => {
  test('UPLOAD-19 one holder at a time; who waits gets it afterwards', async () => {
    const locks = createLocks(folder())
    const release = await locks.tryLock('a')
    expect(await locks.tryLock('a')).toBeUndefined()
    const waiting = locks.lock('a', async () => 'mine')
    await release?.()
    expect(await waiting).toBe('mine')
  })
  test('the lock of a dead process is taken over, and nothing of it is left', async () => {
    const home = left(dead)
    const release = await createLocks(home).tryLock('a')
    expect(release).toBeTypeOf('function')
    expect(readdirSync(home)).toEqual(['a.lock'])
    await release?.()
    expect(readdirSync(home)).toEqual([])
  })
  test('who was killed while it took over keeps nothing locked', async () => {
    const home = await leftHalfway()
    expect(readdirSync(home)).toHaveLength(2)
    expect(await createLocks(home).tryLock('a')).toBeTypeOf('function')
    expect(readdirSync(home)).toEqual(['a.lock'])
  })
  test('what names this process and was not taken by it was left by one before it', async () => {
    const locks = createLocks(left(`${process.pid} ${hostname()} @1 x`))
    expect(await locks.tryLock('a')).toBeTypeOf('function')
    expect(await locks.tryLock('a')).toBeUndefined()
  })
  test('a lock without a start that others can learn is held while its process lives', async () => {
    expect(await createLocks(left(`${process.ppid} ${hostname()} @1 x`)).tryLock('a')).toBeUndefined()
    expect(await createLocks(left('1 another-machine')).tryLock('a')).toBeUndefined()
  })
  test('only what still names its holder is released', async () => {
    const home = folder()
    const locks = createLocks(home)
    const first = await locks.tryLock('a')
    await first?.()
    const second = await locks.tryLock('a')
    await first?.()
    expect(await locks.tryLock('a')).toBeUndefined()
    writeFileSync(join(home, 'a.lock'), dead)
    await second?.()
    expect(readFileSync(join(home, 'a.lock'), 'utf8')).toBe(dead)
  })
})

describe.runIf(existsSync('/proc/self/stat'))(
  'CLI locks, where the system tells when a process began',
  () => {
    test('the number of a dead process, given to another one since, keeps nothing locked', async () => {
      expect(await createLocks(left(`${process.ppid} ${hostname()} before:1 x`)).tryLock('a')).toBeTypeOf(
        'function',
      )
    })
    test('a process that ended and was never waited for holds nothing', async () => {
      // The child ends once its parent is a program that waits for nobody: a shell might have waited for it.
      const script = 'cat <&3 & echo $!; exec 3<&-; exec sleep infinity'
      const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit', 'pipe'] })
      onTestFinished(() => void parent.kill())
      const [pid] = await once(parent.stdout!, 'data')
      await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n')
      ;(parent.stdio[3] as Writable).end()
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
      const statistics = () =>
        readFileSync(`/proc/${Number(pid)}/stat`, 'utf8')
          .split(') ')[1]!
          .split(' ')
      await expect.poll(() => statistics()[0]).toBe('Z')
      const line = `${Number(pid)} ${hostname()} ${boot}:${statistics()[19]} x`
      expect(await createLocks(left(line)).tryLock('a')).toBeTypeOf('function')
    })
  },
)

describe('CLI locks of several processes', () => {
  let processes: ChildProcess[]
  beforeAll(async () => {
    processes = [0, 1, 2].map(() =>
      fork(join(import.meta.dirname, 'lock-process.ts'), { execArgv: ['--conditions=@kinora/source'] }),
    )
    await Promise.all(processes.map(process => once(process, 'message')))
  })
  afterAll(() => {
    for (const process of processes) process.kill()
  })
  const taken = async (home: string, takers = processes) => {
    const at = Date.now() + 3
    const answers = takers.map(taker => once(taker, 'message'))
    for (const taker of takers) taker.send({ folder: home, at })
    return (await Promise.all(answers)).filter(([taken]) => taken).length
  }

  test('of those that take over from a dead process at the same moment one gets the lock', async () => {
    const holders: number[] = []
    for (let round = 0; round < 60; round++) holders.push(await taken(left(dead)))
    expect(holders.filter(count => count !== 1)).toEqual([])
  })
  test('nor do two get it when the first that took over was killed', async () => {
    const halfway = await leftHalfway()
    const holders: number[] = []
    for (let round = 0; round < 20; round++) {
      const home = folder()
      cpSync(halfway, home, { recursive: true })
      holders.push(await taken(home))
    }
    expect(holders.filter(count => count !== 1)).toEqual([])
  })
  test('a lock is held while its process lives, and another takes it over once that is killed', async () => {
    const [first, second] = processes as [ChildProcess, ChildProcess]
    const home = folder()
    expect(await taken(home, [first])).toBe(1)
    expect(await taken(home, [second])).toBe(0)
    first.kill('SIGKILL')
    await once(first, 'exit')
    expect(await taken(home, [second])).toBe(1)
  })
})
