import { execFileSync } from 'node:child_process'
import { mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fc from '../../../../scripts/properties.ts'
import type { ByteSource } from '../kernel/byte-source.ts'
import { KinoraError } from '../kernel/errors.ts'
import { createMessages } from '../kernel/messages.ts'
import { en } from '../messages/en.ts'
import { checkFileCount, checkMediaFile, checkMediaName, type MediaKind, mediaRules } from './media-rules.ts'
import { probeMedia } from './probe-media.ts'

const folder = mkdtempSync(join(tmpdir(), 'kinora-media-'))
const at = (name: string) => join(folder, name)
const ffmpeg = (...parameters: string[]) =>
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...parameters], { cwd: folder })
const picture = (size: string) => ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=10:d=1`]
const sound = ['-f', 'lavfi', '-i', 'sine=d=1']
const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']

/** All by two starts of ffmpeg, each of which costs more than what it makes. */
beforeAll(() => {
  const [wide, tone, narrow, tall] = ['0:v', '1:a', '2:v', '3:v'].map(stream => ['-map', stream])
  ffmpeg(
    ...[...picture('320x180'), ...sound, ...picture('240x180'), ...picture('180x320')],
    ...[...wide!, ...tone!, ...x264, '-c:a', 'aac', 'wide.mp4'],
    ...[...narrow!, ...x264, 'four3.mp4'],
    ...[...tall!, ...x264, 'tall.mp4'],
    ...[...narrow!, '-vf', 'setsar=4/3', ...x264, 'anamorphic.mp4'],
    ...[...wide!, '-vf', 'setsar=3/4', ...x264, 'squeezed.mp4'],
    ...[...wide!, ...x264, '-x264-params', 'bframes=2', '-movflags', '+faststart', 'reordered.mp4'],
    ...[...wide!, '-c:v', 'mpeg4', 'old-codec.mp4'],
    ...['a.mp3', 'a.aac', 'a.m4a', 'sound.mp4'].flatMap(name => [...tone!, name]),
    ...[...tone!, '-f', 'adts', '-write_id3v2', '1', '-metadata', 'title=x', 'tagged.aac'],
    ...[...wide!, '-frames:v', '1', 'still.png'],
  )
  const copied = (...parameters: string[]) => ['-map', '0', '-c', 'copy', ...parameters]
  const turned = ['-metadata:s:v', 'rotate=90']
  ffmpeg(
    ...['-i', 'wide.mp4', '-i', 'tall.mp4'],
    ...copied('-movflags', '+faststart', 'front.mp4'),
    ...copied('-movflags', 'frag_keyframe+empty_moov', 'fragments.mp4'),
    ...copied('clip.mov'),
    ...copied('-an', 'silent.mp4'),
    ...copied('-an', ...turned, 'lying.mp4'),
    ...['-map', '1', '-c', 'copy', ...turned, 'turned.mp4'],
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const half = async (name: string) => {
  const bytes = await readFile(at(name))
  return new Blob([bytes.subarray(0, bytes.length / 2)])
}
const codes = async (kind: MediaKind, name: string, blob: Blob) =>
  (await checkMediaFile(kind, { name, blob })).issues.map(issue => issue.code)

describe('VAL-13 the picture as it is shown', () => {
  test.each([
    ['wide.mp4', 320, 180, []],
    ['front.mp4', 320, 180, []],
    ['fragments.mp4', 320, 180, []],
    ['silent.mp4', 320, 180, []],
    ['old-codec.mp4', 320, 180, []],
    ['turned.mp4', 320, 180, []],
    ['anamorphic.mp4', 320, 180, []],
    ['tall.mp4', 180, 320, ['validation.aspectRatio']],
    ['lying.mp4', 180, 320, ['validation.aspectRatio']],
    ['four3.mp4', 240, 180, ['validation.aspectRatio']],
  ] as const)('%s is %i x %i', async (name, width, height, expected) => {
    const { issues, info } = await checkMediaFile('video', { name, blob: await openAsBlob(at(name)) })
    expect(info?.video).toMatchObject({ width, height })
    expect(info?.duration).toBeCloseTo(1, 0)
    expect(issues.map(issue => issue.code)).toEqual(expected)
  })

  test('refuses pixels that make 4:3 of 16:9', async () => {
    expect(await codes('video', 'squeezed.mp4', await openAsBlob(at('squeezed.mp4')))).toEqual([
      'validation.aspectRatio',
    ])
  })

  test('VAL-21 allows 0.02', async () => {
    ffmpeg(...picture('322x180'), ...x264, 'near.mp4')
    ffmpeg(...picture('324x180'), ...x264, 'far.mp4')
    expect(await codes('trailer', 'near.mp4', await openAsBlob(at('near.mp4')))).toEqual([])
    expect(await codes('trailer', 'far.mp4', await openAsBlob(at('far.mp4')))).toEqual([
      'validation.aspectRatio',
    ])
  })

  test('tells codecs, rotation and sound', async () => {
    const { info } = await probeMedia(await openAsBlob(at('wide.mp4')))
    expect(info).toMatchObject({ type: 'mp4', video: { codec: 'avc', rotation: 0 }, audio: { codec: 'aac' } })
    expect((await probeMedia(await openAsBlob(at('turned.mp4')))).info?.video?.rotation).toBe(270)
    expect((await probeMedia(await openAsBlob(at('old-codec.mp4')))).info?.video?.codec).toBe('mp4v')
  })
})

describe('VAL-14, VAL-15, VAL-18 what is inside', () => {
  test.each([
    ['video', 'still.png', 'still.mp4', ['validation.videoType']],
    ['video', 'clip.mov', 'clip.mp4', ['validation.videoType']],
    ['video', 'clip.mov', 'clip.mov', ['validation.videoType']],
    ['video', 'a.mp3', 'a.mp4', ['validation.videoType']],
    ['video', 'sound.mp4', 'sound.mp4', ['processing.noVideo']],
    ['video', 'a.m4a', 'a.mp4', ['processing.noVideo']],
    ['trailer', 'wide.mp4', 'wide.m4a', ['validation.videoType']],
    ['eventVideo', 'wide.mp4', 'WIDE.MP4', []],
    ['audio', 'a.mp3', 'a.MP3', []],
    ['audio', 'a.aac', 'a.aac', []],
    ['audio', 'tagged.aac', 'tagged.aac', []],
    ['audio', 'a.m4a', 'a.m4a', []],
    ['audio', 'sound.mp4', 'sound.mp4', []],
    ['audio', 'sound.mp4', 'sound.m4a', []],
    ['audio', 'wide.mp4', 'wide.mp4', []],
    ['audio', 'silent.mp4', 'silent.mp4', ['processing.noAudio']],
    ['audio', 'a.mp3', 'a.aac', ['validation.audioType']],
    ['audio', 'a.mp3', 'a.wav', ['validation.audioType']],
    ['audio', 'still.png', 'still.mp3', ['validation.audioType']],
  ] as const)('%s: %s called %s', async (kind, stored, name, expected) => {
    expect(await codes(kind, name, await openAsBlob(at(stored)))).toEqual(expected)
  })

  test.each([
    [
      'a.mp4',
      new Blob([]),
      'Error: Data is in invalid format. Please correct the file and try again. This is an empty file (0 bytes). Export or copy it again.',
    ],
    ['a.mp4', new Blob(['words']), 'Allowed only mp4 type. This is a text file.'],
    ['a.txt', new Blob(['words']), 'Allowed only mp4 type. This is a text file.'],
    ['a.mov', new Blob(['%PDF-1.7']), 'Allowed only mp4 type. This is a PDF document.'],
    [
      'a&b.mp4',
      new Blob(['{}']),
      'File name should not contain special characters. Not allowed in it: &. Use “a b.mp4” instead. Allowed only mp4 type. This is a JSON text.',
    ],
  ])('the register’s sentence for %s, and beside it what the file is', async (name, blob, words) => {
    expect(createMessages(en).advise((await checkMediaFile('video', { name, blob })).issues)).toBe(words)
  })

  test.each(['a.mp3', 'a.aac', 'a.m4a', 'sound.mp4'])('measures %s', async name => {
    const { info } = await probeMedia(await openAsBlob(at(name)))
    expect(info?.duration).toBeCloseTo(1, 0)
    expect(info?.video).toBeUndefined()
    expect(info?.audio?.codec).toBe(name.endsWith('mp3') ? 'mp3' : 'aac')
  })

  test.each([
    ['video', 'wide.mp4'],
    ['video', 'front.mp4'],
    ['video', 'fragments.mp4'],
    ['audio', 'a.m4a'],
    ['audio', 'a.mp3'],
    ['audio', 'a.aac'],
  ] as const)('%s: %s cut in half is not a file of its kind', async (kind, name) => {
    expect(await codes(kind, name, await half(name))).toEqual(['validation.fileFormat'])
  })

  test('takes an MP3 behind whatever stands before its first frame, in its true length', async () => {
    const bare = at('bare.mp3')
    ffmpeg(...sound, '-b:a', '64k', '-write_xing', '0', '-id3v2_version', '0', bare)
    const [frames, tagged] = [await readFile(bare), await readFile(at('a.mp3'))]
    const noise = Uint8Array.from({ length: 3000 }, (_, place) => (place * 167 + 13) % 251)
    const [zeros, tag] = [new Uint8Array(1500), Uint8Array.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0])]
    const fronts: BlobPart[][] = [[], [zeros], [noise], [zeros, tag], [tag, tag, zeros], [tag, noise]]
    for (const front of fronts) {
      for (const rest of [[frames], [tagged], [frames, noise], [frames, zeros]]) {
        const { issues, info } = await checkMediaFile('audio', {
          name: 'a.mp3',
          blob: new Blob([...front, ...rest]),
        })
        expect([issues, info?.type]).toEqual([[], 'mp3'])
        expect(info!.duration).toBeCloseTo(1, 0)
      }
    }
    const twice = new Blob([tagged, new Uint8Array(70_000), frames, frames])
    expect((await probeMedia(twice)).info!.duration).toBeCloseTo(3, 0)
  })

  test('an MP3 glued from parts of 8, 48 and 8 kHz is as long as its frames, one of one rate as its header says', async () => {
    const frame = (header: number[], length: number) =>
      Uint8Array.from({ length }, (_, at) => header[at] ?? 0)
    const [slow, fast] = [frame([0xff, 0xe3, 0x48, 0], 288), frame([0xff, 0xfb, 0x14, 0], 96)]
    let read = 0
    /** Counts the bytes that are read of it. */
    class Counted extends Blob {
      override slice(start?: number, end?: number) {
        const part = super.slice(start, end)
        read += part.size
        return part
      }
    }
    const measured = async (...parts: Uint8Array<ArrayBuffer>[]) => {
      const head = frame(
        [...slow.subarray(0, 4), ...Array(9).fill(0), ...Buffer.from('Info'), 0, 0, 0, 3],
        288,
      )
      new DataView(head.buffer).setUint32(21, parts.length)
      new DataView(head.buffer).setUint32(
        25,
        parts.reduce((sum, part) => sum + part.length, 288),
      )
      read = 0
      return (await probeMedia(new Counted([head, ...parts]))).info?.duration
    }
    const part = (one: Uint8Array<ArrayBuffer>, count: number) => Array.from({ length: count }, () => one)
    const ends = part(slow, 1000)
    expect(await measured(...ends, ...part(fast, 1000), ...ends)).toBeCloseTo(2 * 72 + 24, 3)
    expect(read).toBeGreaterThan(600_000)
    expect(await measured(...part(slow, 20_000))).toBeCloseTo(20_000 * 0.072, 3)
    expect(read).toBeLessThan(600_000)
  })

  test('an MP3 is no other container that has MP3 frames in it, and no few bytes that look like one', async () => {
    const frames = await readFile(at('bare.mp3'))
    for (const opening of ['RIFF', 'OggS', 'FLV\x01', '\x1aE\xdf\xa3']) {
      const film = new Blob([Uint8Array.from(opening, letter => letter.charCodeAt(0)), frames])
      expect(await codes('audio', 'a.mp3', film)).toEqual(['validation.audioType'])
    }
    expect(await codes('audio', 'a.mp3', new Blob([frames.subarray(0, 10)]))).toEqual([
      'validation.fileFormat',
    ])
  })

  test('refuses an empty file, and one with nothing but a beginning', async () => {
    expect(await codes('video', 'a.mp4', new Blob([]))).toEqual(['validation.fileFormat'])
    expect(await codes('audio', 'a.mp3', new Blob([]))).toEqual(['validation.fileFormat'])
    const ftyp = (await readFile(at('wide.mp4'))).subarray(0, 32)
    expect(await codes('video', 'a.mp4', new Blob([ftyp]))).toEqual(['validation.fileFormat'])
  })

  test('says so when the file is no longer on the disk', async () => {
    ffmpeg('-i', 'wide.mp4', '-c', 'copy', 'gone.mp4')
    const blob = await openAsBlob(at('gone.mp4'))
    rmSync(at('gone.mp4'))
    expect(await codes('video', 'gone.mp4', blob)).toEqual(['upload.unreadable'])
  })
})

describe('UPLOAD-26, C-01, C-05 names and number', () => {
  test.each([
    ['video', 'Yoga.mp4', []],
    ['video', 'Yoga.avi', ['validation.videoType']],
    ['video', 'Yoga', ['validation.videoType']],
    ['video', 'mp4', ['validation.videoType']],
    ['video', 'Yo#ga.mp4', ['validation.fileNameCharacters']],
    ['video', `${'a'.repeat(251)}.mp4`, []],
    ['video', `${'a'.repeat(252)}.mp4`, ['validation.fileNameLength']],
    ['trailer', `${'a'.repeat(251)}.mp4`, []],
    ['trailer', `${'a'.repeat(252)}.mp4`, ['validation.fileNameLength']],
    ['trailer', 'a.mp3', ['validation.videoType']],
    ['eventVideo', 'a.m4a', ['validation.videoType']],
    ...['mp3', 'aac', 'm4a'].map(type => ['video', `a.${type}`, ['validation.videoType']] as const),
    ...['mp3', 'aac', 'm4a', 'mp4'].map(type => ['audio', `a.${type}`, []] as const),
    ['eventVideo', `${'a'.repeat(36)}.mp4`, []],
    ['eventVideo', `${'a'.repeat(37)}.mp4`, ['validation.fileNameLength']],
    ['audio', 'a?.wav', ['validation.audioType', 'validation.fileNameCharacters']],
  ] as const)('%s %s', (kind, name, expected) =>
    expect(checkMediaName(kind, name).map(issue => issue.code)).toEqual(expected),
  )

  test('finds what is wrong with the name and with the content at once', async () => {
    const found = await codes('video', 'fo,ur.mp4', await openAsBlob(at('four3.mp4')))
    expect(found).toEqual(['validation.fileNameCharacters', 'validation.aspectRatio'])
  })

  test('VAL-11, C-01 says how long a name may be', () => {
    const said = (kind: MediaKind, length: number) =>
      checkMediaName(kind, `${'a'.repeat(length - 4)}.mp4`).map(createMessages(en).issue)
    for (const kind of ['video', 'trailer', 'audio'] as const)
      expect([said(kind, 255), said(kind, 256)]).toEqual([
        [],
        ['File name should not contain above 255 characters'],
      ])
    expect([said('eventVideo', 40), said('eventVideo', 41)]).toEqual([
      [],
      ['File name should not contain above 40 characters'],
    ])
  })

  test('VAL-12 allows five files', () => {
    expect(checkFileCount(5)).toEqual([])
    expect(checkFileCount(6)).toEqual([{ path: 'file', code: 'validation.tooManyFiles', params: { max: 5 } }])
  })
})

describe('UPLOAD-26 damaged bytes never throw and never hang', () => {
  test('random bytes behind a true beginning', async () => {
    const openings = fc.constantFrom(
      '',
      'ID3\x04\0\0\0\0\0\0',
      '\0\0\0\x10ftypisom\0\0\0\0',
      '\0\0\0\x10ftypisom\0\0\0\0\0\0\0\x40moov',
    )
    await fc.assert(
      fc.asyncProperty(openings, fc.uint8Array({ maxLength: 400 }), async (opening, rest) => {
        const probe = await probeMedia(new Blob([opening, rest as Uint8Array<ArrayBuffer>]))
        expect(probe.issue?.code ?? 'fine').toMatch(/^(validation\.fileFormat|fine)$/)
      }),
      { seed: 26, numRuns: 300 },
    )
  })

  test.each(['front.mp4', 'fragments.mp4', 'a.m4a', 'a.mp3', 'a.aac'])(
    '%s with bytes overwritten',
    async name => {
      const original = await readFile(at(name))
      const place = fc.integer({ min: 0, max: Math.min(original.length, 3000) - 1 })
      const wounds = fc.array(fc.tuple(place, fc.constantFrom(0x00, 0x01, 0x7f, 0x80, 0xff)), {
        minLength: 1,
        maxLength: 8,
      })
      await fc.assert(
        fc.asyncProperty(wounds, async places => {
          const bytes = Uint8Array.from(original)
          for (const [index, value] of places) bytes[index] = value
          const kind = name.endsWith('mp4') ? 'video' : 'audio'
          expect((await checkMediaFile(kind, { name, blob: new Blob([bytes]) })).issues).toBeInstanceOf(Array)
        }),
        { seed: 26, numRuns: 150 },
      )
    },
  )

  test('a film followed by nothing but empty boxes', async () => {
    const boxes = Buffer.alloc(2 << 20, Buffer.from('0000000866726565', 'hex'))
    const film = new Blob([await readFile(at('front.mp4')), boxes])
    expect(await codes('video', 'front.mp4', film)).toEqual(['validation.fileFormat'])
  })

  test('a table that claims four thousand million samples', async () => {
    expect(await codes('video', 'reordered.mp4', await openAsBlob(at('reordered.mp4')))).toEqual([])
    const bytes = Uint8Array.from(await readFile(at('reordered.mp4')))
    const text = Buffer.from(bytes).toString('latin1')
    expect(text).toContain('ctts')
    new DataView(bytes.buffer).setUint32(text.indexOf('stts') + 12, 0xffffffff)
    expect(await codes('video', 'reordered.mp4', new Blob([bytes]))).toEqual(['validation.fileFormat'])
  })
})

test('VAL-15 lists every kind', () =>
  expect(Object.keys(mediaRules)).toEqual(['video', 'audio', 'trailer', 'eventVideo']))

describe('BULK-10 a store that doesn’t answer while a film is checked', () => {
  /** A film of which each read from the nth on is refused; how often it was read. */
  function refusing(film: Blob, from: number) {
    let reads = 0
    const source = (part: Blob): ByteSource => ({
      size: part.size,
      slice: (start, end) => source(part.slice(start, end)),
      arrayBuffer() {
        reads += 1
        return reads < from ? part.arrayBuffer() : Promise.reject(new KinoraError('offline'))
      },
    })
    return { film: source(film), reads: () => reads }
  }

  test('says so at whichever read, and never that the film is damaged', async () => {
    const film = await openAsBlob(at('wide.mp4'))
    const whole = refusing(film, Number.POSITIVE_INFINITY)
    expect((await probeMedia(whole.film)).info?.type).toBe('mp4')
    expect(whole.reads()).toBeGreaterThan(2)
    for (let from = 1; from <= whole.reads(); from++)
      await expect(probeMedia(refusing(film, from).film)).rejects.toMatchObject({ code: 'offline' })
  })
})
