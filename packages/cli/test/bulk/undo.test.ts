import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { password, sharedPlatform, startTestPlatform, type TestPlatform } from '../platform.ts'
import type { Shell } from '../shell.ts'

let platform: TestPlatform
let shell: Shell
let catalogue: string
let count = 0

const header = 'externalId,title,instructor,category,file\n'
const write = (...rows: string[]) => writeFile(catalogue, header + rows.map(row => `${row}\n`).join(''))
const bulk = (...args: string[]) => shell.run(['titles', 'bulk', ...args])
const json = async (...args: string[]) => JSON.parse((await bulk(...args, '--json')).stdout)
const tagOf = async (id: string): Promise<string> =>
  (await json('results', catalogue)).find((row: { externalId: string }) => row.externalId === id).tag
const change = async (id: string, fields: object) =>
  shell.run(['api', 'titles.update', '--input', JSON.stringify({ tag: await tagOf(id), ...fields })])
const judged = async (): Promise<[string, string, string][]> =>
  (await json('undo', catalogue, '--dry-run')).map(
    (row: { externalId: string; action: string; why: string }) => [
      row.externalId,
      row.action,
      row.why.replace(/, at .*/, ''),
    ],
  )

beforeAll(async () => {
  platform = await startTestPlatform()
  shell = await platform.signedIn('tenant')
})
beforeEach(() => {
  catalogue = join(shell.folder, `undo-${count++}.csv`)
})
afterAll(() => platform.close())

describe('BULK-12 undo never deletes what somebody has changed', () => {
  test('keeps a title that somebody has changed, though a later run has written to it again', async () => {
    await write('a1,One,Ada,,', 'a2,Two,Ada,,')
    await bulk('run', catalogue)
    await change('a1', { classDescription: 'Written by hand.' })
    await write('a1,Uno,Ada,,', 'a2,Due,Ada,,')
    expect((await bulk('run', catalogue, '--force')).code).toBe(0)
    const tooMany = await bulk('undo', catalogue, '--yes', '--max-delete', '0')
    expect(tooMany.code).toBe(7)
    expect(tooMany.stderr).toContain('Nothing was deleted: 1 title is more than --max-delete 0.')
    const expected = [
      ['a1', 'keep', 'Edited since'],
      ['a2', 'delete', ''],
    ]
    expect(await judged()).toEqual(expected)
    await write('a1,Eins,Ada,,', 'a2,Zwei,Ada,,')
    await bulk('run', catalogue)
    expect(await judged()).toEqual(expected)
  })
})

describe('BULK-12 files of finished rows', () => {
  const withCaptions = 'externalId,title,captions\n'

  test('may be gone when the catalogue is run again', async () => {
    await writeFile(join(shell.folder, 'gone.vtt'), 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n')
    await writeFile(catalogue, `${withCaptions}h1,One,en-GB:gone.vtt\n`)
    expect((await bulk('run', catalogue)).code).toBe(0)
    await rm(join(shell.folder, 'gone.vtt'))
    expect((await json('run', catalogue, '--dry-run'))[0].action).toBe('nothing')
    const { stderr, code } = await bulk('run', catalogue)
    expect(stderr).not.toContain('was not found')
    expect(stderr).toContain('1 row unchanged.')
    expect(code).toBe(0)
    await writeFile(catalogue, `${withCaptions}h1,Uno,en-GB:gone.vtt\n`)
    const refused = await bulk('run', catalogue)
    expect(refused.stderr).toContain('The file gone.vtt was not found.')
    expect(refused.code).toBe(1)
    expect(await judged()).toEqual([['h1', 'delete', '']])
  })
})

describe('BULK-12 resume makes nothing anew that was taken back', () => {
  const statusOf = async () => (await json('status', catalogue))[0]

  test('has nothing to go on with once the run has come to its end', async () => {
    await write('i1,One,Ada,,')
    await bulk('run', catalogue)
    await bulk('undo', catalogue, '--yes')
    const { stderr, code } = await bulk('resume', catalogue)
    expect(stderr).toContain('This run is complete.')
    expect(code).toBe(0)
    expect(await statusOf()).toMatchObject({ state: 'undone', undone: 1 })
    await bulk('run', catalogue)
    expect(await statusOf()).toMatchObject({ state: 'done', saved: 1 })
  })

  test('goes on with the rows that a stopped run left open, as often as it is stopped', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => `j${index},Title ${index},,,`)
    await write(...rows)
    const stopAt = async (verb: string, mark: RegExp) => {
      const stop = new AbortController()
      const onError = (said: string) => mark.test(said) && stop.abort()
      await shell.run(['titles', 'bulk', verb, catalogue], { signal: stop.signal, onError })
    }
    await stopAt('run', /^.?.?\d+\/120/)
    await bulk('undo', catalogue, '--yes')
    const { undone } = await statusOf()
    expect(undone).toBeGreaterThan(0)
    expect((await bulk('retry', catalogue, '--failed')).code).toBe(0)
    await stopAt('resume', /^.?.?\d+\/1/)
    expect((await bulk('resume', catalogue)).code).toBe(0)
    expect(await statusOf()).toMatchObject({ state: 'done', undone, saved: 120 - undone, open: 0 })
  })
})

describe('BULK-12 a journal is that of an account on a server', () => {
  const signIn = (account: string) =>
    shell.run(['login', '--email', `${account}@demo.kinora.test`, '--password-stdin'], {
      stdin: `${password}\n`,
    })
  const undone = async () => (await json('status', catalogue))[0].undone

  test('is gone on with and taken back by the account that ran it', async () => {
    await write('b1,One,Ada,,')
    await bulk('run', catalogue)
    await signIn('provider')
    for (const act of [['undo', '--yes'], ['resume'], ['retry', '--failed']]) {
      const [verb, ...flags] = act as [string, ...string[]]
      const { code, stderr } = await bulk(verb, catalogue, ...flags)
      expect([verb, code]).toEqual([verb, 7])
      expect(stderr).toContain('The catalogue was run as tenant@demo.kinora.test. Sign in as that account.')
    }
    expect((await bulk('undo', '--yes')).code).toBe(7)
    await signIn('tenant')
    expect(await undone()).toBe(0)
    expect((await bulk('undo', catalogue, '--yes')).stderr).toContain('Deleted 1 title')
  })

  test('is another one for another account that runs the same catalogue', async () => {
    await write('c1,One,Ada,,')
    await bulk('run', catalogue)
    await signIn('provider')
    expect((await bulk('run', catalogue)).code).toBe(0)
    expect((await bulk('undo', catalogue, '--yes')).stderr).toContain('Deleted 1 title')
    await signIn('tenant')
    expect(await judged()).toEqual([['c1', 'delete', '']])
  })

  test('is another one for another tenant that support has chosen', async () => {
    const { stdout } = await shell.run(['api', 'titles.search', '--input', '{"take":1}'])
    const [{ tenantId }] = JSON.parse(stdout).data
    await write('d1,One,Ada,,')
    await signIn('support')
    expect((await bulk('run', catalogue, '--tenant', tenantId)).code).toBe(0)
    const { code, stderr } = await bulk('undo', catalogue, '--yes')
    expect(code).toBe(7)
    expect(stderr).toContain(`was run as support@demo.kinora.test with --tenant ${tenantId}.`)
    expect((await bulk('undo', catalogue, '--yes', '--tenant', tenantId)).stderr).toContain('Deleted 1 title')
    await signIn('tenant')
  })

  test('without a catalogue is the latest of this server', async () => {
    await write('f1,One,Ada,,')
    await bulk('run', catalogue)
    const other = await sharedPlatform()
    const elsewhere = { env: { KINORA_URL: other.url } }
    const login = ['login', '--email', 'tenant@demo.kinora.test', '--password-stdin']
    await shell.run(login, { ...elsewhere, stdin: `${password}\n` })
    const refused = await shell.run(['titles', 'bulk', 'resume'], elsewhere)
    expect(refused.code).toBe(7)
    expect(refused.stderr).toContain(`The last run was on ${platform.url}.`)
    const latest = catalogue
    catalogue = join(shell.folder, 'elsewhere.csv')
    await write('g1,One,Ada,,')
    await shell.run(['titles', 'bulk', 'run', catalogue], elsewhere)
    const { stdout } = await bulk('undo', '--dry-run')
    expect(stdout).toContain('f1')
    expect(stdout).not.toContain('g1')
    catalogue = latest
  })
})
