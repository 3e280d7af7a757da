import { describe, expect, it } from 'vitest'
import { coverSize } from './cover.ts'
import type { VideoStream } from './engine.ts'
import { displaySize, ladderHeights, scaledTo, steadyRate, videoTrack } from './plan.ts'

const stream: VideoStream = {
  index: 0,
  codec: 'h264',
  width: 1920,
  height: 1080,
  rotation: 0,
  pixelAspect: { num: 1, den: 1 },
  rate: { num: 25, den: 1 },
}

describe('VIDEO-11 the ladder never enlarges', () => {
  it.each([
    [2160, [1080, 720, 480, 360, 240]],
    [1080, [1080, 720, 480, 360, 240]],
    [1079, [720, 480, 360, 240]],
    [240, [240]],
    [239, [238]],
    [1, [2]],
  ])('%i', (height, expected) => expect(ladderHeights(height)).toEqual(expected))

  it.each([
    [{ width: 1920, height: 1080 }, 480, { width: 854, height: 480 }],
    [{ width: 853, height: 480 }, 480, { width: 852, height: 480 }],
    [{ width: 640, height: 360 }, 720, { width: 640, height: 360 }],
    [{ width: 255, height: 143 }, 142, { width: 254, height: 142 }],
  ])('%o at %i', (source, height, expected) => expect(scaledTo(source, height)).toEqual(expected))
})

describe('UPLOAD the size that is shown', () => {
  it.each([
    [{}, { width: 1920, height: 1080 }],
    [{ rotation: 90 as const }, { width: 1080, height: 1920 }],
    [
      { width: 1440, pixelAspect: { num: 4, den: 3 } },
      { width: 1920, height: 1080 },
    ],
    [{ pixelAspect: { num: 0, den: 1 } }, { width: 1920, height: 1080 }],
  ])('%o', (change, expected) => expect(displaySize({ ...stream, ...change })).toEqual(expected))
})

describe('VIDEO-11 a steady rate and groups of at least 4 s', () => {
  it.each([
    [{ num: 25, den: 1 }, '25/1', '100'],
    [{ num: 30000, den: 1001 }, '30000/1001', '120'],
    [{ num: 2997, den: 100 }, '30000/1001', '120'],
    [{ num: 120, den: 1 }, '60/1', '240'],
    [{ num: 37, den: 2 }, '18500/1000', '74'],
    [{ num: 0, den: 0 }, '25/1', '100'],
  ])('%o', (rate, fps, group) => {
    const made = steadyRate(rate)
    expect(`${made.num}/${made.den}`).toBe(fps)
    expect(videoTrack({ ...stream, rate }, 720).options.g).toBe(group)
  })
})

describe('TITLE-13 the cover is 16:9, at most 1920x1080', () => {
  it.each([
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
