import { describe, expect, test } from 'vitest'
import { conformAudio, conformVideo, toRotation } from './conform.ts'
import type { VideoStream } from './engine.ts'
import { constantFrameRate, displaySize, ladderHeights, scaledTo, videoTrack } from './plan.ts'
import { coverSize, coverTasks } from './steps.ts'

const stream: VideoStream = {
  index: 0,
  codec: 'h264',
  width: 1920,
  height: 1080,
  rotation: 'none',
  matrix: 'bt709',
  isWide: false,
  end: 10,
  pixelAspect: { num: 1, den: 1 },
  rate: { num: 25, den: 1 },
  peakRate: { num: 25, den: 1 },
  fields: 'progressive',
}

describe('VIDEO-11 the ladder never enlarges', () => {
  test.each([
    [2160, [1080, 720, 480, 360, 240]],
    [1080, [1080, 720, 480, 360, 240]],
    [1079, [720, 480, 360, 240]],
    [240, [240]],
    [239, [238]],
    [1, [2]],
  ])('%i', (height, expected) => expect(ladderHeights(height)).toEqual(expected))

  test.each([
    [{ width: 1920, height: 1080 }, 480, { width: 854, height: 480 }],
    [{ width: 853, height: 480 }, 480, { width: 852, height: 480 }],
    [{ width: 640, height: 360 }, 720, { width: 640, height: 360 }],
    [{ width: 255, height: 143 }, 142, { width: 254, height: 142 }],
  ])('%o at %i', (source, height, expected) => expect(scaledTo(source, height)).toEqual(expected))
})

describe('UPLOAD the size that is shown', () => {
  test.each([
    [{}, { width: 1920, height: 1080 }],
    [{ rotation: 'clockwise' as const }, { width: 1080, height: 1920 }],
    [
      { width: 1440, pixelAspect: { num: 4, den: 3 } },
      { width: 1920, height: 1080 },
    ],
    [{ pixelAspect: { num: 0, den: 1 } }, { width: 1920, height: 1080 }],
  ])('%o', (change, expected) => expect(displaySize({ ...stream, ...change })).toEqual(expected))
})

describe('VIDEO-11 a steady rate and groups of at least 4 s', () => {
  test.each([
    [{ num: 25, den: 1 }, '25/1', '100'],
    [{ num: 30000, den: 1001 }, '30000/1001', '120'],
    [{ num: 2997, den: 100 }, '30000/1001', '120'],
    [{ num: 120, den: 1 }, '60/1', '240'],
    [{ num: 37, den: 2 }, '18500/1000', '74'],
    [{ num: 0, den: 0 }, '25/1', '100'],
  ])('%o', (rate, fps, group) => {
    const made = constantFrameRate({ rate, peakRate: rate })
    expect(`${made.num}/${made.den}`).toBe(fps)
    expect(videoTrack({ ...stream, rate, peakRate: rate }, 720, 10).options.g).toBe(group)
  })

  test.each([
    ['a screen recording', '72/7', '60/1', '60/1', '240'],
    ['a telephone that lost some frames', '2987/100', '30/1', '30/1', '120'],
    ['a telephone in a fine time scale', '2987/100', '90000/1', '30/1', '120'],
    ['slow frames in a fine time scale', '72/7', '1000/1', '30/1', '120'],
    ['fast frames in a fine time scale', '4710/100', '600/1', '60/1', '240'],
    ['a peak that is no usual rate', '72/7', '18/1', '18000/1000', '72'],
    ['a peak counted in fields', '25/1', '50/1', '25/1', '100'],
    ['slow motion', '240/1', '240/1', '60/1', '240'],
    ['no average', '0/0', '30/1', '30/1', '120'],
    ['no peak', '24000/1001', '0/0', '24000/1001', '96'],
  ])('keeps the peaks of %s', (_, average, most, fps, group) => {
    const [rate, peakRate] = [average, most].map(text => {
      const [num = 0, den = 0] = text.split('/').map(Number)
      return { num, den }
    })
    const track = videoTrack({ ...stream, rate: rate!, peakRate: peakRate! }, 720, 10)
    expect(track.filter).toMatch(new RegExp(`^fps=${fps}:`))
    expect(track.options).toMatchObject({ g: group, keyint_min: group })
  })
})

describe('VIDEO-11 interlaced sources', () => {
  test.each([
    ['interlaced', /^bwdif=mode=send_frame:deint=all,scale=/],
    ['unknown', /^bwdif=mode=send_frame:deint=interlaced,scale=/],
    ['progressive', /^scale=/],
  ] as const)('%s: whole pictures are made before anything is scaled', (fields, filter) => {
    expect(conformVideo({ ...stream, fields }, { width: 1280, height: 720 })).toMatch(filter)
    const job = { source: 'a', video: { ...stream, fields }, duration: 10, target: 'b' }
    expect(coverTasks(job)[0]!.filter).toMatch(filter)
  })
})

describe('VIDEO-05 surround sound', () => {
  test('is mixed down before anything else happens to it', () => {
    expect(conformAudio).toMatch(/channel_layouts=stereo$/)
  })
})

describe('VIDEO-11 all eight ways that a picture may lie in its file', () => {
  test.each([
    ['none', [1, 0, 0, 1]],
    ['mirrored', [-1, 0, 0, 1]],
    ['half', [-1, 0, 0, -1]],
    ['flipped', [1, 0, 0, -1]],
    ['clockwise', [0, 1, -1, 0]],
    ['counter', [0, -1, 1, 0]],
    ['diagonal', [0, 1, 1, 0]],
    ['antidiagonal', [0, -1, -1, 0]],
  ] as const)('%s', (rotation, matrix) => expect(toRotation(matrix)).toBe(rotation))
})

describe('TITLE-13 the cover is 16:9, at most 1920x1080', () => {
  test.each([
    [
      { width: 3840, height: 2160 },
      { width: 1920, height: 1080 },
    ],
    [
      { width: 853, height: 480 },
      { width: 852, height: 480 },
    ],
    [
      { width: 640, height: 640 },
      { width: 640, height: 360 },
    ],
    [
      { width: 1080, height: 1920 },
      { width: 1080, height: 608 },
    ],
  ])('%o', (source, expected) => expect(coverSize(source)).toEqual(expected))
})
