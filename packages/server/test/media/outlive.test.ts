import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../../scripts/patience.ts'
import { ffmpeg, makeClip } from './clips.ts'
import { descendants, isRunning, nicenessOf, programOf } from './processes.ts'

let folder = ''
let long = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-media-'))
  const clip = await makeClip(join(folder, 'clip.mp4'), { seconds: 4 })
  long = join(folder, 'long.mp4')
  await ffmpeg('-stream_loop', '59', '-i', clip, '-c', 'copy', long)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function startServer(): ChildProcess {
  const script = fileURLToPath(new URL('./ladder-process.ts', import.meta.url))
  const args = ['--no-warnings', '--conditions=@kinora/source', script, long, join(folder, 'hls')]
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
}

describe('VIDEO-14 no child outlives the server', () => {
  test('even when the server is killed outright', async () => {
    const server = startServer()
    await new Promise(resolve => server.stdout!.once('data', resolve))
    const children = await descendants(server.pid!)
    const programs = await Promise.all(children.map(programOf))
    expect(programs.filter(name => name === 'ffmpeg')).toHaveLength(3)
    // They give way to it, whether the kernel weighs processes or groups of them.
    for (const [at, name] of programs.entries())
      if (name === 'ffmpeg') expect(await nicenessOf(children[at]!)).toEqual({ own: 10, group: 10 })
    server.kill('SIGKILL')
    await until(
      'every child is gone',
      async () => !(await Promise.all(children.map(isRunning))).some(Boolean),
    )
  })
})
