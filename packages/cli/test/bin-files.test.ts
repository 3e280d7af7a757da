import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, readFileSync, readlinkSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBinary, finished } from './binary.ts'
import { clip, cover, mediaFolder, textFile } from './media.ts'
import { password, startTestPlatform, type TestPlatform } from './platform.ts'

let server: TestPlatform
/** Control characters but for line breaks and tabs between cells. */
const steering = /[^\P{Cc}\n\t]|\u202e/u
const home = mediaFolder()
const { start, kinora, inShell } = createBinary(home, () => server.url)
const at = (name: string) => join(home, name)
const signIn = (email: string) =>
  finished(start(['login', '--email', `${email}@demo.kinora.test`, '--password-stdin'], `${password}\n`))

beforeAll(async () => {
  server = await startTestPlatform()
  await signIn('tenant')
})
afterAll(() => server?.close())

describe('VAL-18 CLI binary: a file that is refused', () => {
  test('is refused with its reason and with what to do', async () => {
    textFile(at('note.mp4'), 'no video')
    const { code, stdout, stderr } = await kinora('titles', 'upload', 'note.mp4', '--title', 'Refused')
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr:
        '✖ Error: note.mp4 can’t be uploaded\n  Why:  Allowed only mp4 type.\n' +
        '  Fix:  Nothing was sent. Fix or convert the file, then run the command again.\n',
    })
  })
})

describe('CLI binary: names that steer a terminal', () => {
  test('reach neither stderr nor a table', async () => {
    const name = 'a\u001b]0;owned\u0007\u001b[2Jb\u202e'
    textFile(at(`${name}.mp4`), 'no video')
    const refused = await kinora('titles', 'upload', `${name}.mp4`, '--title', 'Steering')
    textFile(at('steering.csv'), `externalId,title,category\n${name},One,${name}\n`)
    const checked = await kinora('titles', 'bulk', 'check', 'steering.csv')
    const ran = await kinora('titles', 'bulk', 'run', 'steering.csv', '--yes')
    for (const { stdout, stderr } of [refused, checked, ran]) expect(stdout + stderr).not.toMatch(steering)
    expect(refused.stderr).toContain('a ]0;owned [2Jb')
  })
})

describe('CLI binary: --output', () => {
  const exported = (...output: string[]) => kinora('titles', 'export', ...output)
  const whole = async () => (await exported()).stdout

  test('follows a link, keeps the mode of the file and leaves nothing beside it', async () => {
    textFile(at('kept.csv'), 'earlier')
    chmodSync(at('kept.csv'), 0o640)
    symlinkSync('kept.csv', at('link.csv'))
    expect((await exported('-o', 'link.csv')).code).toBe(0)
    expect(readlinkSync(at('link.csv'))).toBe('kept.csv')
    expect(statSync(at('kept.csv')).mode & 0o777).toBe(0o640)
    expect(readFileSync(at('kept.csv'), 'utf8')).toBe(await whole())
  })
  test('writes to a link that leads to no file yet', async () => {
    symlinkSync('new.csv', at('ahead.csv'))
    expect((await exported('-o', 'ahead.csv')).code).toBe(0)
    expect(lstatSync(at('ahead.csv')).isSymbolicLink()).toBe(true)
    expect(readFileSync(at('new.csv'), 'utf8')).toBe(await whole())
  })
  test('writes into a pipe, which stays one', async () => {
    execFileSync('mkfifo', [at('pipe')])
    const read = inShell('cat pipe')
    expect((await exported('-o', 'pipe')).code).toBe(0)
    expect((await read).stdout).toBe(await whole())
    expect(lstatSync(at('pipe')).isFIFO()).toBe(true)
  })
  test('/dev/stdout is stdout, whatever that is; what was written before stays', async () => {
    const before = lstatSync('/dev/stdout')
    expect((await exported('-o', '/dev/stdout')).stdout).toBe(await whole())
    textFile(at('appended.csv'), 'before\n')
    await inShell('"$@" >> appended.csv', 'titles', 'export', '-o', '/dev/stdout')
    expect(readFileSync(at('appended.csv'), 'utf8')).toBe(`before\n${await whole()}`)
    expect(lstatSync('/dev/stdout')).toMatchObject({ ino: before.ino, mode: before.mode })
  })
  test('- is stdout for every answer', async () => {
    const { code, stdout } = await kinora('api', 'session.verify', '-o', '-')
    expect(code).toBe(0)
    expect(JSON.parse(stdout).user.email).toBe('tenant@demo.kinora.test')
  })
  test('a disk that takes only a part: an error, exit code 1, and the earlier file is as it was', async () => {
    const limited = `trap '' XFSZ; ulimit -f 2; "$@"`
    textFile(at('good.csv'), 'earlier')
    const saved = await inShell(limited, 'titles', 'export', '-o', 'good.csv')
    expect(saved).toMatchObject({ code: 1, stderr: expect.stringMatching(/^✖ Error: .*EFBIG/) })
    expect(readFileSync(at('good.csv'), 'utf8')).toBe('earlier')
    for (const args of [
      ['titles', 'export'],
      ['titles', 'list', '--all', '--json'],
    ]) {
      const printed = await inShell(`${limited} > cut.txt`, ...args)
      expect(printed).toMatchObject({ code: 1, stderr: expect.stringMatching(/^✖ Error: .*EFBIG/) })
    }
  })
})

describe('UPLOAD-25 VAL-27 CLI binary: a file for a published title', () => {
  /** All that publishing asks for. */
  const ready = {
    description: 'Wake up.',
    category: 'Yoga and mobility',
    language: 'en-GB',
    channel: 'Pulse House Originals',
    skill: '3',
    intensity: '3',
    equipment: 'Mat',
    'release-date': '2026-01-01',
    cover: 'cover.jpg',
  }
  test('is verified and downloaded, and another is refused unless --replace asks for it, with what that means for customers', async () => {
    await Promise.all([
      clip(at('first.mp4')),
      clip(at('second.mp4'), 1000),
      cover(at('cover.jpg'), '1920x1080'),
    ])
    const fields = Object.entries(ready).flatMap(([name, value]) => [`--${name}`, value])
    const upload = ['titles', 'upload', 'first.mp4', '--title', 'Shown', '--publish', '--json', 'tag']
    const made = await kinora(...upload, ...fields)
    expect(made.code).toBe(0)
    const { tag } = JSON.parse(made.stdout)
    const shown = async () =>
      JSON.parse((await kinora('titles', 'show', tag, '--json', 'status,fileDigest,className')).stdout)
    const before = await shown()
    const hash = createHash('sha256')
      .update(readFileSync(at('first.mp4')))
      .digest('hex')
    const verified = await kinora('titles', 'verify', tag, 'first.mp4')
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining(`sha-256\t${hash}\n`) })
    expect(await kinora('titles', 'verify', tag, 'second.mp4')).toMatchObject({ code: 7, stdout: '' })
    expect((await kinora('titles', 'download', tag)).stderr).toContain('first.mp4 already exists')
    expect((await kinora('titles', 'download', tag, '-o', 'back.mp4')).code).toBe(0)
    expect(readFileSync(at('back.mp4')).equals(readFileSync(at('first.mp4')))).toBe(true)
    const refused = await kinora('titles', 'upload', 'second.mp4', '--tag', tag, '--title', 'Other')
    expect(refused).toMatchObject({ code: 7, stdout: '' })
    expect(refused.stderr).toContain(`${tag} is published with another video`)
    expect(refused.stderr).toContain('off customers’ sites until it is processed and published again')
    expect(await shown()).toEqual(before)
    expect((await kinora('titles', 'upload', 'first.mp4', '--tag', tag)).code).toBe(0)
    expect(await shown()).toEqual(before)
    const replaced = await kinora('titles', 'upload', 'second.mp4', '--tag', tag, '--replace')
    expect(replaced).toMatchObject({ code: 0, stderr: expect.stringContaining('off customers’ sites') })
    expect(await shown()).toMatchObject({ status: 8 })
  })
})

describe('BULK-12 CLI binary: what people have changed since a run', () => {
  const bulk = (...args: string[]) => kinora('titles', 'bulk', ...args)
  const write = (instructor: string) =>
    textFile(
      at('catalogue.csv'),
      [
        'externalId,title,description,category,language,channel,skill,intensity,equipment,releaseDate,instructor,cover,file',
        'e1,Elsewhere,Wake up.,Yoga and mobility,en-GB,Pulse House Originals,3,3,Mat,2026-01-01,Ada,cover.jpg,first.mp4',
        `e2,No file,,,,,,,,,${instructor},,`,
      ].join('\n'),
    )
  const rows = async (...args: string[]) => {
    const { code, stdout } = await bulk(...args, 'catalogue.csv', '--json')
    const states = (JSON.parse(stdout) as { state: string }[]).map(({ state }) => state)
    return { code, states, rows: JSON.parse(stdout) }
  }

  test('results say it, run leaves it alone, --force overwrites it, reconcile accepts it', async () => {
    write('Ada')
    const ran = await rows('run', '--publish')
    expect(ran).toMatchObject({ code: 6, states: ['published', 'saved'] })
    const [first, second] = ran.rows
    await kinora('titles', 'unpublish', first.tag)
    await kinora('titles', 'edit', second.tag, '--instructor', 'Bo')
    expect((await rows('results')).states).toEqual(['changed', 'changed'])
    expect((await rows('results', '--offline')).states).toEqual(['published', 'saved'])
    write('Cleo')
    const left = await bulk('run', 'catalogue.csv')
    expect(left.code).toBe(7)
    expect(left.stderr).toContain('2 titles were changed elsewhere and left alone.')
    const instructor = async () =>
      (await kinora('titles', 'show', second.tag)).stdout.match(/instructor\t(.*)/)?.[1]
    expect(await instructor()).toBe('Bo')
    expect(await rows('run', '--force')).toMatchObject({ code: 0, states: ['completed', 'saved'] })
    expect(await instructor()).toBe('Cleo')
    await kinora('titles', 'upload', 'second.mp4', '--tag', first.tag)
    const replaced = await rows('results')
    expect(replaced.states).toEqual(['changed', 'saved'])
    expect(replaced.rows[0].digest).not.toBe(first.digest)
    expect((await bulk('reconcile', 'catalogue.csv')).stderr).toContain('Accepted 1 title')
    expect(await rows('run')).toMatchObject({ code: 0, states: ['completed', 'saved'] })
    expect((await rows('results')).rows[0].digest).toBe(replaced.rows[0].digest)
  })
})
