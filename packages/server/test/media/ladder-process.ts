import { createFfmpegMedia } from '../../src/adapters/media-ffmpeg/index.ts'
import { createNodeAvMedia } from '../../src/adapters/media-node-av/index.ts'

/** Stands for a server in the middle of a long step: prints a line once the work is under way. */
const [adapter, source = '', targetFolder = ''] = process.argv.slice(2)
const media = adapter === 'ffmpeg' ? await createFfmpegMedia() : await createNodeAvMedia()
await media?.ladder({ source, targetFolder, onProgress: part => console.log(part) })
