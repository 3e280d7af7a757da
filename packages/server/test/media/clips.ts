import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { measured } from '../../../../scripts/times.ts'

const execute = promisify(execFile)

/** Runs the system's ffmpeg: the tests make their own media, so that nothing binary lies in the repository. */
export async function ffmpeg(...args: string[]): Promise<string> {
  const { stderr } = await measured('media', () =>
    execute('ffmpeg', ['-hide_banner', '-nostdin', '-y', ...args], { maxBuffer: 1 << 24 }),
  )
  return stderr
}

/** What ffmpeg makes with these arguments; the ending of the name says which format. */
export async function made(name: string, ...args: string[]): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-made-'))
  try {
    await ffmpeg(...args, join(folder, name))
    return new Uint8Array(await readFile(join(folder, name)))
  } finally {
    await rm(folder, { recursive: true })
  }
}

export interface ClipOptions {
  seconds: number
  size?: string
  rate?: string
  /** Of the tone in decibels; null for a clip without sound. */
  volume?: number | null
  extra?: string[]
}

/** A small MP4 of a moving test picture and a tone. */
export async function makeClip(target: string, options: ClipOptions): Promise<string> {
  const { seconds, size = '640x360', rate = '25', volume = -30, extra = [] } = options
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`]
  const tone = `sine=frequency=440:sample_rate=48000:duration=${seconds},volume=${volume}dB`
  const sound = volume === null ? [] : ['-f', 'lavfi', '-i', tone, '-c:a', 'aac', '-ac', '2']
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-movflags', '+faststart']
  await ffmpeg(...picture, ...sound, ...coded, ...extra, target)
  return target
}

export type Clips = Awaited<ReturnType<typeof makeClips>>

/** Everything the conformance suite feeds to a media port. */
export async function makeClips(folder: string) {
  await mkdir(folder, { recursive: true })
  const at = (name: string) => join(folder, name)
  const plain = await makeClip(at('plain.mp4'), { seconds: 6 })
  return {
    plain,
    large: await makeClip(at('large.mp4'), { seconds: 2, size: '1280x720', rate: '30000/1001' }),
    tiny: await makeClip(at('tiny.mp4'), { seconds: 2, size: '256x144', rate: '12' }),
    mute: await makeClip(at('mute.mp4'), { seconds: 2, size: '320x180', volume: null }),
    silent: await makeClip(at('silent.mp4'), { seconds: 4, size: '320x180', volume: -200 }),
    rotated: await makeRotated(at('rotated.mp4')),
    narrow: await makeClip(at('narrow.mp4'), { seconds: 2, size: '480x360', extra: ['-vf', 'setsar=4/3'] }),
    dark: await makeDarkStart(at('dark.mp4')),
    fragmented: await makeFragmented(plain, at('fragmented.mp4')),
    night: await makeNight(at('night.mp4')),
    broadcast: await makeBroadcast(at('broadcast.mp4')),
    long: await repeat(plain, at('long.mp4')),
    song: await makeSong(at('song.mp3'), 'libmp3lame'),
    raw: await makeSong(at('raw.aac'), 'aac'),
    ...(await makeBroken(at, plain)),
  }
}

/** A 360x640 picture stored upright that its header turns into 640x360, as telephones do. */
async function makeRotated(target: string): Promise<string> {
  const upright = await makeClip(`${target}.upright.mp4`, { seconds: 2, size: '360x640' })
  await ffmpeg('-i', upright, '-c', 'copy', '-metadata:s:v:0', 'rotate=90', target)
  return target
}

/** Black for its first 2 of 5 seconds: where a cover would first be looked for. */
async function makeDarkStart(target: string): Promise<string> {
  const black = ['-vf', "drawbox=t=fill:c=black:enable='lt(t,2)'"]
  return makeClip(target, { seconds: 5, size: '320x180', volume: null, extra: black })
}

async function makeNight(target: string): Promise<string> {
  return makeClip(target, {
    seconds: 2,
    size: '320x180',
    volume: null,
    extra: ['-vf', 'drawbox=t=fill:c=black'],
  })
}

/** Interlaced, in bursts of 25 frames a second with few between, heard from behind alone. */
async function makeBroadcast(target: string): Promise<string> {
  const behind = [440, 554].map(pitch => `0.05*sin(${pitch}*2*PI*t)`).join('|')
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=50:duration=3']
  const sound = ['-f', 'lavfi', '-i', `aevalsrc=0|0|0|0|${behind}:c=5.1:d=3`, '-c:a', 'aac']
  const fields = "tinterlace=interleave_top,fieldorder=tff,select='lt(t,1)+not(mod(n,5))'"
  const interlaced = ['-vf', fields, '-vsync', 'vfr', '-flags', '+ilme+ildct', '-x264opts', 'tff=1']
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
  await ffmpeg(...picture, ...sound, ...coded, ...interlaced, target)
  return target
}

/** As browsers record: in fragments, without an index to seek by. */
async function makeFragmented(source: string, target: string): Promise<string> {
  await ffmpeg('-i', source, '-c', 'copy', '-movflags', '+frag_keyframe+empty_moov', target)
  return target
}

/** Four minutes without encoding them: long enough to be stopped in the middle. */
async function repeat(source: string, target: string): Promise<string> {
  await ffmpeg('-stream_loop', '39', '-i', source, '-c', 'copy', target)
  return target
}

async function makeSong(target: string, codec: string): Promise<string> {
  const tone = 'sine=frequency=330:sample_rate=44100:duration=5,volume=-28dB'
  await ffmpeg('-f', 'lavfi', '-i', tone, '-c:a', codec, '-b:a', '96k', '-ac', '2', target)
  return target
}

async function makeBroken(at: (name: string) => string, plain: string) {
  const [cut, cutEarly, png, empty, playlist, noise] = [
    at('cut.mp4'),
    at('cut-early.mp4'),
    at('png.mp4'),
    at('empty.mp4'),
    at('playlist.mp4'),
    at('noise.mp4'),
  ] as const
  const { length } = await readFile(plain)
  await copyFile(plain, cut)
  await truncate(cut, Math.floor(length / 2))
  await ffmpeg('-i', plain, '-c', 'copy', cutEarly)
  await truncate(cutEarly, Math.floor(length / 2))
  await ffmpeg(
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=320x180',
    '-frames:v',
    '1',
    '-f',
    'image2',
    '-c:v',
    'png',
    png,
  )
  await writeFile(empty, '')
  await writeFile(playlist, `#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n${plain}\n#EXT-X-ENDLIST\n`)
  await writeFile(noise, Buffer.alloc(20_000, 'this is no film '))
  const [boxes, greedy] = [at('boxes.mp4'), at('greedy.mp4')]
  await writeFile(boxes, await makeBoxes())
  await writeFile(greedy, toGreedy(await readFile(plain)))
  return { cut, cutEarly, png, empty, playlist, noise, boxes, greedy }
}

/** Two megabytes of empty boxes behind a good beginning. */
export async function makeBoxes(): Promise<Uint8Array<ArrayBuffer>> {
  const opening = Buffer.from('00000010667479706d70343200000000', 'hex')
  return new Uint8Array(
    Buffer.concat([opening, Buffer.alloc(2 << 20, Buffer.from('0000000866726565', 'hex'))]),
  )
}

/** Its index asks for more memory than there is. */
export function toGreedy(film: Buffer): Buffer {
  film.writeUInt32BE(0x0fffffff, film.indexOf('stts') + 8)
  return film
}
