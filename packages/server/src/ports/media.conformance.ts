import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Clips, makeClips } from '../../test/media/clips.ts'
import * as measure from '../../test/media/measure.ts'
import { MediaError, type MediaPort } from './media.ts'
import { ladders } from './media-ladder.conformance.ts'

export interface Stage {
  media: MediaPort
  clips: Clips
  /** A new empty folder for one test. */
  room: () => Promise<string>
}

/** What every media port must do, on real media; the judge is the system's ffprobe and not the adapter. */
export function mediaConformance(part: 'quick' | 'deep', create: () => Promise<MediaPort | undefined>): void {
  describe(`media port, ${part}`, () => {
    const stage = {} as Stage
    let folder = ''
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'kinora-media-'))
      stage.clips = await makeClips(join(folder, 'clips'))
      stage.room = () => mkdtemp(join(folder, 'room-'))
      const media = await create()
      if (media === undefined) throw new Error('there is no ffmpeg on this machine')
      stage.media = media
    })
    afterAll(() => rm(folder, { recursive: true, force: true }))
    for (const group of groups[part]) group(stage)
  })
}

/** Of every requirement the quick part holds one proof; the deep one has the rest of the clips. */
const groups = {
  quick: [probes, loudness, renditions, uprightCover, aborts, failures],
  deep: [ladders, sounds, covers, repeats],
} as const

function probes(stage: Stage): void {
  describe('probe', () => {
    test('tells picture, sound, length and rate', async () => {
      const info = await stage.media.probe(stage.clips.large)
      expect(info).toMatchObject({ kind: 'video', container: 'mp4', width: 1280, height: 720 })
      expect(info).toMatchObject({ videoCodec: 'h264', audioCodec: 'aac' })
      expect(info.duration).toBeCloseTo(2, 1)
      expect(info.bitrate).toBeGreaterThan(0)
      expect(info.kind === 'video' && info.fps).toBeCloseTo(29.97, 2)
    })

    test.each(['rotated', 'narrow'] as const)('gives the size that is shown: %s', async clip => {
      expect(await stage.media.probe(stage.clips[clip])).toMatchObject({ width: 640, height: 360 })
    })

    test.each([
      ['song', 'mp3'],
      ['raw', 'aac'],
    ] as const)('knows sound alone, and its true length: %s', async (clip, codec) => {
      const info = await stage.media.probe(stage.clips[clip])
      expect(info).toMatchObject({ kind: 'audio', audioCodec: codec })
      expect(Math.abs(info.duration - 5)).toBeLessThan(0.1)
    })

    test('says when a film has no sound', async () => {
      expect(await stage.media.probe(stage.clips.mute)).toMatchObject({
        kind: 'video',
        audioCodec: undefined,
      })
    })
  })
}

function loudness(stage: Stage): void {
  describe('VIDEO-05 normalise', () => {
    test('brings the sound to -16 LUFS and leaves the picture as it is', async () => {
      const [target, source] = [join(await stage.room(), 'loud.mp4'), stage.clips.plain]
      const done = await stage.media.normalise({ source, target })
      expect(done).toMatchObject({ changed: true })
      expect(done.changed && done.measured.integrated).toBeLessThan(-40)
      expect(Math.abs((await measure.loudnessOf(target)) + 16)).toBeLessThan(1)
      expect(await measure.pictureDigest(target)).toBe(await measure.pictureDigest(source))
      expect(Math.abs((await measure.durationOf(target)) - 6)).toBeLessThan(0.1)
    })
  })
}

function sounds(stage: Stage): void {
  describe('VIDEO-05 normalise', () => {
    test('VIDEO-11 brings a broadcast (interlaced, of a variable rate, in 5.1) to what plays everywhere', async () => {
      const room = await stage.room()
      const [even, target] = [join(room, 'even.mp4'), join(room, 'plain.mp4')]
      await stage.media.normalise({ source: stage.clips.broadcast, target: even })
      expect(Math.abs((await measure.loudnessOf(even)) + 16)).toBeLessThan(1)
      expect(await measure.soundOf(even)).toMatch(/^aac,48000,2/)
      const info = await stage.media.rendition({ source: even, target, height: 180 })
      expect(info).toMatchObject({ height: 180, fps: 25 })
      expect(await measure.interlacedPart(even)).toBeGreaterThan(0.9)
      expect(await measure.interlacedPart(target)).toBeLessThan(0.3)
    })

    test('keeps a turned picture turned', async () => {
      const target = join(await stage.room(), 'turned.mp4')
      await stage.media.normalise({ source: stage.clips.rotated, target })
      expect(await stage.media.probe(target)).toMatchObject({ width: 640, height: 360 })
    })

    test.each(['song', 'raw'] as const)('takes sound alone: %s', async clip => {
      const target = join(await stage.room(), 'song.m4a')
      expect(await stage.media.normalise({ source: stage.clips[clip], target })).toMatchObject({
        changed: true,
      })
      expect(Math.abs((await measure.loudnessOf(target)) + 16)).toBeLessThan(1)
    })

    test.each([
      ['mute', 'noAudio'],
      ['silent', 'silent'],
    ] as const)('copies what has nothing to hear: %s', async (clip, why) => {
      const target = join(await stage.room(), 'same.mp4')
      const source = stage.clips[clip]
      expect(await stage.media.normalise({ source, target })).toEqual({ changed: false, why })
      expect((await readFile(target)).equals(await readFile(source))).toBe(true)
    })
  })
}

function renditions(stage: Stage): void {
  describe('VIDEO-10 rendition', () => {
    test('makes one MP4 that plays while it loads', async () => {
      const target = join(await stage.room(), 'mobile.mp4')
      const info = await stage.media.rendition({ source: stage.clips.plain, target, height: 240 })
      expect(info).toMatchObject({ width: 426, height: 240, videoCodec: 'h264', audioCodec: 'aac' })
      expect(Math.abs((await measure.durationOf(target)) - 6)).toBeLessThan(0.1)
      const bytes = await readFile(target)
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    })

    test('never enlarges', async () => {
      const target = join(await stage.room(), 'mobile.mp4')
      const info = await stage.media.rendition({ source: stage.clips.tiny, target, height: 480 })
      expect(info).toMatchObject({ width: 256, height: 144 })
    })
  })
}

async function takeCover(stage: Stage, clip: keyof Clips) {
  const target = join(await stage.room(), 'cover.jpg')
  return { target, size: await stage.media.cover({ source: stage.clips[clip], target }) }
}

function uprightCover(stage: Stage): void {
  describe('TITLE-13 cover', () => {
    test('stands upright', async () => {
      const { target } = await takeCover(stage, 'rotated')
      expect(await measure.likeness(target, stage.clips.rotated)).toBeGreaterThan(15)
    })
  })
}

function covers(stage: Stage): void {
  const take = (clip: keyof Clips) => takeCover(stage, clip)

  describe('TITLE-13 cover', () => {
    test.each(['large', 'narrow', 'tiny', 'fragmented'] as const)('is a JPEG of 16:9: %s', async clip => {
      const { target, size } = await take(clip)
      expect((await readFile(target)).subarray(0, 3).toString('hex')).toBe('ffd8ff')
      expect(await measure.pictureOf(target)).toMatchObject(size)
      expect(Math.abs(size.width / size.height - 16 / 9)).toBeLessThan(0.02)
      const shown = await stage.media.probe(stage.clips[clip])
      expect(size.width).toBeLessThanOrEqual(shown.kind === 'video' ? Math.min(1920, shown.width) : 0)
    })

    test('is no black frame, though the film begins with them', async () => {
      const { target } = await take('dark')
      expect(await measure.lightnessOf(target)).toBeGreaterThan(40)
    })

    test('of a film that is black throughout is black, rather than missing', async () => {
      const { target } = await take('night')
      expect(await measure.lightnessOf(target)).toBeLessThan(20)
    })

    test('comes in smaller widths too, never enlarged', async () => {
      const { target: source } = await take('large')
      const target = `${source}.small.jpg`
      await stage.media.picture({ source, target, width: 320 })
      expect(await measure.pictureOf(target)).toMatchObject({ width: 320, height: 180 })
      await stage.media.picture({ source: target, target: source, width: 640 })
      expect(await measure.pictureOf(source)).toMatchObject({ width: 320, height: 180 })
      expect(await measure.likeness(target, source)).toBeGreaterThan(25)
    })

    test('is the frame that is asked for, as small as that; after the end there is none', async () => {
      const step = { source: stage.clips.large, target: join(await stage.room(), 'f.jpg'), width: 320 }
      expect(await stage.media.cover({ ...step, at: 0.5 })).toEqual({ width: 320, height: 180 })
      await expect(stage.media.cover({ ...step, at: 900 })).rejects.toMatchObject({ reason: 'unreadable' })
    })

    test('of sound is refused', async () => {
      await expect(take('song')).rejects.toMatchObject({ reason: 'noVideo', text: 'processing.noVideo' })
    })
  })
}

function repeats(stage: Stage): void {
  describe('every step can be run again', () => {
    test('replaces its result, removes what a crash left, and leaves nothing else', async () => {
      const [room, source] = [await stage.room(), stage.clips.tiny]
      for (const leftover of ['hls.partial/hls', 'hls.old', 'hls', 'a.mp4.partial']) {
        await mkdir(join(room, leftover), { recursive: true })
        await writeFile(join(room, leftover, 'left-by-a-crash'), 'x')
      }
      const run = async () => {
        const { files } = await stage.media.ladder({ source, targetFolder: join(room, 'hls') })
        await stage.media.normalise({ source, target: join(room, 'a.mp4') })
        await stage.media.rendition({ source, target: join(room, 'b.mp4'), height: 144 })
        await stage.media.cover({ source, target: join(room, 'c.jpg') })
        expect((await readdir(room)).sort()).toEqual(['a.mp4', 'b.mp4', 'c.jpg', 'hls'])
        return [files, await Promise.all(files.map(file => readFile(join(room, 'hls', file), 'base64')))]
      }
      expect(await run()).toEqual(await run())
    })

    test('reports progress that never falls and ends at 1', async () => {
      const seen: number[] = []
      const target = join(await stage.room(), 'a.mp4')
      await stage.media.normalise({ source: stage.clips.plain, target, onProgress: part => seen.push(part) })
      expect(seen.at(-1)).toBe(1)
      expect(seen).toEqual([...seen].sort((one, other) => one - other))
    })
  })
}

function aborts(stage: Stage): void {
  describe('API-16 a step can be cancelled', () => {
    test('stops in the middle at once, leaves nothing new and what was there before', async () => {
      const room = await stage.room()
      const before = await stage.media.ladder({ source: stage.clips.tiny, targetFolder: join(room, 'hls') })
      for (const step of ['ladder', 'normalise', 'rendition'] as const) {
        const stop = new AbortController()
        const options = { source: stage.clips.long, signal: stop.signal, onProgress: () => stop.abort() }
        const job = { ...options, target: join(room, 'x.mp4'), targetFolder: join(room, 'hls'), height: 360 }
        await expect(stage.media[step](job), step).rejects.toMatchObject({ reason: 'cancelled' })
      }
      expect(await readdir(room)).toEqual(['hls'])
      for (const file of before.files)
        expect((await readFile(join(room, 'hls', file))).length).toBeGreaterThan(0)
    })

    test('does not begin when it is aborted already', async () => {
      const room = await stage.room()
      const job = { source: stage.clips.plain, target: join(room, 'x.jpg'), signal: AbortSignal.abort() }
      await expect(stage.media.cover(job)).rejects.toMatchObject({ reason: 'cancelled' })
      await expect(stage.media.probe(job.source, job.signal)).rejects.toMatchObject({ reason: 'cancelled' })
      expect(await readdir(room)).toEqual([])
    })
  })
}

function failures(stage: Stage): void {
  const broken = ['cut', 'cutEarly', 'png', 'empty', 'playlist', 'noise', 'boxes', 'greedy'] as const

  describe('VIDEO-14 a file that no title can be made of', () => {
    test.each(broken)('is unreadable, with a sentence for a person: %s', async clip => {
      const error = await stage.media.probe(stage.clips[clip]).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(MediaError)
      expect(error).toMatchObject({ reason: 'unreadable', text: 'processing.unreadable', retryable: false })
    })

    test('leaves nothing behind, whatever the step', async () => {
      const [room, source] = [await stage.room(), stage.clips.png]
      const job = { source, target: join(room, 'x'), targetFolder: join(room, 'hls'), height: 360 }
      for (const step of ['ladder', 'normalise', 'rendition', 'cover'] as const) {
        await expect(stage.media[step](job), step).rejects.toMatchObject({ reason: 'unreadable' })
      }
      expect(await readdir(room)).toEqual([])
    })

    test('is said to be missing when it is not there', async () => {
      const gone = stage.media.probe(join(await stage.room(), 'gone.mp4'))
      await expect(gone).rejects.toMatchObject({ reason: 'missing', text: 'processing.missing' })
    })
  })
}
