import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readCsv } from '@kinora/core/bulk'
import { beforeAll, expect, test } from 'vitest'
import { createFiles } from '../../src/adapters/file-source.ts'
import { sharedPlatform, type TestPlatform } from '../platform.ts'
import type { Shell } from '../shell.ts'

let platform: TestPlatform
let shell: Shell
let catalogue: string
beforeAll(async () => {
  platform = await sharedPlatform()
  shell = await platform.signedIn('tenant')
  catalogue = join(shell.folder, 'long list.csv')
  const rows = Array.from({ length: 500 }, (_, index) => `k${index},Title ${index}\n`)
  await writeFile(catalogue, `externalId,title\n${rows.join('')}`)
})

/** What Node says of files that were closed only because nobody can reach them any more. */
async function warningsOf(work: () => Promise<unknown>): Promise<string[]> {
  const said: string[] = []
  const note = (warning: Error) => said.push(warning.message)
  process.on('warning', note)
  await work()
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let round = 0; round < 3; round++) {
    collect()
    for (let turn = 0; turn < 20; turn++) await setImmediate()
  }
  process.off('warning', note)
  return said
}

test('BULK-12 a catalogue is closed where a run is interrupted, and where nobody reads on', async () => {
  const warnings = await warningsOf(async () => {
    const stop = new AbortController()
    const onError = (said: string) => /^.?.?\d+\/500/.test(said) && stop.abort()
    const run = ['titles', 'bulk', 'run', catalogue, '--url', platform.url]
    const { code, stderr } = await shell.run(run, { signal: stop.signal, onError })
    expect(code).toBe(130)
    // To be pasted as it is: quoted, and to the same server.
    expect(stderr).toContain(`kinora titles bulk resume '${catalogue}' --url ${platform.url}\n`)
    const files = createFiles({ configFolder: shell.folder, stateFolder: shell.folder }, shell.folder)
    for await (const { kind } of readCsv((await files.open(catalogue)).pieces())) {
      expect(kind).toBe('records')
      break
    }
  })
  expect(warnings).toEqual([])
})
