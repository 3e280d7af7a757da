import * as z from 'zod'
import { MediaError } from '../../ports/media.ts'
import type { Inspection, Rate, VideoStream } from '../media/engine.ts'

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
  disposition: z.object({ attached_pic: z.number().default(0) }).optional(),
  side_data_list: z.array(z.object({ rotation: z.number().optional() })).default([]),
})

const Printed = z.object({
  streams: z.array(Stream).default([]),
  format: z.object({
    format_name: z.string(),
    duration: z.string().default('0'),
    bit_rate: z.string().default('0'),
  }),
})

/** Reads what ffprobe prints as JSON. */
export function parseInspection(printed: string): Inspection {
  const parsed = Printed.safeParse(safeJson(printed))
  if (!parsed.success)
    throw new MediaError('unreadable', 'ffprobe found no container', { log: printed.slice(0, 2000) })
  const { streams, format } = parsed.data
  const video = streams.find(each => each.codec_type === 'video' && each.disposition?.attached_pic !== 1)
  const audio = streams.find(each => each.codec_type === 'audio')
  return {
    format: format.format_name.includes('mp4') ? 'mp4' : (format.format_name.split(',')[0] ?? ''),
    duration: Number(format.duration) || 0,
    bitrate: Number(format.bit_rate) || 0,
    video: video && toVideo(video),
    audio: audio && { index: audio.index, codec: audio.codec_name },
  }
}

function toVideo(stream: z.infer<typeof Stream>): VideoStream {
  const { index, width, height } = stream
  const turned = stream.side_data_list.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0
  const quarter = ((Math.round(-turned / 90) % 4) + 4) % 4
  const rotation = ([0, 90, 180, 270] as const)[quarter] ?? 0
  const pixelAspect = toRate(stream.sample_aspect_ratio)
  return {
    index,
    codec: stream.codec_name,
    width,
    height,
    rotation,
    pixelAspect,
    rate: toRate(stream.avg_frame_rate),
    peakRate: toRate(stream.r_frame_rate),
    fields: fieldOrders[stream.field_order] ?? 'unknown',
  }
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
