import { randomFillSync } from 'node:crypto'
import { appendFileSync, copyFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ffmpeg, makeClip } from '../../server/test/media/clips.ts'
import { template } from '../../server/test/template.ts'

export const mediaFolder = (): string => mkdtempSync(join(tmpdir(), 'kinora-media-'))

/** A playable clip of a second without sound, 16:9 unless it says otherwise; `padding` bytes more in a box that players skip, so that it takes several chunks. */
export async function clip(path: string, padding = 0, size = '320x180'): Promise<string> {
  const make = (target: string) =>
    makeClip(target, { seconds: 1, size, rate: '10', volume: null, extra: ['-f', 'mp4'] }).then(
      () => undefined,
    )
  copyFileSync(await template(`clip-${size}`, '1', make), path)
  if (padding > 0) appendFileSync(path, freeBox(padding))
  return path
}

/** A cover of exactly 16:9 unless it says otherwise. */
export async function cover(path: string, size = '320x180'): Promise<string> {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=1:duration=1`, '-frames:v', '1']
  const make = (target: string) => ffmpeg(...picture, '-f', 'mjpeg', target).then(() => undefined)
  copyFileSync(await template(`cover-${size}`, '1', make), path)
  return path
}

export function textFile(path: string, content: string | Uint8Array): string {
  writeFileSync(path, content)
  return path
}

function freeBox(size: number): Buffer {
  const box = randomFillSync(Buffer.alloc(size))
  box.writeUInt32BE(size, 0)
  box.write('free', 4, 'latin1')
  return box
}

/** What a title of the demo's tenant needs beside its files to be published. */
export const readyFlags = [
  ...['--description', 'Slow and calm.', '--category', 'strength', '--language', 'en-GB', '--skill', '3'],
  ...['--intensity', '4', '--equipment', 'Mat', '--channel', 'Pulse House Originals'],
  ...['--release-date', '2026-11-20'],
]
