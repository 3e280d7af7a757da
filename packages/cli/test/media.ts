import { randomFillSync } from 'node:crypto'
import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeClip } from '../../server/test/media/clips.ts'

export const mediaFolder = (): string => mkdtempSync(join(tmpdir(), 'kinora-media-'))

/** A playable 16:9 clip of a second; `size` bytes more in a box that players skip, so that it takes several chunks. */
export async function clip(path: string, padding = 0, size = '320x180'): Promise<string> {
  await makeClip(path, { seconds: 1, size, rate: '10' })
  if (padding > 0) appendFileSync(path, freeBox(padding))
  return path
}

/** A cover of exactly 16:9. */
export async function cover(path: string, size = '320x180'): Promise<string> {
  const { ffmpeg } = await import('../../server/test/media/clips.ts')
  await ffmpeg('-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=1:duration=1`, '-frames:v', '1', path)
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
