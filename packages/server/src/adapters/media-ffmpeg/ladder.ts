import { open, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type MediaPlaylist, parsePlaylist, sizeOfMedia } from '../../kernel/hls.ts'
import {
  type Ladder,
  type LadderRendition,
  type LadderStep,
  MediaError,
  type Picture,
} from '../../ports/media.ts'
import { encode, inspect, listFiles, makeFolder, portion } from './encode.ts'
import type { Engine, Rate, VideoStream } from './engine.ts'
import {
  audioFolder,
  canvasOf,
  constantFrameRate,
  displaySize,
  ladderHeights,
  ladderOutputs,
  noCanvas,
  scaledTo,
} from './plan.ts'

const master = 'master.m3u8'

/** Encodes all renditions in one run, then writes the master from what came out. */
export async function ladder(engine: Engine, step: LadderStep): Promise<Ladder> {
  const { source, targetFolder, signal } = step
  const found = await inspect(engine, source, signal)
  const { start, audio, duration } = found
  const video = step.audioOnly === true ? undefined : found.video
  if (video === undefined && audio === undefined) throw new MediaError('noAudio', 'there is no sound to play')
  return makeFolder(targetFolder, signal, async folder => {
    const outputs = ladderOutputs(folder, { video, audio, duration })
    await encode(
      engine,
      {
        source,
        start,
        video,
        audio,
        duration,
        canvas:
          video === undefined ? noCanvas : canvasOf(video, ladderHeights(displaySize(video).height)[0]!),
        outputs,
      },
      portion({ from: 0, to: 1, duration }, step),
    )
    const sound = audio && (await measureAudio(folder))
    const pictures = video === undefined ? [] : await measureVideo(folder, video)
    await writeFile(join(folder, master), masterPlaylist(pictures, sound))
    const renditions = pictures.map(each => describe(each, sound?.track))
    return {
      kind: video === undefined ? 'audio' : 'video',
      master,
      duration,
      renditions,
      skipped: found.skipped.map(({ kind, index, codec }) => `${kind} track ${index + 1} (${codec})`),
      files: await listFiles(folder),
    }
  })
}

async function measureAudio(folder: string): Promise<MasterAudio> {
  const playlist = `${audioFolder}/index.m3u8`
  return { playlist, track: await measureTrack(join(folder, playlist)) }
}

function measureVideo(folder: string, video: VideoStream): Promise<MasterRendition[]> {
  const shown = displaySize(video)
  const heights = ladderHeights(shown.height)
  return Promise.all(
    heights.map(async height => {
      const playlist = `${height}p/index.m3u8`
      const track = await measureTrack(join(folder, playlist))
      return { ...scaledTo(shown, height), playlist, rate: constantFrameRate(video), track }
    }),
  )
}

interface MeasuredTrack {
  duration: number
  /** Bits per second of the heaviest segment, and of all together. */
  peak: number
  average: number
  codec: string
}

/** Weighs a finished rendition: what its segments really take, and its codec as its own header states it. */
async function measureTrack(file: string): Promise<MeasuredTrack> {
  const playlist = parsePlaylist(await readFile(file, 'utf8'))
  const pieces = playlist.segments.map(({ range, duration }) => ({
    bits: range === undefined ? 0 : 8 * (range.end - range.start),
    duration,
  }))
  const counted = pieces.filter(({ duration }) => duration >= 2)
  const peak = Math.max(
    ...(counted.length > 0 ? counted : pieces).map(({ bits, duration }) => bits / duration),
  )
  const total = pieces.reduce((sum, { bits }) => sum + bits, 0)
  return {
    duration: playlist.duration,
    peak: Math.ceil(peak),
    average: Math.ceil(total / playlist.duration),
    codec: codecOf(await readHeader(file, playlist)),
  }
}

/** Throws `failed` where the playlist names other bytes than were written. */
async function readHeader(file: string, playlist: MediaPlaylist): Promise<Buffer> {
  const { init } = playlist
  const handle = await open(join(dirname(file), init?.path ?? ''))
  try {
    const { size } = await handle.stat()
    if (init?.range === undefined || sizeOfMedia(playlist) !== size)
      throw new MediaError('failed', `${init?.path} has ${size} bytes, its playlist ${sizeOfMedia(playlist)}`)
    const { start, end } = init.range
    return (await handle.read(Buffer.alloc(end - start), 0, end - start, start)).buffer
  } finally {
    await handle.close()
  }
}

/** RFC 6381: profile, constraints and level of H.264 from its configuration record; else AAC-LC. */
function codecOf(init: Buffer): string {
  const at = init.indexOf('avcC')
  return at < 0 ? 'mp4a.40.2' : `avc1.${init.toString('hex', at + 5, at + 8)}`
}

interface MasterRendition extends Picture {
  playlist: string
  rate: Rate
  track: MeasuredTrack
}

interface MasterAudio {
  playlist: string
  track: MeasuredTrack
}

/** What a player is promised about one rendition: its peak with the sound, and both codecs. */
function describe(rendition: MasterRendition, audio: MeasuredTrack | undefined): LadderRendition {
  const { playlist, width, height, track } = rendition
  const codecs = audio === undefined ? track.codec : `${track.codec},${audio.codec}`
  return { playlist, width, height, bandwidth: track.peak + (audio?.peak ?? 0), codecs }
}

/** The master playlist, written from what was measured. */
function masterPlaylist(renditions: readonly MasterRendition[], audio: MasterAudio | undefined): string {
  const head = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS']
  if (audio !== undefined && renditions.length === 0) return [...head, ...audioOnly(audio), ''].join('\n')
  const group = audio === undefined ? [] : [audioGroup(audio.playlist)]
  const streams = renditions.flatMap(rendition => {
    const { playlist, width, height, bandwidth, codecs } = describe(rendition, audio?.track)
    const average = rendition.track.average + (audio?.track.average ?? 0)
    const rate = (rendition.rate.num / rendition.rate.den).toFixed(3)
    const sound = audio === undefined ? '' : ',AUDIO="audio"'
    const facts = `BANDWIDTH=${bandwidth},AVERAGE-BANDWIDTH=${average},CODECS="${codecs}"`
    return [`#EXT-X-STREAM-INF:${facts},RESOLUTION=${width}x${height},FRAME-RATE=${rate}${sound}`, playlist]
  })
  return [...head, ...group, ...streams, ''].join('\n')
}

function audioGroup(playlist: string): string {
  const facts = 'TYPE=AUDIO,GROUP-ID="audio",NAME="Audio",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2"'
  return `#EXT-X-MEDIA:${facts},URI="${playlist}"`
}

function audioOnly({ playlist, track }: MasterAudio): string[] {
  const facts = `BANDWIDTH=${track.peak},AVERAGE-BANDWIDTH=${track.average},CODECS="${track.codec}"`
  return [`#EXT-X-STREAM-INF:${facts}`, playlist]
}
