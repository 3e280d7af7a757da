import { createFfmpegMedia } from '../../src/adapters/media-ffmpeg/index.ts'

/** Stands for a server in the middle of a long step: prints a line once the work is under way. */
const [source = '', targetFolder = ''] = process.argv.slice(2)
const media = await createFfmpegMedia('ffmpeg', { niceness: 10 })
await media?.ladder({ source, targetFolder, onProgress: part => console.log(part) })
