import { execFileSync } from 'node:child_process'
import { chmodSync, lstatSync, readFileSync, readlinkSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createBinary } from './binary.ts'
import { textFile } from './media.ts'
import { sharedPlatform, type TestPlatform } from './platform.ts'
import type { Shell } from './shell.ts'

let server: TestPlatform
/** Control characters but for line breaks and tabs between cells. */
const steering = /[^\P{Cc}\n\t]|\u202e/u
let shell: Shell
const { kinora, inShell } = createBinary(
  () => shell.folder,
  () => server.url,
)
const at = (name: string) => join(shell.folder, name)

beforeAll(async () => {
  server = await sharedPlatform()
  shell = await server.signedIn('tenant')
})

describe('VAL-18 a file that is refused', () => {
  test('is refused with its reason and with what to do', async () => {
    textFile(at('note.mp4'), 'no video')
    const { code, stdout, stderr } = await shell.run(['titles', 'upload', 'note.mp4', '--title', 'Refused'])
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr:
        '✖ Error: note.mp4 can’t be uploaded\n  Why:  Allowed only mp4 type. This is a text file.\n' +
        '  Fix:  Nothing was sent. Fix or convert the file, then run the command again.\n',
    })
  })
})

describe('names that steer a terminal', () => {
  test('reach neither stderr nor a table', async () => {
    const name = 'a\u001b]0;owned\u0007\u001b[2Jb\u202e'
    textFile(at(`${name}.mp4`), 'no video')
    const refused = await shell.run(['titles', 'upload', `${name}.mp4`, '--title', 'Steering'])
    textFile(at('steering.csv'), `externalId,title,category\n${name},One,${name}\n`)
    const checked = await shell.run(['titles', 'bulk', 'check', 'steering.csv'])
    const ran = await shell.run(['titles', 'bulk', 'run', 'steering.csv', '--yes'])
    for (const { stdout, stderr } of [refused, checked, ran]) expect(stdout + stderr).not.toMatch(steering)
    expect(refused.stderr).toContain('a ]0;owned [2Jb')
  })
})

describe('--output', () => {
  const exported = (...output: string[]) => shell.run(['titles', 'export', ...output])
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
    expect((await kinora('titles', 'export', '-o', '/dev/stdout')).stdout).toBe(await whole())
    textFile(at('appended.csv'), 'before\n')
    await inShell('"$@" >> appended.csv', 'titles', 'export', '-o', '/dev/stdout')
    expect(readFileSync(at('appended.csv'), 'utf8')).toBe(`before\n${await whole()}`)
    expect(lstatSync('/dev/stdout')).toMatchObject({ ino: before.ino, mode: before.mode })
  })
  test('- is stdout for every answer', async () => {
    const { code, stdout } = await shell.run(['api', 'session.verify', '-o', '-'])
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
