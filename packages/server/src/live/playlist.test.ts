import { createHash } from 'node:crypto'
import { wallClock } from '@kinora/core/schedule'
import HLS from 'hls-parser'
import { describe, expect, test } from 'vitest'
import fc from '../../../../scripts/properties.ts'
import { type MediaPlaylist, parsePlaylist, withAddresses } from '../kernel/hls.ts'
import { leadOf, livePlaylist, type Part, segmentsOf, takeover } from './playlist.ts'

const media = (durations: readonly number[]): MediaPlaylist => ({
  init: { path: 'init.mp4' },
  segments: durations.map((duration, nth) => ({ path: `${String(nth).padStart(5, '0')}.m4s`, duration })),
  duration: durations.reduce((sum, duration) => sum + duration, 0),
})
const part = (at: number, durations: readonly number[], more: Partial<Part> = {}): Part => ({
  ...{ at, first: 0, sequence: 0, media: media(durations) },
  ...more,
})
const start = Date.parse('2026-11-23T17:00:00Z')
const minute = Array<number>(15).fill(4)
const ask = (parts: readonly Part[], now: number, end = start + 3_600_000) =>
  livePlaylist(parts, { now, end, folderOf: nth => `../${nth}/720p/` })
const parse = (text: string) => HLS.parse(text) as HLS.types.MediaPlaylist

test('a stored playlist is read as it was written', () => {
  const text =
    '#EXTM3U\r\n#EXT-X-MAP:URI="init.mp4"\r\n#EXTINF:4.000000,\r\n#EXT-X-BITRATE:1\r\n0.m4s\r\n#EXTINF:2.5,\r\n1.m4s\r\n#EXT-X-ENDLIST\r\n'
  expect(parsePlaylist(text)).toEqual({
    init: { path: 'init.mp4' },
    segments: [
      { path: '0.m4s', duration: 4 },
      { path: '1.m4s', duration: 2.5 },
    ],
    duration: 6.5,
  })
})

const ranges = [
  ...['#EXTM3U', '#EXT-X-MAP:URI="media.mp4",BYTERANGE="700@0"', '#EXTINF:4.000000,'],
  ...['#EXT-X-BYTERANGE:1000@700', 'media.mp4', '#EXTINF:2.000000,', '#EXT-X-BYTERANGE:500', 'media.mp4'],
  '#EXT-X-ENDLIST',
].join('\n')

test('OPS-08 so is one of ranges of one file; and it may name other addresses', async () => {
  const path = 'media.mp4'
  const read = parsePlaylist(ranges)
  expect(read).toEqual({
    init: { path, range: { start: 0, end: 700 } },
    segments: [
      { path, duration: 4, range: { start: 700, end: 1700 } },
      { path, duration: 2, range: { start: 1700, end: 2200 } },
    ],
    duration: 6,
  })
  expect(await withAddresses(ranges, async name => `https://cdn.example/${name}?signature=$&`)).toBe(
    ranges.replaceAll('media.mp4', () => 'https://cdn.example/media.mp4?signature=$&'),
  )
  expect(ask([part(start, [], { media: read })], start)).toContain(
    [
      '#EXT-X-MAP:URI="../0/720p/media.mp4",BYTERANGE="700@0"',
      ...['#EXT-X-PROGRAM-DATE-TIME:2026-11-23T17:00:00.000Z', '#EXTINF:4.000000,'],
      ...['#EXT-X-BYTERANGE:1000@700', '../0/720p/media.mp4'],
    ].join('\n'),
  )
})

describe('LIVE-05 C-138 the playlist of a simulated live class', () => {
  test('says all that it has to, byte for byte', () => {
    expect(ask([part(start, minute)], start + 21_500)).toBe(
      [
        ...['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-TARGETDURATION:4', '#EXT-X-MEDIA-SEQUENCE:2'],
        ...['#EXT-X-DISCONTINUITY-SEQUENCE:0', '#EXT-X-INDEPENDENT-SEGMENTS'],
        ...['#EXT-X-START:TIME-OFFSET=-14.500,PRECISE=YES', '#EXT-X-MAP:URI="../0/720p/init.mp4"'],
        ...[2, 3, 4, 5, 6, 7, 8].flatMap(nth => [
          `#EXT-X-PROGRAM-DATE-TIME:${new Date(start + 4000 * nth).toISOString()}`,
          ...['#EXTINF:4.000000,', `../0/720p/0000${nth}.m4s`],
        ]),
        '',
      ].join('\n'),
    )
  })

  test('begins with the first segments, and ends with the last that begins before the end', () => {
    const first = parse(ask([part(start, minute)], start))
    expect([first.mediaSequenceBase, first.segments.length, first.endlist]).toEqual([0, 3, false])
    const end = start + 30_000
    expect(parse(ask([part(start, minute)], end - 1, end)).endlist).toBe(false)
    const last = parse(ask([part(start, minute)], end, end))
    expect([last.endlist, last.segments.at(-1)?.uri]).toEqual([true, '../0/720p/00007.m4s'])
    expect(ask([part(start, minute)], end + 50_000, end)).toBe(ask([part(start, minute)], end, end))
    // What plays is over before the class is.
    expect(parse(ask([part(start, minute)], start + 60_000)).endlist).toBe(true)
    expect(parse(ask([part(start, minute)], start + 59_999)).endlist).toBe(false)
  })

  test('another class takes over behind all that was listed, at the same second, with its discontinuity', () => {
    const a = part(start, Array<number>(900).fill(4))
    const now = start + 100_000
    const next = media(Array<number>(900).fill(4))
    const end = start + 3_600_000
    const place = takeover({ parts: [a], now, start, end, next })
    expect(place).toEqual({ at: start + 116_000, first: 29, sequence: 29 })
    const parts = [a, { ...place, media: next }]
    const uris = (at: number) => parse(ask(parts, at)).segments.map(({ uri }) => uri)
    expect(uris(now)).toEqual(parse(ask([a], now)).segments.map(({ uri }) => uri))
    const across = parse(ask(parts, start + 110_000))
    expect(across.segments.findIndex(({ discontinuity }) => discontinuity)).toBe(5)
    expect(across.segments[5]).toMatchObject({
      uri: '../1/720p/00029.m4s',
      map: { uri: '../1/720p/init.mp4' },
    })
    expect(across.discontinuitySequenceBase ?? 0).toBe(0)
    const behind = parse(ask(parts, start + 140_000))
    expect([behind.discontinuitySequenceBase, behind.mediaSequenceBase]).toEqual([1, 32])
  })

  test('a stream that is gone has its numbers kept; a ladder without the rendition plays on in the others', () => {
    const gone = part(start, [], { media: undefined })
    const next = media(minute)
    const now = start + 20_000
    const place = takeover({ parts: [gone], now, start, end: start + 60_000, next })
    expect(place).toEqual({ at: now, first: 5, sequence: 37 })
    const list = parse(ask([gone, { ...place, media: next }], now))
    expect([list.mediaSequenceBase, list.discontinuitySequenceBase]).toEqual([37, 1])
  })

  const durations = fc.array(fc.double({ min: 1, max: 6, noNaN: true }), { minLength: 4, maxLength: 60 })
  const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC', 'Pacific/Apia']
  // Days on which a clock of these zones changes, and others.
  const days = ['2026-10-25', '2027-03-28', '2026-11-01', '2027-04-04', '2026-11-20']

  test('RFC 8216: at all moments of all classes, with whatever takes over, in every zone', () => {
    const sample = fc.record({
      zone: fc.constantFrom(...zones),
      day: fc.constantFrom(...days),
      hour: fc.integer({ min: 0, max: 23 }),
      streams: fc.array(fc.record({ durations, after: fc.integer({ min: 0, max: 120_000 }) }), {
        minLength: 1,
        maxLength: 4,
      }),
      length: fc.integer({ min: 10_000, max: 300_000 }),
      steps: fc.array(fc.integer({ min: 0, max: 9_000 }), { minLength: 1, maxLength: 30 }),
    })
    fc.assert(
      fc.property(sample, ({ zone, day, hour, streams, length, steps }) => {
        const begins = wallClock(zone).at(Date.parse(day) / 86_400_000, hour * 60)
        const end = begins + length
        const target = Math.max(...streams.flatMap(({ durations: all }) => all.map(Math.round)))
        // The longest segment is known from the beginning on: a ladder is always cut alike.
        const of = (all: readonly number[]) => media([...all, target])
        const parts: Part[] = [{ at: begins, first: 0, sequence: 0, media: of(streams[0]!.durations) }]
        let [now, change] = [begins, 1]
        let seen = new Map<number, string>()
        let [sequence, disc] = [0, 0]
        for (const step of steps) {
          now += step
          const next = streams[change]
          if (next !== undefined && next.after < now - begins && now < end) {
            const taken = of(next.durations)
            parts.push({ ...takeover({ parts, now, start: begins, end, next: taken }), media: taken })
            change++
          }
          const text = livePlaylist(parts, { now, end, folderOf: nth => `${nth}/` })
          // Another server, after a restart: the same bytes.
          expect(livePlaylist(structuredClone(parts), { now, end, folderOf: nth => `${nth}/` })).toBe(text)
          const list = parse(text)
          if (list.segments.length === 0) return
          const base = list.mediaSequenceBase ?? 0
          expect(base).toBeGreaterThanOrEqual(sequence)
          expect(list.discontinuitySequenceBase ?? 0).toBeGreaterThanOrEqual(disc)
          ;[sequence, disc] = [base, list.discontinuitySequenceBase ?? 0]
          let number = disc
          const numbered = new Map<number, string>()
          for (const [nth, { uri, duration, discontinuity, programDateTime }] of list.segments.entries()) {
            if (discontinuity) number++
            expect(Math.round(duration)).toBeLessThanOrEqual(list.targetDuration)
            // What a number stands for never changes, nor when it plays, nor after how many discontinuities.
            const told = `${uri} ${programDateTime?.toISOString()} ${number}`
            expect(seen.get(base + nth) ?? told).toBe(told)
            numbered.set(base + nth, told)
          }
          // Nothing goes from the end of the list.
          const last = Math.max(-1, ...seen.keys())
          expect(base + list.segments.length - 1).toBeGreaterThanOrEqual(last)
          expect(list.endlist || now < end).toBe(true)
          seen = numbered
        }
      }),
      { numRuns: 300 },
    )
  })

  test('whoever comes at a moment joins at its second: within a segment of every other', () => {
    const sample = fc.record({ all: durations, away: fc.integer({ min: 0, max: 200_000 }) })
    fc.assert(
      fc.property(sample, ({ all, away }) => {
        const parts = [part(start, all)]
        const now = start + away
        const text = ask(parts, now)
        const list = parse(text)
        if (list.endlist) return
        const offset = Number(/TIME-OFFSET=(-[\d.]+)/.exec(text)![1]) * 1000
        const last = segmentsOf(parts, start + 3_600_000).findLast(
          ({ begins }) => begins < now + leadOf(parts),
        )!
        expect(Math.abs(last.ends + offset - now)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('two servers give one digest at one instant', () => {
    const digest = () =>
      createHash('sha256')
        .update(ask([part(start, minute)], start + 12_345))
        .digest('hex')
    expect(digest()).toBe(digest())
  })
})
