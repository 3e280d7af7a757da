import { copyFile } from 'node:fs/promises'
import type {
  CoverStep,
  Normalised,
  Picture,
  PictureStep,
  RenditionStep,
  StepOptions,
  VideoInfo,
} from '../../ports/media.ts'
import { type FileStep, isMediaError, MediaError, type MediaInfo, type MediaPort } from '../../ports/media.ts'
import { coverSize, coverTasks, pictureTask } from './cover.ts'
import { encode, inspect, portion } from './encode.ts'
import type { Engine, Inspection } from './engine.ts'
import { ladder } from './ladder.ts'
import { type LoudnessReport, measuringFilter, parseLoudness, secondPass } from './loudness.ts'
import { type Measure, measureHere } from './measure.ts'
import { audioTrack, canvasOf, displaySize, mp4Output, noCanvas, videoTrack } from './plan.ts'
import { checkWhole } from './whole.ts'
import { makeFile } from './workspace.ts'

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
