import type { Picture } from '../../ports/media.ts'
import type { VideoStream } from './engine.ts'

/**
 * The one stage before everything else: whatever the source holds, and however it changes inside the file, comes out of it as
 * upright pictures of one size with square pixels in BT.709, and as stereo sound of 48 kHz, each with the source's own times.
 * Its filters keep no state, because FFmpeg starts them anew wherever the source changes; what counts time stands behind it, in
 * a process of its own (decision 0079).
 */
export function conformVideo(video: VideoStream, canvas: Picture): string {
  const { width, height } = canvas
  const side = (most: string, other: string) => `2*round(min(${most}\\,${other})/2)`
  const size = `w=${side(String(width), `${height}*dar`)}:h=${side(String(height), `${width}/dar`)}`
  const steps = [
    ...(video.fields === 'progressive' ? [] : [deinterlaced(video)]),
    ...upright[video.rotation],
    video.isWide
      ? `scale=${size}:flags=bicubic,${toneMapped}`
      : `scale=${size}:flags=bicubic+accurate_rnd+full_chroma_int:${toBt709(video)}`,
    'format=yuv420p',
    `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`,
    'setsar=1',
    bt709,
  ]
  return steps.join(',')
}

export const conformAudio =
  'aresample=48000,aformat=sample_fmts=flt:sample_rates=48000:channel_layouts=stereo'

export const bt709 = 'setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv'

const deinterlaced = ({ fields }: VideoStream): string =>
  `bwdif=mode=send_frame:deint=${fields === 'interlaced' ? 'all' : 'interlaced'}`

/** The eight ways a picture may lie in its file, by the signs of its matrix (a, b, c, d), and what sets it upright. */
export type Rotation = keyof typeof upright
const upright = {
  none: [],
  mirrored: ['hflip'],
  half: ['hflip', 'vflip'],
  flipped: ['vflip'],
  clockwise: ['transpose=clock'],
  counter: ['transpose=cclock'],
  diagonal: ['transpose=cclock_flip'],
  antidiagonal: ['transpose=clock_flip'],
} as const satisfies Record<string, readonly string[]>

export function toRotation([a, b, c, d]: readonly [number, number, number, number]): Rotation {
  if (Math.abs(a) >= Math.abs(b)) {
    if (a >= 0) return d < 0 ? 'flipped' : 'none'
    return d < 0 ? 'half' : 'mirrored'
  }
  if (b > 0) return c > 0 ? 'diagonal' : 'clockwise'
  return c < 0 ? 'antidiagonal' : 'counter'
}

export const isRotatedSideways = (rotation: Rotation): boolean =>
  upright[rotation].some(step => step.startsWith('transpose'))

/** Pictures of television size that don't say otherwise are BT.601, larger ones BT.709, as players take them. */
function toBt709({ height, width, matrix }: VideoStream): string {
  const from = matrix ?? (Math.min(width, height) < 720 ? 'bt601' : 'bt709')
  return `in_color_matrix=${from}:out_color_matrix=bt709:out_range=tv`
}

/** Reference white (203 cd/m², BT.2408) stays white; what shines brighter is brought below it softly. */
const toneMapped = [
  'zscale=t=linear:npl=203',
  'format=gbrpf32le',
  'zscale=p=bt709',
  'tonemap=mobius:param=0.9:desat=0:peak=5',
  'zscale=t=bt709:m=bt709:r=tv:d=error_diffusion',
].join(',')
