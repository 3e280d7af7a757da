import type { MediaPort } from '../ports/media.ts'
import type { Measure } from './media/measure.ts'
import { createFfmpegMedia } from './media-ffmpeg/index.ts'
import { createNodeAvMedia } from './media-node-av/index.ts'

/**
 * The media port of this machine: the ffmpeg of the given path or of the PATH where it can do all that is needed,
 * else the libraries that came with npm. Undefined where neither works, which `kinora doctor` and the start say.
 */
export async function findMedia(program?: string, measure?: Measure): Promise<MediaPort | undefined> {
  return (await createFfmpegMedia(program, measure)) ?? (await createNodeAvMedia(measure))
}
