import { execFile } from 'node:child_process'
import type { Machine } from '../kernel/world.ts'

/** What `kinora doctor` looks at on this machine. */
export async function readMachine(): Promise<Machine> {
  return { node: process.versions.node, ffmpeg: await ffmpegVersion() }
}

function ffmpegVersion(): Promise<string | undefined> {
  return new Promise(resolve => {
    execFile('ffmpeg', ['-hide_banner', '-version'], { timeout: 5_000 }, (error, stdout) => {
      resolve(error === null ? stdout.split('\n', 1)[0]?.replace(/ Copyright.*/, '') : undefined)
    })
  })
}
