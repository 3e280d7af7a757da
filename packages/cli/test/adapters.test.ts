import { EventEmitter } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KinoraError } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { createFiles } from '../src/adapters/file-source.ts'
import { createJournalStore } from '../src/adapters/journal.ts'
import { type Keyring, noKeyring } from '../src/adapters/keyring.ts'
import { createSettings } from '../src/adapters/profiles.ts'
import { interruption, toOutput, withoutSignalListeners } from '../src/adapters/terminal.ts'
import { createTokenVault } from '../src/adapters/token-store.ts'
import { explanationIn } from '../src/kernel/exit.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'kinora-cli-'))
const session = { url: 'http://a.test', email: 'a@b.test', userId: 'u1', token: 't', refreshToken: 'r' }

test.runIf(existsSync('/proc/self')).each(['/proc/kinora', '/proc/kinora/config'])(
  'CLI folders: one that cannot be made is told at once, where Node tries without end: %s',
  async folder => {
    const write = createTokenVault(folder, noKeyring).write(session)
    await expect(write).rejects.toMatchObject({ code: 'ENOENT', syscall: 'mkdir', path: '/proc/kinora' })
  },
)

describe('CLI token store', () => {
  test('AUTH-21 a file of mode 0600 in a folder of mode 0700, and it says which', async () => {
    const home = join(folder(), 'config')
    const vault = createTokenVault(home, noKeyring)
    const place = await vault.write(session)
    expect(place).toEqual({ kind: 'file', path: join(home, 'tokens.json') })
    expect(statSync(join(home, 'tokens.json')).mode & 0o777).toBe(0o600)
    expect(statSync(home).mode & 0o777).toBe(0o700)
    expect((await vault.read(session.url))?.session).toEqual(session)
  })
  test('AUTH-21 a file that others can read is refused with how to mend it', async () => {
    const home = folder()
    const vault = createTokenVault(home, noKeyring)
    await vault.write(session)
    chmodSync(join(home, 'tokens.json'), 0o640)
    await expect(vault.read(session.url)).rejects.toMatchObject({ code: 'unauthorised' })
  })
  test('the keyring is used where there is one, and nothing secret is in the file then', async () => {
    const secrets = new Map<string, string>()
    const keyring: Keyring = {
      get: async account => secrets.get(account),
      set: async (account, secret) => Boolean(secrets.set(account, secret)),
      remove: async account => void secrets.delete(account),
    }
    const home = folder()
    const vault = createTokenVault(home, keyring)
    expect(await vault.write(session)).toEqual({ kind: 'keyring' })
    expect((await vault.read(session.url))?.place).toEqual({ kind: 'keyring' })
    expect(readFileSync(join(home, 'tokens.json'), 'utf8')).not.toContain('refreshToken')
    await vault.clear(session.url)
    expect(secrets.size).toBe(0)
    expect(await vault.read(session.url)).toBeUndefined()
  })
  test('servers are kept apart', async () => {
    const vault = createTokenVault(folder(), noKeyring)
    await vault.write(session)
    await vault.write({ ...session, url: 'http://b.test', token: 't2' })
    await vault.clear('http://a.test')
    expect(await vault.read('http://a.test')).toBeUndefined()
    expect((await vault.read('http://b.test'))?.session.token).toBe('t2')
  })
})

describe('CLI settings', () => {
  test('PKG-07 the server of the latest sign-in and its tenant are kept, and nothing secret', async () => {
    const home = join(folder(), 'config')
    expect(await createSettings(home).server()).toBeUndefined()
    await createSettings(home).rememberServer({ url: 'http://a.test', tenant: 'T-1' })
    await createSettings(home).rememberServer({ url: 'http://b.test' })
    expect(await createSettings(home).server()).toEqual({ url: 'http://b.test' })
    expect(statSync(home).mode & 0o777).toBe(0o700)
    expect(statSync(join(home, 'settings.json')).mode & 0o777).toBe(0o600)
  })
  test('settings that are damaged are said with how to mend them', async () => {
    const home = folder()
    writeFileSync(join(home, 'settings.json'), '{"server":')
    await expect(createSettings(home).server()).rejects.toMatchObject({ code: 'refused' })
    await createSettings(home).rememberServer({ url: 'http://b.test' })
    expect(await createSettings(home).server()).toEqual({ url: 'http://b.test' })
  })
})

describe('CLI terminal', () => {
  test('one without a size has a width to draw in', () => {
    const stream = Object.assign(new EventEmitter(), { isTTY: true, columns: 0, fd: -1 })
    expect(toOutput(stream as unknown as Parameters<typeof toOutput>[0]).columns).toBe(80)
    expect(stream.columns).toBe(80)
  })
  test('settings leave Ctrl-C to the command: nothing they load sends the signal a second time', async () => {
    const heard = () => ['SIGINT', 'SIGTERM'].map(name => process.listenerCount(name))
    const before = heard()
    await createSettings(folder()).rememberServer({ url: 'http://a.test' })
    expect(heard()).toEqual(before)
  })
  test('what keeps the thread is ended by Ctrl-C itself, since nobody would hear of it', () => {
    interruption()
    const heard = () => ['SIGINT', 'SIGTERM'].map(name => process.listenerCount(name))
    const before = heard()
    expect(before.every(count => count > 0)).toBe(true)
    expect(withoutSignalListeners(heard)).toEqual([0, 0])
    expect(() =>
      withoutSignalListeners(() => {
        throw new Error('wrong')
      }),
    ).toThrow('wrong')
    expect(heard()).toEqual(before)
  })
})

describe('CLI journal', () => {
  test('UPLOAD-06 a record written is a record read, by another process too', async () => {
    const home = folder()
    await createJournalStore(home).record('uploads/a.test:80/video:T-1').write({ chunk: 3 })
    const again = createJournalStore(home)
    expect(await again.record('uploads/a.test:80/video:T-1').read()).toEqual({ chunk: 3 })
    expect(await again.list('uploads')).toHaveLength(1)
    await again.remove('uploads/a.test:80/video:T-1')
    expect(await again.list('uploads')).toEqual([])
  })
  test('a line torn by a crash is left out and the next one is whole', async () => {
    const home = folder()
    const log = createJournalStore(home).log<{ row: number }>('runs/one')
    await log.append({ row: 1 })
    writeFileSync(
      join(home, 'runs/one.jsonl'),
      `${readFileSync(join(home, 'runs/one.jsonl'), 'utf8')}{"row":2`,
    )
    await log.append({ row: 3 })
    const entries: unknown[] = []
    for await (const portion of log.entries()) entries.push(...portion)
    expect(entries).toEqual([{ row: 1 }, { row: 3 }])
  })
  test('a log that could not be begun takes entries once the disk is well again', async () => {
    const home = folder()
    const log = createJournalStore(home).log<{ row: number }>('runs/one')
    writeFileSync(join(home, 'runs'), 'in the way of the folder')
    await expect(log.append({ row: 1 })).rejects.toMatchObject({ code: 'ENOTDIR' })
    rmSync(join(home, 'runs'))
    await log.append({ row: 2 })
    await log.append({ row: 3 })
    const entries: unknown[] = []
    for await (const portion of log.entries()) entries.push(...portion)
    expect(entries).toEqual([{ row: 2 }, { row: 3 }])
  })
  test.runIf(existsSync('/dev/full'))(
    'ERR-01 a full disk is said with the file that it is full at',
    async () => {
      const home = folder()
      const path = join(home, 'runs/one.jsonl')
      mkdirSync(join(home, 'runs'))
      symlinkSync('/dev/full', path)
      const log = createJournalStore(home).log('runs/one')
      await expect(log.append({ row: 1 })).rejects.toMatchObject({ code: 'ENOSPC', path })
    },
  )
  test('a name never leaves the folder', async () => {
    const home = folder()
    await createJournalStore(join(home, 'journal')).record('../../outside').write(1)
    expect(statSync(join(home, 'journal')).isDirectory()).toBe(true)
    expect(() => statSync(join(home, 'outside.json'))).toThrow()
  })
})

describe('CLI files', () => {
  const files = (home: string) => createFiles({ configFolder: home, stateFolder: home }, home)
  test('a path is read from where the command runs; what is missing is named', async () => {
    const home = folder()
    writeFileSync(join(home, 'a.mp4'), 'abc')
    expect(await files(home).open('a.mp4')).toMatchObject({
      name: 'a.mp4',
      size: 3,
      path: join(home, 'a.mp4'),
    })
    mkdirSync(join(home, 'Übungen'.normalize('NFD')))
    writeFileSync(join(home, 'Übungen'.normalize('NFD'), 'Übung.mp4'.normalize('NFD')), 'abcd')
    expect(await files(home).open('Übungen/Übung.mp4')).toMatchObject({ size: 4 })
    await expect(files(home).open('Ubungen/Übung.mp4')).rejects.toMatchObject({ code: 'invalid' })
    const issue = { code: 'validation.fileMissing', params: { path: 'b.mp4' } }
    await expect(files(home).open('b.mp4')).rejects.toMatchObject({ code: 'invalid', issues: [issue] })
    mkdirSync(join(home, 'c.mp4'))
    const said = async (work: Promise<unknown>) =>
      explanationIn(
        (await work.then(
          () => undefined,
          (error: KinoraError) => error,
        )) as KinoraError,
      )?.what
    expect(await said(files(home).open('c.mp4'))).toBe('c.mp4 is a folder, not a file.')
    expect(await said(files(home).text('c.mp4'))).toBe('c.mp4 is a folder, not a file.')
    expect(await said(files(home).list('a.mp4'))).toBe('a.mp4 is a file, not a folder.')
    for (const path of ['-', '/dev/null'])
      expect(await said(files(home).open(path))).toBe(`${path} isn’t a file on the disk.`)
  })
  test('TENANT-33 a text of PowerShell is read as what it says', async () => {
    const home = folder()
    const little = Buffer.from('\ufeffid: acme', 'utf16le')
    for (const bytes of [little, Buffer.from(little).swap16(), Buffer.from('\ufeffid: acme')]) {
      writeFileSync(join(home, 'a.yaml'), bytes)
      expect(await files(home).text('a.yaml')).toBe('id: acme')
    }
  })
  test('ERR-01 a full disk is said with the place that it is full at', async () => {
    const { write, append } = files('/dev')
    const body = () => new Blob(['x']).stream()
    const place = { code: 'ENOSPC', path: '/dev/full' }
    await expect(write('full', 'x')).rejects.toMatchObject(place)
    await expect(append('full', body())).rejects.toMatchObject(place)
  })
  test('UPLOAD-04 digests of a large file outlive the process, until the file is touched or sent', async () => {
    const home = folder()
    const path = join(home, 'a.mp4')
    writeFileSync(path, '')
    truncateSync(path, 40_000_000)
    const digest = new Uint8Array(32).fill(7)
    const kept = async () => (await files(home).open('a.mp4')).digests.load().catch(() => 'none')
    const { digests } = await files(home).open('a.mp4')
    digests.keep(3, digest)
    await expect.poll(kept).toEqual([undefined, undefined, digest])
    const { atime, mtime } = statSync(path)
    truncateSync(path, 40_000_000)
    utimesSync(path, atime, mtime)
    expect(await kept()).toBe('none')
    await digests.forget()
    expect(readdirSync(join(home, 'digests'))).toEqual([])
  })
  test('a file that is replaced is never seen half-written', async () => {
    const home = folder()
    writeFileSync(join(home, 'out.csv'), 'before')
    const broken = new ReadableStream<Uint8Array>({ start: controller => controller.error(new Error('cut')) })
    await expect(files(home).write('out.csv', broken)).rejects.toThrow('cut')
    expect(readFileSync(join(home, 'out.csv'), 'utf8')).toBe('before')
    await files(home).write('out.csv', 'after')
    expect(readFileSync(join(home, 'out.csv'), 'utf8')).toBe('after')
  })
})
