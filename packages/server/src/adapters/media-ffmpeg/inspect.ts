import * as z from 'zod'
import { MediaError } from '../../ports/media.ts'
import { toRotation } from './conform.ts'
import type { Inspection, Rate, VideoStream } from './engine.ts'

const Stream = z.object({
  index: z.number(),
  codec_type: z.string().optional(),
  codec_name: z.string().default('unknown'),
  width: z.number().default(0),
  height: z.number().default(0),
  sample_aspect_ratio: z.string().default('1:1'),
  avg_frame_rate: z.string().default('0/0'),
  r_frame_rate: z.string().default('0/0'),
  field_order: z.string().default('unknown'),
  color_space: z.string().optional(),
  color_transfer: z.string().default('unknown'),
  color_primaries: z.string().default('unknown'),
  start_time: z.string().default('0'),
  duration: z.string().optional(),
  disposition: z.object({ attached_pic: z.number().default(0), default: z.number().default(0) }).optional(),
  side_data_list: z.array(z.object({ displaymatrix: z.string().optional() })).default([]),
})
type Stream = z.infer<typeof Stream>

const Printed = z.object({
  streams: z.array(Stream).default([]),
  format: z.object({
    format_name: z.string(),
    start_time: z.string().default('0'),
    duration: z.string().default('0'),
    bit_rate: z.string().default('0'),
  }),
})

/** Reads what ffprobe prints as JSON; `decodable` are the codecs that this ffmpeg can read. */
export function parseInspection(printed: string, decodable: ReadonlySet<string>): Inspection {
  const parsed = Printed.safeParse(safeJson(printed))
  if (!parsed.success)
    throw new MediaError('unreadable', 'ffprobe found no container', { log: printed.slice(0, 2000) })
  const { streams, format } = parsed.data
  const name = format.format_name.includes('mp4') ? 'mp4' : (format.format_name.split(',')[0] ?? '')
  const start = Number(format.start_time) || 0
  const pictures = streams.filter(each => each.codec_type === 'video' && each.disposition?.attached_pic !== 1)
  const sounds = streams.filter(each => each.codec_type === 'audio')
  const isDecodable = ({ codec_name }: Stream) => decodable.has(codec_name)
  const [video, audio] = [pictures, sounds].map(tracks => choose(tracks, isDecodable))
  const skipped = [...pictures, ...sounds].filter(each => !isDecodable(each))
  if (streams.length > 0 && skipped.length > 0 && video === undefined && audio === undefined)
    throw new MediaError(
      'unreadable',
      `nothing can decode ${skipped.map(each => each.codec_name).join(', ')}`,
    )
  // Only MP4 says it track by track; elsewhere it is a guess from the bit rate.
  const endOf = ({ start_time, duration }: Stream): number | undefined =>
    name === 'mp4' && duration !== undefined ? Number(start_time) - start + Number(duration) : undefined
  return {
    format: name,
    start,
    duration: Number(format.duration) || 0,
    bitrate: Number(format.bit_rate) || 0,
    skipped: skipped.map(({ index, codec_name, codec_type }) => ({
      kind: codec_type === 'video' ? 'video' : 'audio',
      index,
      codec: codec_name,
    })),
    video: video && { ...toVideo(video), end: endOf(video) },
    audio: audio && {
      index: audio.index,
      codec: audio.codec_name,
      end: endOf(audio),
      isTimed: name !== 'mp3' && name !== 'aac',
    },
  }
}

/** Of those that can be decoded the first that the file has switched on, else the first. */
function choose(tracks: readonly Stream[], isDecodable: (track: Stream) => boolean): Stream | undefined {
  const good = tracks.filter(isDecodable)
  return good.find(({ disposition }) => disposition?.default === 1) ?? good[0]
}

function toVideo(stream: Stream): Omit<VideoStream, 'end'> {
  const { index, width, height, color_space, color_transfer, color_primaries } = stream
  const matrix = stream.side_data_list.find(({ displaymatrix }) => displaymatrix !== undefined)
  return {
    index,
    codec: stream.codec_name,
    width,
    height,
    rotation: toRotation(parseMatrix(matrix?.displaymatrix)),
    matrix: matrices[color_space ?? ''],
    isWide: ['smpte2084', 'arib-std-b67'].includes(color_transfer) || color_primaries === 'bt2020',
    pixelAspect: toRate(stream.sample_aspect_ratio),
    rate: toRate(stream.avg_frame_rate),
    peakRate: toRate(stream.r_frame_rate),
    fields: fieldOrders[stream.field_order] ?? 'unknown',
  }
}

/** `00000000: -65536 0 0` and so on: the turning part is the first two of the first two rows. */
function parseMatrix(text = ''): readonly [number, number, number, number] {
  const rows = [...text.matchAll(/^\d+:\s+(-?\d+)\s+(-?\d+)/gm)].map(([, x, y]) => [Number(x), Number(y)])
  const [[a, b] = [1, 0], [c, d] = [0, 1]] = rows as [number, number][]
  return [a, b, c, d]
}

const matrices: Readonly<Record<string, string>> = {
  bt709: 'bt709',
  smpte170m: 'smpte170m',
  bt470bg: 'bt470',
  fcc: 'fcc',
  smpte240m: 'smpte240m',
  bt2020nc: 'bt2020',
  bt2020c: 'bt2020',
}

const fieldOrders: Readonly<Record<string, VideoStream['fields']>> = {
  progressive: 'progressive',
  tt: 'interlaced',
  bb: 'interlaced',
  tb: 'interlaced',
  bt: 'interlaced',
}

function toRate(text: string): Rate {
  const [num = 0, den = 0] = text.split(/[:/]/).map(Number)
  return { num, den }
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
