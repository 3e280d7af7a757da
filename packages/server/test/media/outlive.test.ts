import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMedia } from '../../src/adapters/media.ts'
import { ffmpeg, makeClip } from './clips.ts'
import { descendants, isRunning } from './processes.ts'

let folder = ''
let long = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-media-'))
  const clip = await makeClip(join(folder, 'clip.mp4'), { seconds: 4 })
  long = join(folder, 'long.mp4')
  await ffmpeg('-stream_loop', '59', '-i', clip, '-c', 'copy', long)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function startServer(adapter: string): ChildProcess {
  const script = fileURLToPath(new URL('./ladder-process.ts', import.meta.url))
  const args = ['--no-warnings', '--conditions=@kinora/source', script, adapter, long, join(folder, adapter)]
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
}

describe('issue 2 §4: no child outlives the server', () => {
  it.each(['ffmpeg', 'node-av'])('even when the server is killed outright: %s', async adapter => {
    const server = startServer(adapter)
    await new Promise(resolve => server.stdout!.once('data', resolve))
    const children = await descendants(server.pid!)
    expect(children.length).toBeGreaterThan(0)
    server.kill('SIGKILL')
    await expect
      .poll(async () => (await Promise.all(children.map(isRunning))).some(Boolean), { timeout: 10_000 })
      .toBe(false)
  })
})

describe('issue 2 §4: which media port is taken', () => {
  it('ffmpeg from the PATH where there is one', async () => {
    expect((await findMedia())?.name).toMatch(/^ffmpeg \d/)
  })

  it('else the libraries that npm brings', async () => {
    expect((await findMedia(join(folder, 'no-ffmpeg-here')))?.name).toMatch(/^node-av \(FFmpeg \d/)
  })
})
