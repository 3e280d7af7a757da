import { openAsBlob } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { probeMedia } from '@kinora/core/media'
import {
  type CoverStep,
  type FileStep,
  isMediaError,
  type Loudness,
  MediaError,
  type MediaInfo,
  type MediaPort,
  type Normalised,
  type Picture,
  type PictureStep,
  type RenditionStep,
  type StepOptions,
  type VideoInfo,
} from '../../ports/media.ts'
import { conformVideo } from './conform.ts'
import { encode, inspect, makeFile, portion } from './encode.ts'
import type { AudioStream, Engine, Inspection, StillTask, VideoStream } from './engine.ts'
import { ladder } from './ladder.ts'
import {
  audioTrack,
  canvasOf,
  displaySize,
  floorEven,
  mp4Output,
  noCanvas,
  padAudioGaps,
  videoTrack,
} from './plan.ts'
import { checkWhole } from './whole.ts'

/** All that is the same whichever FFmpeg does the work: judging the source, planning, naming, replacing, checking. */
export function createMedia(program: Engine, measure = measureHere): MediaPort {
  const engine = measuredBy(measure, program)
  return {
    name: engine.name,
    probe: (file, signal) => finish({}, async () => toInfo(await inspect(engine, file, signal))),
    normalise: step => finish(step, () => normalise(engine, step)),
    ladder: step => finish(step, () => ladder(engine, step)),
    rendition: step => finish(step, () => rendition(engine, step)),
    cover: step => finish(step, () => cover(engine, step)),
    picture: step => finish(step, () => picture(engine, step)),
  }
}

/** A program guesses from headers and bit rates how long a file is; what was measured is right wherever it can be. */
function measuredBy(measure: Measure, engine: Engine): Engine {
  return {
    ...engine,
    async inspect(file, signal) {
      const found = await engine.inspect(file, signal)
      return { ...found, duration: (await measure(file, signal)) ?? found.duration }
    },
  }
}

/** Says that all is done, and turns whatever else went wrong (a full disk, say) into the port's one error. */
async function finish<T>({ onProgress }: StepOptions, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work()
    onProgress?.(1)
    return result
  } catch (cause) {
    if (isMediaError(cause)) throw cause
    throw new MediaError('failed', cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

function toInfo({ format, duration, bitrate, video, audio }: Inspection): MediaInfo {
  const facts = { container: format, duration, bitrate }
  if (video === undefined) return { ...facts, kind: 'audio', audioCodec: audio!.codec }
  const fps = video.rate.den > 0 ? video.rate.num / video.rate.den : 0
  const codecs = { videoCodec: video.codec, audioCodec: audio?.codec }
  return { ...facts, ...displaySize(video), kind: 'video', fps, ...codecs }
}

async function normalise(engine: Engine, step: FileStep): Promise<Normalised> {
  const { source, target, signal } = step
  const found = await inspect(engine, source, signal)
  const heard = await listen(engine, found, step)
  return makeFile(target, signal, async path => {
    if (heard === undefined) {
      await copyFile(source, path)
      return { changed: false, why: found.audio === undefined ? 'noAudio' : 'silent' }
    }
    const { start, video, audio, duration } = found
    const outputs = [mp4Output(path, video && 'copy', audioTrack(audio!, secondPass(heard)))]
    const options = portion({ from: 0.5, to: 1, duration }, step)
    await encode(engine, { source, start, video, audio, duration, canvas: noCanvas, outputs }, options)
    checkWhole((await inspect(engine, path, signal)).duration, duration)
    return { changed: true, measured: heard.measured }
  })
}

/** The first pass; undefined where there is nothing to hear. */
async function listen(
  engine: Engine,
  found: Inspection,
  step: FileStep,
): Promise<LoudnessReport | undefined> {
  const { audio, duration } = found
  if (audio === undefined) return undefined
  const task = { source: step.source, audio, duration, filter: measuringFilter(audio) }
  return parseLoudness(await engine.loudness(task, portion({ from: 0, to: 0.5, duration }, step)))
}

async function rendition(engine: Engine, step: RenditionStep): Promise<VideoInfo> {
  const { source, target, height, signal } = step
  const { start, video, audio, duration } = await inspect(engine, source, signal)
  if (video === undefined) throw new MediaError('noVideo', 'there is no picture to show')
  return makeFile(target, signal, async path => {
    const outputs = [mp4Output(path, videoTrack(video, height, duration), audio && audioTrack(audio))]
    const options = portion({ from: 0, to: 1, duration }, step)
    const canvas = canvasOf(video, height)
    await encode(engine, { source, start, video, audio, duration, canvas, outputs }, options)
    const made = toInfo(await inspect(engine, path, signal))
    if (made.kind !== 'video') throw new MediaError('failed', 'the rendition came out without a picture')
    return made
  })
}

async function cover(engine: Engine, { source, target, signal, at, width }: CoverStep): Promise<Picture> {
  const { video, duration } = await inspect(engine, source, signal)
  if (video === undefined) throw new MediaError('noVideo', 'there is no picture to take a cover from')
  return makeFile(target, signal, async path => {
    for (const task of coverTasks({ source, video, duration, target: path, at, width })) {
      if (await engine.still(task, { signal })) return coverSize(displaySize(video), width)
    }
    throw new MediaError('unreadable', 'no frame could be read')
  })
}

async function picture(engine: Engine, step: PictureStep): Promise<void> {
  const { target, signal } = step
  await makeFile(target, signal, async path => {
    if (await engine.still(pictureTask({ ...step, target: path }), { signal })) return
    throw new MediaError('unreadable', 'the picture could not be read')
  })
}

const frames = 24
const longest = 60
/** Seconds that one frame may be shown for. */
const longestGap = 10

/** The largest 16:9 picture inside the source, at most 1920 wide by default, never enlarged. */
export function coverSize(source: Picture, most = 1920): Picture {
  const width = floorEven(Math.min(most, source.width, (source.height * 16) / 9))
  return { width, height: Math.min(floorEven(source.height), 2 * Math.round((width * 9) / 32)) }
}

interface CoverJob {
  source: string
  video: VideoStream
  duration: number
  target: string
  at?: number | undefined
  width?: number | undefined
}

/** The tries, best first: the frame that is named; else one typical of the first third; any that isn't dark; any at all. */
export function coverTasks({ source, video, duration, target, at, width }: CoverJob): StillTask[] {
  const shown = { video, width }
  if (at !== undefined)
    return at < duration
      ? [{ source, video, start: at, length: longestGap, filter: filter(shown), target }]
      : []
  const part = (from: number, to: number, bright: boolean): StillTask => {
    const length = Math.min(longest, duration * (to - from))
    return {
      source,
      video,
      start: duration * from,
      length,
      filter: filter(shown, { length, bright }),
      target,
    }
  }
  return [part(0.1, 0.3, true), part(0.3, 0.6, true), part(0, 1, true), part(0, 1, false)]
}

/** A smaller copy of a JPEG; of one that is small enough, a copy of its size. */
function pictureTask({ source, target, width }: PictureStep): StillTask {
  const scaled = `scale=w='min(${width},iw)':h=-1:flags=lanczos:out_range=full`
  const filter = `${scaled},setsar=1,format=yuvj420p`
  return {
    source,
    format: 'jpeg_pipe',
    video: { index: 0 },
    start: 0,
    length: 1,
    filter,
    target,
  }
}

/**
 * The first frame in shape, or one that is looked for: `metadata` lets through what is brighter than a fade from black,
 * `thumbnail` takes the most typical of those.
 */
function filter(
  { video, width: most }: Pick<CoverJob, 'video' | 'width'>,
  search?: { length: number; bright: boolean },
): string {
  const shown = canvasOf(video, Number.POSITIVE_INFINITY)
  const { width, height } = coverSize(shown, most)
  const factor = Math.max(width / shown.width, height / shown.height)
  const scaled = [
    Math.max(width, Math.round(shown.width * factor)),
    Math.max(height, Math.round(shown.height * factor)),
  ]
  const light = 'signalstats,metadata=mode=select:key=lavfi.signalstats.YAVG:value=40:function=greater'
  const rate = Math.min(25, Math.max(0.2, frames / Math.max(search?.length ?? 0, 0.1)))
  return [
    `${conformVideo(video, shown)},${search ? `fps=${rate.toFixed(3)}:round=up,` : ''}scale=${scaled.join(':')}:flags=bicubic`,
    `crop=${width}:${height}`,
    'setsar=1',
    'format=yuv420p',
    ...(search?.bright ? [light] : []),
    ...(search ? [`thumbnail=n=${frames}`] : []),
    // JPEG knows one matrix.
    'scale=in_color_matrix=bt709:out_color_matrix=bt601:out_range=full',
    'format=yuvj420p',
  ].join(',')
}

/** VIDEO-05: where EBU R128 normalising brings the sound to. */
const goal = 'loudnorm=I=-16:TP=-1.5:LRA=11'

const measuringFilter = (audio: AudioStream): string => `${padAudioGaps(audio)},${goal}:print_format=json`

interface LoudnessReport {
  measured: Loudness
  threshold: number
  offset: number
}

/** Reads the report of the first pass from what FFmpeg printed; undefined for silence, which no gain can lift. */
function parseLoudness(printed: string): LoudnessReport | undefined {
  const block = /\{[^{}]*"input_i"[^{}]*\}/.exec(printed)?.[0]
  if (block === undefined) throw new MediaError('failed', 'the loudness was not reported', { log: printed })
  const values = JSON.parse(block) as Record<string, string | undefined>
  const [integrated, range, truePeak, threshold, offset] = [
    values.input_i,
    values.input_lra,
    values.input_tp,
    values.input_thresh,
    values.target_offset,
  ].map(Number) as [number, number, number, number, number]
  if (![integrated, range, truePeak, threshold, offset].every(Number.isFinite)) return undefined
  return integrated <= -70 ? undefined : { measured: { integrated, range, truePeak }, threshold, offset }
}

/** The second pass, told what the first one heard, so that one gain fits all wherever the peaks leave room. */
function secondPass({ measured, threshold, offset }: LoudnessReport): string {
  const heard = `measured_I=${measured.integrated}:measured_TP=${measured.truePeak}:measured_LRA=${measured.range}`
  return `${goal}:${heard}:measured_thresh=${threshold}:offset=${offset}:linear=true,`
}

/**
 * Seconds of a file as an upload's check finds them, since headers may say nothing of it, or too much; undefined for files
 * that no upload may be.
 */
export type Measure = (file: string, signal?: AbortSignal) => Promise<number | undefined>

/** In this thread, for files that are known to be harmless. */
const measureHere: Measure = async file => (await probeMedia(await openAsBlob(file))).info?.duration
