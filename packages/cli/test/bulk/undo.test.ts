import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestPlatform, type TestPlatform } from '../platform.ts'
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
  it('keeps a title that somebody has changed, though a later run has written to it again', async () => {
    await write('a1,One,Ada,,', 'a2,Two,Ada,,')
    await bulk('run', catalogue)
    await change('a1', { classDescription: 'Written by hand.' })
    await write('a1,Uno,Ada,,', 'a2,Due,Ada,,')
    expect((await bulk('run', catalogue)).code).toBe(0)
    const expected = [
      ['a1', 'keep', 'Somebody has changed it since'],
      ['a2', 'delete', ''],
    ]
    expect(await judged()).toEqual(expected)
    await write('a1,Eins,Ada,,', 'a2,Zwei,Ada,,')
    await bulk('run', catalogue)
    expect(await judged()).toEqual(expected)
  })
})
