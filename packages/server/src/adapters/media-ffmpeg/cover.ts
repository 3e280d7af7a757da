import type { Picture, PictureStep } from '../../ports/media.ts'
import type { StillTask, VideoStream } from './engine.ts'
import { evenPicture } from './even.ts'
import { canvasOf, floorEven } from './plan.ts'

const frames = 24
const longest = 60
/** Seconds that one frame may be shown for. */
const longestGap = 10

/** The largest 16:9 picture inside the source, at most 1920 wide unless told, never enlarged. */
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
export function pictureTask({ source, target, width }: PictureStep): StillTask {
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
    `${evenPicture(video, shown)},${search ? `fps=${rate.toFixed(3)}:round=up,` : ''}scale=${scaled.join(':')}:flags=bicubic`,
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
