import { access, copyFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Deps } from '../../src/deps.ts'
import { type FileStep, MediaError, type MediaPort, type VideoInfo } from '../../src/ports/media.ts'

const info: VideoInfo = {
  ...{ kind: 'video', container: 'mp4', duration: 1, bitrate: 100_000, width: 320, height: 180, fps: 10 },
  ...{ videoCodec: 'h264', audioCodec: undefined },
}
const picture = join(import.meta.dirname, '../../../../examples/programme/cover.jpg')

const put = async (source: string, target: string): Promise<void> => {
  await mkdir(dirname(target), { recursive: true })
  await copyFile(source, target)
}

/** The steps of stored files, done at once: each source counts as a film of a second. */
const instant = {
  async probe(file) {
    await access(file).catch(() => {
      throw new MediaError('missing', 'there is no such file')
    })
    return info
  },
  async normalise({ source, target }: FileStep) {
    await put(source, target)
    return { changed: false, why: 'noAudio' }
  },
  async ladder({ targetFolder }) {
    const master = 'master.m3u8'
    await mkdir(targetFolder, { recursive: true })
    await writeFile(join(targetFolder, master), '#EXTM3U\n')
    return { kind: 'video', master, duration: 1, renditions: [], skipped: [], files: [master] }
  },
  async rendition({ source, target }) {
    await put(source, target)
    return info
  },
  async cover({ target }) {
    await put(picture, target)
    return { width: 320, height: 180 }
  },
  picture: ({ target }) => put(picture, target),
} satisfies Partial<MediaPort>

/** For tests in which titles are processed and nobody looks at what comes out: `startPlatform` takes it beside a working ffmpeg. */
export const withInstantMedia = (deps: Deps): Deps => ({ ...deps, media: { ...deps.media, ...instant } })
