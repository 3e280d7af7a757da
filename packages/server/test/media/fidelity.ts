import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll } from 'vitest'
import { createFfmpegMedia } from '../../src/adapters/media-ffmpeg/index.ts'
import type { Ladder, MediaPort } from '../../src/ports/media.ts'
import { ffmpeg } from './clips.ts'

const execute = promisify(execFile)

/** What one test file works with: the port, a folder, and sources that it makes. */
export interface Bench {
  media: MediaPort
  at: (name: string) => string
  /** The ladder of a source, with the playlists of its sound and of its largest picture. */
  ladder: (source: string) => Promise<Ladder & { sound: string; picture: string }>
}

export function useBench(): Bench {
  const bench = {} as Bench
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-fidelity-'))
    bench.at = name => join(folder, name)
    bench.media = (await createFfmpegMedia())!
    bench.ladder = async source => {
      const targetFolder = bench.at(crypto.randomUUID())
      const made = await bench.media.ladder({ source, targetFolder })
      return {
        ...made,
        sound: `${targetFolder}/audio/index.m3u8`,
        picture: `${targetFolder}/${made.renditions[0]?.playlist}`,
      }
    }
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return bench
}

/** The files of `cases` were found in the field; everything else is made here. */
export const caseFile = (name: string): string => join(import.meta.dirname, 'cases', name)

export const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '24']
export const picture = (size: string, seconds: number, color = 'testsrc2') => [
  ...['-f', 'lavfi', '-i'],
  color === 'testsrc2'
    ? `testsrc2=size=${size}:rate=24:duration=${seconds}`
    : `color=c=${color}:size=${size}:rate=24:duration=${seconds}`,
]
export const tone = (pitch: number, seconds: number, rate = 48_000) => [
  ...['-f', 'lavfi', '-i', `sine=frequency=${pitch}:sample_rate=${rate}:duration=${seconds}`],
]

export interface Part {
  rate: number
  channels: number
}

/** Three seconds of 440 Hz and three of 880 Hz, each coded in its own way, one file after the other. */
export async function makeChange(
  target: string,
  codec: 'mp3' | 'aac',
  parts: readonly Part[],
): Promise<string> {
  const coded =
    codec === 'mp3' ? ['-c:a', 'libmp3lame', '-write_xing', '0', '-id3v2_version', '0'] : ['-c:a', 'aac']
  const whole: Buffer[] = []
  for (const [at, { rate, channels }] of parts.entries()) {
    const part = `${target}.${at}.${codec}`
    await ffmpeg(...tone(at === 0 ? 440 : 880, 3, rate), '-ac', String(channels), ...coded, part)
    whole.push(await readFile(part))
  }
  await writeFile(target, Buffer.concat(whole))
  return target
}

/** Red of one size, then blue of another, with one steady tone. */
export async function makeSizes(target: string, sizes: readonly [string, string]): Promise<string> {
  const raw: Buffer[] = []
  for (const [at, size] of sizes.entries()) {
    const part = `${target}.${at}.h264`
    await ffmpeg(...picture(size, 3, at === 0 ? 'red' : 'blue'), ...x264, '-f', 'h264', part)
    raw.push(await readFile(part))
  }
  await writeFile(`${target}.h264`, Buffer.concat(raw))
  const both = ['-r', '24', '-i', `${target}.h264`, ...tone(440, 6), '-map', '0', '-map', '1']
  await ffmpeg(...both, '-c:v', 'copy', '-c:a', 'aac', '-bsf:v', 'dump_extra=freq=keyframe', target)
  return target
}

/** The same film with another matrix in the header of its picture: how a telephone says how it was held. */
export async function withMatrix(
  source: string,
  target: string,
  [a, b, c, d]: readonly [number, number, number, number],
): Promise<string> {
  const bytes = await readFile(source)
  const at = bytes.indexOf('tkhd') + 44
  for (const [index, value] of [a, b, 0, c, d].entries()) bytes.writeInt32BE(value * 65_536, at + 4 * index)
  await writeFile(target, bytes)
  return target
}

export interface Moment {
  /** Root mean square, of 32,767. */
  loud: number
  pitch: number
}

/** Loudness and pitch of each half second. */
export async function momentsOf(file: string): Promise<Moment[]> {
  const raw = ['-map', '0:a:0', '-ac', '1', '-ar', '8000', '-f', 's16le', 'pipe:1']
  const { stdout } = await execute('ffmpeg', ['-v', 'fatal', '-i', file, ...raw], {
    encoding: 'buffer',
    maxBuffer: 1 << 26,
  })
  const samples = Array.from({ length: stdout.length >> 1 }, (_, at) => stdout.readInt16LE(2 * at))
  const halves = Array.from({ length: Math.floor(samples.length / 4000) }, (_, at) =>
    samples.slice(4000 * at, 4000 * (at + 1)),
  )
  return halves.map(half => {
    const crossings = half.filter((value, at) => at > 0 && value >= 0 !== half[at - 1]! >= 0).length
    return { loud: Math.sqrt(half.reduce((sum, value) => sum + value * value, 0) / 4000), pitch: crossings }
  })
}

/** The pitches that are heard, in turn, each half second that isn't on the seam of two; 0 for silence. */
export const pitchesOf = async (file: string): Promise<number[]> =>
  (await momentsOf(file)).map(({ loud, pitch }) => (loud < 20 ? 0 : Math.round(pitch / 20) * 20))

/** Seconds between packets of sound: least and most. */
export async function spacingOf(file: string): Promise<[number, number]> {
  const shown = ['-select_streams', 'a:0', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0']
  const { stdout } = await execute('ffprobe', ['-v', 'error', ...shown, file], { maxBuffer: 1 << 24 })
  const times = stdout.split('\n').map(Number.parseFloat).filter(Number.isFinite)
  const steps = times.slice(1).map((time, at) => time - times[at]!)
  return [Math.min(...steps), Math.max(...steps)]
}

/** The mean colour of a part of the picture at a time, as [red, green, blue]. */
export async function colourOf(
  file: string,
  at: number,
  crop = 'iw:ih:0:0',
): Promise<[number, number, number]> {
  const filter = `select=gte(t-${at}\\,0),crop=${crop},scale=1:1:flags=area:in_color_matrix=auto,format=rgb24`
  const one = ['-frames:v', '1', '-f', 'rawvideo', 'pipe:1']
  const { stdout } = await execute('ffmpeg', ['-v', 'fatal', '-i', file, '-vf', filter, ...one], {
    encoding: 'buffer',
  })
  return [stdout[0] ?? -1, stdout[1] ?? -1, stdout[2] ?? -1]
}

export async function tagsOf(file: string): Promise<string> {
  const shown = 'stream=pix_fmt,color_range,color_space,color_transfer,color_primaries'
  const args = ['-v', 'error', '-select_streams', 'v:0', '-show_entries', shown, '-of', 'csv=p=0', file]
  return (await execute('ffprobe', args)).stdout.trim().split('\n')[0]!
}
