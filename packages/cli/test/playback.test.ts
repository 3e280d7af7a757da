import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from './platform.ts'
import type { Shell } from './shell.ts'

let platform: TestPlatform
let shell: Shell
beforeAll(async () => {
  platform = await startTestPlatform()
  shell = await platform.signedIn('admin')
})
afterAll(() => platform.close())

const playback = (...args: string[]) => shell.run(['playback', ...args])
const record = { tenantId: 'pulsehouse', eventId: 'e', userId: 'ana', startedAt: '2026-11-20T09:00:00Z' }

describe('PLAY-01 to PLAY-05 kinora playback', () => {
  test('uploads, tells of bad records by line, commits the good ones once, and recounts', async () => {
    const file = join(shell.folder, 'plays.json')
    const lines = [{ ...record, secondsWatched: 5 }, record]
    await writeFile(file, lines.map(line => JSON.stringify(line)).join('\n'))
    const sent = await playback('upload', file, '--commit', '--json', 'trackingId,status,good,bad')
    const { trackingId, ...rest } = JSON.parse(sent.stdout) as { trackingId: string }
    expect([sent.code, rest]).toEqual([6, { status: 'uploaded', good: 1, bad: 1 }])
    const status = await playback('status', trackingId)
    expect([status.code, status.stderr]).toEqual([0, expect.stringMatching(/^! line 2: /)])
    expect((await playback('commit', trackingId)).stderr).toBe('✔ 1 record counted\n')
    expect((await playback('cancel', trackingId)).stderr).toContain('is committed and can’t be cancelled')
    const again = await playback('upload', file)
    const id = /^id\t(.+)$/m.exec(again.stdout)![1]!
    expect((await playback('commit', id)).stderr).toContain(
      `committed before as ${trackingId}. Nothing was added.`,
    )
    expect((await playback('recount')).stderr).toBe('✔ The kept numbers are right. Records: 1, days: 1\n')
  })
  test('PLAY-05, VAL-18 refuses what is no playback data', async () => {
    const file = join(shell.folder, 'odd.json')
    await writeFile(file, 'plays')
    const { code, stderr } = await playback('upload', file)
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('Data is in invalid format. Please correct the file and try again.'),
    ])
  })
})
