import { execFile } from 'node:child_process'
import { setFlagsFromString } from 'node:v8'
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

/**
 * From now on the engine's memory for short-lived things stays as large as it is, instead of doubling up to 64 MB and
 * more: what reads a file of any length piece by piece leaves nothing but garbage, which is as cheap to clear often.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}
