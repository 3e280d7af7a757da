import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ffmpeg } from './clips.ts'

const execute = promisify(execFile)

async function ffprobe(file: string, ...args: string[]): Promise<string> {
  const { stdout } = await execute('ffprobe', ['-v', 'error', ...args, '-of', 'csv=p=0', file])
  return stdout.trim()
}

/** What the system's ffprobe says of a file or playlist: an opinion that no adapter had a hand in. */
export async function pictureOf(file: string): Promise<{ width: number; height: number; frames: number }> {
  const shown = [
    '-select_streams',
    'v:0',
    '-count_frames',
    '-show_entries',
    'stream=width,height,nb_read_frames',
  ]
  const [width = 0, height = 0, frames = 0] = (await ffprobe(file, ...shown)).split(/[,\n]/).map(Number)
  return { width, height, frames }
}

/** The times at which the picture can be entered. */
export async function keyFramesOf(file: string): Promise<number[]> {
  const shown = ['-select_streams', 'v:0', '-skip_frame', 'nokey', '-show_entries', 'frame=pts_time']
  return (await ffprobe(file, ...shown))
    .split(/[,\n]+/)
    .filter(text => text !== '')
    .map(Number)
}

export async function soundOf(file: string): Promise<string> {
  return ffprobe(file, '-select_streams', 'a:0', '-show_entries', 'stream=codec_name,sample_rate,channels')
}

export async function durationOf(file: string): Promise<number> {
  return Number(await ffprobe(file, '-show_entries', 'format=duration'))
}

/** Integrated loudness in LUFS, by another filter than the one that set it. */
export async function loudnessOf(file: string): Promise<number> {
  const printed = await ffmpeg('-i', file, '-map', '0:a:0', '-af', 'ebur128', '-f', 'null', '-')
  return Number([...printed.matchAll(/I:\s+(-?[\d.]+) LUFS/g)].at(-1)?.[1])
}

/** A digest of the coded picture, whatever container it lies in. */
export async function pictureDigest(file: string): Promise<string> {
  const args = ['-map', '0:v:0', '-c', 'copy', '-bsf:v', 'h264_mp4toannexb', '-f', 'md5', 'pipe:1']
  const { stdout } = await execute('ffmpeg', ['-v', 'error', '-i', file, ...args])
  return stdout.trim()
}

/** How alike two pictures are as they are shown, in decibels; about 10 when one is turned, above 25 when they agree. */
export async function likeness(one: string, other: string): Promise<number> {
  const shown = (input: number) =>
    `[${input}:v]scale=320:180:flags=area:in_color_matrix=auto:in_range=auto,format=rgb24[v${input}]`
  const graph = `${shown(0)};${shown(1)};[v0][v1]psnr`
  const printed = await ffmpeg('-i', one, '-i', other, '-frames:v', '10', '-lavfi', graph, '-f', 'null', '-')
  const [, decibels] = /average:([\d.]+|inf)/.exec(printed) ?? []
  return decibels === 'inf' ? Number.POSITIVE_INFINITY : Number(decibels)
}

/** The part of the frames that are two halves of different moments; chance makes some of a test picture look so. */
export async function interlacedPart(file: string): Promise<number> {
  const printed = await ffmpeg('-i', file, '-map', '0:v:0', '-vf', 'idet', '-f', 'null', '-')
  const [, top, bottom, whole] = /Multi frame detection: TFF:\s*(\d+) BFF:\s*(\d+) Progressive:\s*(\d+)/
    .exec(printed)!
    .map(Number)
  return (top! + bottom!) / (top! + bottom! + whole!)
}

/** Mean lightness, 0 to 255. */
export async function lightnessOf(image: string): Promise<number> {
  const grey = ['-vf', 'scale=1:1:flags=area,format=gray', '-f', 'rawvideo', 'pipe:1']
  const { stdout } = await execute('ffmpeg', ['-v', 'error', '-i', image, ...grey], { encoding: 'buffer' })
  return stdout[0] ?? 0
}

/** Where a fragment says that its first frame is shown, in the track's own ticks: decode time plus offset. */
export function firstTick(bytes: Buffer): number {
  const decode = bytes.indexOf('tfdt')
  const time =
    bytes[decode + 4] === 1 ? Number(bytes.readBigUInt64BE(decode + 8)) : bytes.readUInt32BE(decode + 8)
  const run = bytes.indexOf('trun')
  const flags = bytes.readUIntBE(run + 5, 3)
  if ((flags & 0x800) === 0) return time
  const skipped = [0x1, 0x4, 0x100, 0x200, 0x400].filter(flag => (flags & flag) !== 0).length
  return time + bytes.readInt32BE(run + 12 + 4 * skipped)
}
