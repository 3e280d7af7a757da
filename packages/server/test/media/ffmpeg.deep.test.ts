import { createFfmpegMedia } from '../../src/adapters/media-ffmpeg/index.ts'
import { mediaConformance } from '../../src/ports/media.conformance.ts'

mediaConformance('deep', createFfmpegMedia)
