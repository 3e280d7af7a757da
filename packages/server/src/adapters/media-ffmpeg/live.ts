import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join as pathOf } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parsePlaylist } from '../../kernel/hls.ts'
import {
  isMediaError,
  type LiveEncoding,
  type LiveHealth,
  type LiveMedia,
  type LiveRecord,
  type LiveSource,
  type LiveStep,
  MediaError,
  type SlateStep,
} from '../../ports/media.ts'
import { makeFile, makeFolder } from './encode.ts'
import type { Inspection } from './engine.ts'
import { displaySize, floorEven, kilobitsOf, ladderHeights } from './plan.ts'
import { run } from './program.ts'

interface Programs {
  program: string
  /** What ffprobe says of an FLV file. */
  look(file: string, signal?: AbortSignal): Promise<Inspection>
}

/** LIVE-06: one ffmpeg for each sender, fed through its stdin: it ends with its server, and writes what it still has. */
export function createLive({ program, look }: Programs): LiveMedia {
  return {
    look: async (file, signal) => toSource(await look(file, signal)),
    heights: ladderHeights,
    describe: height => ({ bandwidth: 1000 * (kilobitsOf(height) + AUDIO_KILOBITS), codecs }),
    encode: step => encode(program, step),
    slate: step => slate(program, step),
    record: openRecord,
    join: step => join(program, look, step),
  }
}

const quiet = ['-hide_banner', '-loglevel', 'warning']
const AUDIO_KILOBITS = 128
/** Main profile of level 4.2, which `rung` asks for whatever the size, and AAC-LC. */
const codecs = 'avc1.4d402a,mp4a.40.2'

function toSource({ video, audio }: Inspection): LiveSource {
  if (video === undefined) throw new MediaError('noVideo', 'the stream has no picture')
  const { num, den } = video.rate
  const fps = num > 0 && den > 0 ? num / den : 25
  return { ...displaySize(video), fps: Math.min(60, Math.round(fps)), hasAudio: audio !== undefined }
}

/** What must be the same for pieces to be one track without encoding. */
const formOf = ({ video, audio }: Inspection) => [
  ...[video?.codec, video?.width, video?.height, video?.pixelAspect],
  audio?.codec,
]

/** The key frames of all rungs lie at the same times: where segments are cut. */
function rung(height: number, { fps, segment }: { fps: number; segment: number }): string[] {
  const kilobits = kilobitsOf(height)
  return [
    ...[
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-tune',
      'zerolatency',
      '-profile:v',
      'main',
      '-level',
      '4.2',
    ],
    ...['-crf', '23', '-maxrate', `${kilobits}k`, '-bufsize', `${kilobits * 2}k`],
    ...['-g', String(Math.ceil(fps * segment)), '-sc_threshold', '0'],
    ...['-force_key_frames', `expr:gte(t,n_forced*${segment})`],
    ...['-c:a', 'aac', '-b:a', `${AUDIO_KILOBITS}k`, '-ar', '48000', '-ac', '2'],
  ]
}

/** One HLS rendition of picture and sound in a folder of its own, listed as it grows. */
function hls(folder: string, segment: number): string[] {
  return [
    ...['-map_metadata', '-1', '-f', 'hls', '-hls_time', String(segment), '-hls_list_size', '0'],
    ...['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', 'init.mp4'],
    ...['-hls_flags', 'independent_segments+temp_file', '-hls_segment_filename', pathOf(folder, '%05d.m4s')],
    ...[
      '-hls_segment_options',
      'use_editlist=0:movflags=+cmaf+negative_cts_offsets',
      pathOf(folder, 'index.m3u8'),
    ],
  ]
}

const sizeAt = ({ width, height: full }: LiveSource, height: number): string =>
  `${Math.max(2, 2 * Math.round((width * height) / full / 2))}:${floorEven(height)}`

function ladder(
  source: LiveSource,
  heights: readonly number[],
  { segment, workFolder }: Pick<LiveStep, 'segment' | 'workFolder'>,
) {
  const fps = source.fps > 31 ? source.fps / 2 : source.fps
  const labels = heights.map((_, nth) => `[in${nth}]`).join('')
  const scales = heights.map(
    (height, nth) =>
      `[in${nth}]scale=${sizeAt(source, height)}:flags=bicubic,setsar=1,format=yuv420p[out${nth}]`,
  )
  const graph = [`[0:v:0]fps=${fps},split=${heights.length}${labels}`, ...scales].join(';')
  const outputs = heights.flatMap((height, nth) => [
    ...['-map', `[out${nth}]`, '-map', source.hasAudio ? '0:a:0' : '1:a:0', '-shortest'],
    ...[...rung(height, { fps, segment }), ...hls(pathOf(workFolder, `${height}p`), segment)],
  ])
  return ['-filter_complex', graph, ...outputs]
}

const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo']

async function encode(program: string, step: LiveStep): Promise<LiveEncoding> {
  const { source, workFolder } = step
  const heights = ladderHeights(source.height)
  await rm(workFolder, { recursive: true, force: true })
  for (const height of heights) await mkdir(pathOf(workFolder, `${height}p`), { recursive: true })
  const args = [
    ...[
      ...quiet,
      '-nostats',
      '-progress',
      'pipe:1',
      '-analyzeduration',
      '1000000',
      '-f',
      'flv',
      '-i',
      'pipe:0',
    ],
    ...(source.hasAudio ? [] : silence),
    ...ladder(source, heights, step),
  ]
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  return follow(child, { heights, step })
}

/** Milliseconds between looks for segments. */
const LOOK = 200

function follow(
  child: ChildProcess,
  { heights, step }: { heights: readonly number[]; step: LiveStep },
): LiveEncoding {
  let printed = ''
  let health: LiveHealth = { dropped: 0 }
  child.stdin!.on('error', () => undefined)
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-8192)
  })
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    const dropped = [...text.matchAll(/^drop_frames=(\d+)/gm)].at(-1)?.[1]
    if (dropped !== undefined) health = { dropped: Number(dropped) }
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', cause =>
      reject(new MediaError('failed', 'the encoder could not be started', { cause })),
    )
    child.once('close', resolve)
  })
  let isOver = false
  const over = () => {
    isOver = true
  }
  ended.then(over, over)
  const segments = handOn(heights, step, ended)
  segments.catch(() => child.kill('SIGKILL'))
  return {
    heights,
    health: () => health,
    isOver: () => isOver,
    async write(bytes) {
      if (child.stdin!.destroyed || child.stdin!.write(bytes)) return
      await Promise.race([once(child.stdin!, 'drain'), ended]).catch(() => undefined)
    },
    async end() {
      child.stdin!.end()
      const code = await ended
      await segments
      if (code !== 0) throw new MediaError('failed', `the encoder ended with code ${code}`, { log: printed })
    },
  }
}

/** Hands on what all rungs have, in order, until the encoder has ended and nothing is left. */
async function handOn(
  heights: readonly number[],
  { workFolder, onSegment }: Pick<LiveStep, 'workFolder' | 'onSegment'>,
  ended: Promise<unknown>,
): Promise<void> {
  let isOver = false
  const over = ended.then(
    () => (isOver = true),
    () => (isOver = true),
  )
  for (let done = 0; ; ) {
    const wasOver = isOver
    const durations = await readDurations(workFolder, heights)
    if (done === 0 && durations.length > 0)
      await onSegment({ name: 'init', duration: 0, folder: await gather(workFolder, heights, 'init.mp4') })
    for (; done < durations.length; done++) {
      const name = nameOf(done)
      const folder = await gather(workFolder, heights, `${name}.m4s`)
      await onSegment({ name, duration: durations[done]!, folder })
    }
    if (wasOver) return
    await Promise.race([wait(LOOK), over])
  }
}

const nameOf = (nth: number): string => String(nth).padStart(5, '0')

/** The files of one segment of all rungs in a folder of its own. */
async function gather(workFolder: string, heights: readonly number[], file: string): Promise<string> {
  const [name, kind] = file.split('.') as [string, string]
  const folder = pathOf(workFolder, name)
  await mkdir(folder)
  for (const height of heights)
    await rename(pathOf(workFolder, `${height}p`, file), pathOf(folder, `${height}p.${kind}`))
  return folder
}

/** Seconds of the segments that all rungs have. */
async function readDurations(folder: string, heights: readonly number[]): Promise<number[]> {
  const lists = await Promise.all(
    heights.map(async height => {
      const text = await readFile(pathOf(folder, `${height}p`, 'index.m3u8'), 'utf8').catch(() => '')
      return parsePlaylist(text).segments
    }),
  )
  const [first = []] = lists
  const count = Math.min(...lists.map(list => list.length))
  return first.slice(0, count).map(({ duration }) => duration)
}

/** The disk has what was written some seconds ago, whatever happens to the machine. */
const SYNC = 5000

async function openRecord(file: string): Promise<LiveRecord> {
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(file, 'a')
  let synced = Date.now()
  return {
    async write(bytes) {
      await handle.appendFile(bytes)
      if (Date.now() - synced < SYNC) return
      synced = Date.now()
      await handle.datasync()
    },
    async close() {
      await handle.datasync()
      await handle.close()
    },
  }
}

/** Few pictures a second, since it stands still. */
const SLATE_FPS = 10
const slateSource: LiveSource = { width: 1920, height: 1080, fps: SLATE_FPS, hasAudio: false }

function slate(program: string, { picture, heights, segment, count, targetFolder, signal }: SlateStep) {
  const seconds = String(segment * count)
  const still = ['-protocol_whitelist', 'file', '-loop', '1', '-f', 'image2', '-framerate', String(SLATE_FPS)]
  const plain = ['-f', 'lavfi', '-i', `color=c=0x14161a:s=1280x720:r=${SLATE_FPS}`]
  return makeFolder(targetFolder, signal, async folder => {
    for (const height of heights) await mkdir(pathOf(folder, `${height}p`))
    const inputs = picture === undefined ? plain : [...still, '-i', picture]
    const graph = ladder(slateSource, heights, { segment, workFolder: folder })
    const timed = graph.flatMap(arg => (arg === '-shortest' ? ['-t', seconds] : [arg]))
    await run(program, [...quiet, ...inputs, ...silence, ...timed], { signal })
    await handOn(heights, { workFolder: folder, onSegment: async () => undefined }, Promise.resolve())
    for (const height of heights) await rm(pathOf(folder, `${height}p`), { recursive: true })
  })
}

/** Bytes of an FLV file that holds more than its beginning. */
const EMPTY = 1024

async function join(
  program: string,
  look: Programs['look'],
  { sources, target, signal }: Parameters<LiveMedia['join']>[0],
): Promise<boolean> {
  const pieces: { file: string; found: Inspection }[] = []
  for (const file of sources) {
    const size = await stat(file).then(
      facts => facts.size,
      () => 0,
    )
    const found = size < EMPTY ? undefined : await look(file, signal).catch(skipDamaged)
    if (found?.video !== undefined) pieces.push({ file, found })
  }
  const [first] = pieces
  if (first === undefined) return false
  const isSame = pieces.every(
    ({ found }) => JSON.stringify(formOf(found)) === JSON.stringify(formOf(first.found)),
  )
  await makeFile(target, signal, async path => {
    const list = `${path}.pieces`
    await writeFile(
      list,
      ['ffconcat version 1.0', ...pieces.map(({ file }) => `file '${file}'`), ''].join('\n'),
    )
    const args = isSame ? copied(list) : encodedAnew(pieces)
    await run(program, [...quiet, '-y', ...args, '-movflags', '+faststart', '-f', 'mp4', path], { signal })
  })
  return true
}

/** A piece that nothing can be read of is none; the others are kept. */
function skipDamaged(error: unknown): undefined {
  if (isMediaError(error) && error.reason === 'unreadable') return undefined
  throw error
}

const copied = (list: string): string[] => [
  ...['-f', 'concat', '-safe', '0', '-i', list, '-map', '0:v:0', '-map', '0:a:0?', '-c', 'copy'],
]

/** All pieces in the size of the first, with silence where one has no sound. */
function encodedAnew(pieces: readonly { file: string; found: Inspection }[]): string[] {
  const size = displaySize(pieces[0]!.found.video!)
  const [width, height] = [floorEven(size.width), floorEven(size.height)]
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:-1:-1,setsar=1,fps=30`
  const inputs = pieces.flatMap(({ file }) => ['-f', 'flv', '-i', file])
  const quietAt = pieces.length
  const chains = pieces.flatMap(({ found: { audio, duration } }, nth) => [
    `[${nth}:v:0]${fit},format=yuv420p[v${nth}]`,
    audio === undefined
      ? `[${quietAt}:a:0]atrim=0:${duration.toFixed(3)},asetpts=N/SR/TB[a${nth}]`
      : `[${nth}:a:0]aresample=48000:async=1,aformat=channel_layouts=stereo[a${nth}]`,
  ])
  const pairs = pieces.map((_, nth) => `[v${nth}][a${nth}]`).join('')
  const graph = [...chains, `${pairs}concat=n=${pieces.length}:v=1:a=1[v][a]`].join(';')
  return [
    ...[...inputs, ...silence, '-filter_complex', graph, '-map', '[v]', '-map', '[a]'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', '-c:a', 'aac', '-b:a', '160k'],
  ]
}
