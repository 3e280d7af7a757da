import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Clips } from '../../test/media/clips.ts'
import * as measure from '../../test/media/measure.ts'
import { listFiles } from '../adapters/media-ffmpeg/encode.ts'
import { type MediaPlaylist, type Piece, parsePlaylist } from '../kernel/hls.ts'
import type { Stage } from './media.conformance.ts'
import type { Ladder } from './media.ts'

interface Made extends Ladder {
  folder: string
  masterText: string
  playlists: Readonly<Record<string, MediaPlaylist>>
}

/** VIDEO-04, VIDEO-11: what every player may rely on. */
export function ladders(stage: Stage): void {
  const made = new Map<string, Promise<Made>>()
  const make: Make = (clip, audioOnly = false) => {
    const known = made.get(`${clip} ${audioOnly}`) ?? makeOnce(stage, clip, audioOnly)
    made.set(`${clip} ${audioOnly}`, known)
    return known
  }
  describe('VIDEO-11 ladder', () => {
    heights(make, stage)
    timing(make, stage)
    master(make)
    soundAlone(make)
  })
}

type Make = (clip: keyof Clips, audioOnly?: boolean) => Promise<Made>

async function makeOnce(stage: Stage, clip: keyof Clips, audioOnly: boolean): Promise<Made> {
  const targetFolder = join(await stage.room(), 'hls')
  const ladder = await stage.media.ladder({ source: stage.clips[clip], targetFolder, audioOnly })
  return readLadder(ladder, targetFolder)
}

async function readLadder(ladder: Ladder, folder: string): Promise<Made> {
  const masterText = await readFile(join(folder, ladder.master), 'utf8')
  const named = masterText.match(/^[^#\n].*\.m3u8$|(?<=URI=")[^"]+/gm) ?? []
  const read = async (path: string) =>
    [path, parsePlaylist(await readFile(join(folder, path), 'utf8'))] as const
  return { ...ladder, folder, masterText, playlists: Object.fromEntries(await Promise.all(named.map(read))) }
}

/** Bytes that a playlist names. */
async function bytesOf(folder: string, playlist: string, { path, range }: Piece): Promise<Buffer> {
  const bytes = await readFile(join(folder, playlist, '..', path))
  return bytes.subarray(range?.start, range?.end)
}

function heights(make: Make, stage: Stage): void {
  test.each([
    ['plain', [360, 240]],
    ['large', [720, 480, 360, 240]],
    ['tiny', [144]],
    ['rotated', [360, 240]],
    ['narrow', [360, 240]],
  ] as const)('never enlarges and has at least one rendition: %s', async (clip, expected) => {
    const { renditions, folder, masterText } = await make(clip)
    expect(renditions.map(({ height }) => height)).toEqual(expected)
    for (const { playlist, width, height } of renditions) {
      expect(await measure.pictureOf(join(folder, playlist))).toMatchObject({ width, height })
      expect(Math.abs(width / height - 16 / 9)).toBeLessThan(0.02)
      expect(masterText).toContain(`RESOLUTION=${width}x${height}`)
    }
  })

  test.each(['plain', 'rotated'] as const)(
    'shows what the source shows, the right way up: %s',
    async clip => {
      const { folder, renditions } = await make(clip)
      const playlist = join(folder, renditions[0]!.playlist)
      expect(await measure.likeness(playlist, stage.clips[clip])).toBeGreaterThan(25)
    },
  )
}

function timing(make: Make, stage: Stage): void {
  test('cuts all renditions at the same times, each piece beginning with a key frame', async () => {
    const { renditions, folder, playlists } = await make('plain')
    for (const { playlist } of renditions) {
      expect(playlists[playlist]!.segments.map(({ duration }) => duration)).toEqual([4, 2])
      const [first, second, ...others] = await measure.keyFramesOf(join(folder, playlist))
      expect(second! - first!).toBeCloseTo(4, 3)
      expect(others).toEqual([])
      expect(await measure.pictureOf(join(folder, playlist))).toMatchObject({ frames: 150 })
    }
  })

  test.each(['plain', 'large', 'tiny', 'mute', 'dark'] as const)(
    'is as long as its source: %s',
    async clip => {
      const { duration: wanted } = await stage.media.probe(stage.clips[clip])
      const { duration, playlists } = await make(clip)
      expect(duration).toBeCloseTo(wanted, 1)
      for (const playlist of Object.values(playlists)) {
        expect(Math.abs(playlist.duration - wanted)).toBeLessThan(0.1)
      }
    },
  )

  test('starts picture and sound at zero, in the bytes and not by an edit list', async () => {
    const { folder, playlists } = await make('large')
    for (const [path, { init, segments }] of Object.entries(playlists)) {
      const [header, first] = await Promise.all([
        bytesOf(folder, path, init!),
        bytesOf(folder, path, segments[0]!),
      ])
      expect(measure.firstTick(first)).toBe(0)
      expect(header.includes('elst')).toBe(false)
    }
  })
}

function master(make: Make): void {
  test('names only files that exist, and leaves none unnamed', async () => {
    const { files, folder, master: name, playlists } = await make('plain')
    const named = Object.entries(playlists).flatMap(([path, { init, segments }]) => {
      return [path, ...[init!, ...segments].map(piece => join(path, '..', piece.path))]
    })
    expect([name, ...new Set(named)].sort()).toEqual([...files])
    expect(await listFiles(folder)).toEqual(files)
  })

  test.each([
    ['plain', 2],
    ['large', 4],
  ] as const)(
    'OPS-08 is one file a rendition and one of sound, however long; ranges that follow each other cover it: %s',
    async (clip, renditions) => {
      const { files, folder, playlists } = await make(clip)
      expect(files).toHaveLength(2 * (renditions + 1) + 1)
      for (const [path, { init, segments }] of Object.entries(playlists)) {
        const pieces = [init!, ...segments]
        expect(new Set(pieces.map(piece => piece.path))).toEqual(new Set(['media.mp4']))
        const { size } = await stat(join(folder, path, '..', 'media.mp4'))
        expect(pieces.map(({ range }) => range!.start)).toEqual(
          [0, ...pieces.map(({ range }) => range!.end)].slice(0, -1),
        )
        expect(pieces.at(-1)!.range!.end).toBe(size)
      }
    },
  )

  test('promises codecs, rates and bandwidth that hold', async () => {
    const { masterText, renditions, folder, playlists } = await make('large')
    expect(masterText).toMatch(/^#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n/)
    expect(masterText.match(/FRAME-RATE=29\.970/g)).toHaveLength(4)
    for (const { codecs, bandwidth, playlist } of renditions) {
      expect(codecs).toMatch(/^avc1\.64[0-9a-f]{4},mp4a\.40\.2$/)
      expect(masterText).toContain(`BANDWIDTH=${bandwidth}`)
      for (const { duration, ...piece } of playlists[playlist]!.segments) {
        const { length } = await bytesOf(folder, playlist, piece)
        expect((length * 8) / duration).toBeLessThanOrEqual(bandwidth)
      }
    }
  })

  test('leads from every rendition to one stereo AAC sound', async () => {
    const { masterText, folder } = await make('plain')
    expect(masterText).toMatch(/#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio".*URI="audio\/index\.m3u8"/)
    expect(masterText.match(/,AUDIO="audio"/g)).toHaveLength(2)
    expect(await measure.soundOf(join(folder, 'audio/index.m3u8'))).toMatch(/^aac,48000,2/)
  })

  test('has no sound where the source has none', async () => {
    const { masterText, renditions } = await make('mute')
    expect(masterText).not.toContain('AUDIO')
    expect(renditions[0]!.codecs).toMatch(/^avc1\.[0-9a-f]{6}$/)
  })
}

function soundAlone(make: Make): void {
  test.each([
    ['song', false],
    ['raw', false],
    ['plain', true],
  ] as const)('TITLE-04 of a title to listen to holds sound alone: %s', async (clip, audioOnly) => {
    const { kind, renditions, masterText, playlists, duration } = await make(clip, audioOnly)
    expect({ kind, renditions }).toEqual({ kind: 'audio', renditions: [] })
    expect(masterText).toMatch(
      /#EXT-X-STREAM-INF:BANDWIDTH=\d+,AVERAGE-BANDWIDTH=\d+,CODECS="mp4a\.40\.2"\naudio\/index/,
    )
    expect(Math.abs(playlists['audio/index.m3u8']!.duration - duration)).toBeLessThan(0.1)
  })

  test('is refused where there is nothing to hear', async () => {
    await expect(make('mute', true)).rejects.toMatchObject({ reason: 'noAudio', text: 'processing.noAudio' })
  })
}
