import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import {
  lockFolder,
  readUnprovenLock,
  takeOwnership,
  unprovenLock,
  withFencing,
} from '../src/adapters/folder-lock.ts'
import { startPlatform } from '../src/platform.ts'
import { silentLog } from '../src/ports/runtime.ts'
import { openTestPglite } from './database.ts'
import { emptyFolder } from './seeded-platform.ts'

const main = join(import.meta.dirname, '../src/main.ts')
/** A network of its own, as a container has one. */
const mayUnshare = spawnSync('unshare', ['-n', 'true']).status === 0

let folder: string
const children = new Set<ChildProcess>()
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-lock-'))
})
afterEach(async () => {
  for (const child of children) await killed(child)
  children.clear()
  await rm(folder, { recursive: true, force: true })
})

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

/** A whole server; resolves with what it said once it runs or has ended. */
async function startServer(command: readonly string[]) {
  const env = { ...process.env, PORT: '0', KINORA_DATA_DIR: folder, LOG_LEVEL: 'error' }
  const [program, ...args] = [...command, process.execPath, '--conditions=@kinora/source', main, '--empty']
  const child = spawn(program!, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.add(child)
  let said = ''
  const hear = (piece: Buffer) => {
    said += piece.toString()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = new Promise(resolve => child.once('close', resolve))
  await Promise.race([ended, until('the server to run', () => said.includes('running at'))])
  return { said, kill: () => killed(child) }
}

/** Every file with its size and its time. */
async function contentOf(root: string): Promise<string[]> {
  const names = await readdir(root, { recursive: true })
  const found = await Promise.all(
    names.map(async name => {
      const { size, mtimeMs } = await stat(join(root, name))
      return `${name} ${size} ${mtimeMs}`
    }),
  )
  return found.sort()
}

describe('OPS-01 a disk whose locks another program keeps', () => {
  test('is named as the server starts, one of this machine is not', async () => {
    expect(await readUnprovenLock(folder)).toBeUndefined()
    expect(unprovenLock(0x6969, '/srv/kinora')).toMatch('The data folder /srv/kinora lies on NFS')
    expect(unprovenLock(0xff534d42, '/srv/kinora')).toMatch('lies on SMB')
  })
})

describe('OPS-01 a data folder has one server', () => {
  test.skipIf(!mayUnshare)(
    'also between network namespaces; the second touches nothing, kill -9 frees it (skipped where unshare -n is not permitted)',
    async () => {
      await cp(await emptyFolder(), folder, { recursive: true })
      const alone = ['unshare', '-n']
      const first = await startServer(alone)
      expect(first.said).toContain('running at')
      const files = async () => (await contentOf(folder)).filter(file => !file.startsWith('database'))
      const before = await files()
      // This process has the network of the machine.
      const second = () => startPlatform({ port: 0, dataDir: folder, logLevel: 'silent', empty: true })
      await expect(second().then(platform => platform.close())).rejects.toMatchObject({
        detail: expect.stringMatching(/in use by another Kinora \(process \d+\)\.$/),
      })
      expect(await files()).toEqual(before)
      await first.kill()
      await (await second()).close()
    },
  )

  test('is free at once for the next one, whatever the lock file says', async () => {
    const first = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toMatchObject({ code: 'conflict' })
    await first.release()
    await writeFile(join(folder, 'kinora.lock'), '{"half of')
    const second = await lockFolder(folder)
    expect([await first.isHeld(), await second.isHeld()]).toEqual([false, true])
    await second.release()
  })

  test('keeps its identity over a restart; a copy is another folder', async () => {
    const first = await lockFolder(folder)
    await first.release()
    const again = await lockFolder(folder)
    await again.release()
    const copy = join(folder, 'copy')
    await cp(join(folder, 'kinora.lock'), join(copy, 'kinora.lock'))
    const other = await lockFolder(copy)
    await other.release()
    expect([again.folder === first.folder, other.folder === first.folder]).toEqual([true, false])
    expect(await readFile(join(folder, 'kinora.lock'), 'utf8')).toContain(again.owner)
  })
})

describe('OPS-01 work asks first whose the folder is', () => {
  test('one that was overtaken works no more; another folder on the same database goes on', async () => {
    const { db, close } = await openTestPglite()
    const held = { isHeld: async () => true, release: async () => undefined }
    const worked: string[] = []
    const server = async (folder: string, owner: string) => {
      const lock = { ...held, folder, owner }
      const epoch = await takeOwnership(db, lock)
      let stopped = 0
      let run = (): Promise<void> => Promise.resolve()
      const jobs = withFencing(
        {
          enqueue: async () => undefined,
          state: async () => [],
          async work(_queue, _options, handler) {
            const job = { id: '1', attempt: 1, lastAttempt: false, signal: new AbortController().signal }
            run = () => handler({} as never, job)
          },
          async stop() {
            stopped += 1
          },
        },
        { db, lock, epoch, log: silentLog },
      )
      await jobs.work('queue', {}, async () => void worked.push(owner))
      return { run: () => run(), epoch, stopped: () => stopped }
    }
    const [first, other] = [await server('one', 'first'), await server('two', 'other')]
    await first.run()
    const next = await server('one', 'next')
    await expect(first.run()).rejects.toThrow('another owner')
    await next.run()
    await other.run()
    expect([worked, first.stopped(), next.epoch, other.epoch]).toEqual([['first', 'next', 'other'], 1, 2, 1])
    const { rows } = (await db.execute(sql`SELECT folder FROM folder_owners`)) as unknown as {
      rows: object[]
    }
    expect(rows).toHaveLength(2)
    await close()
  })
})
