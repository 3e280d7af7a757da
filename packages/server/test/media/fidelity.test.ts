import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { ffmpeg } from './clips.ts'
import {
  caseFile,
  colourOf,
  picture,
  pitchesOf,
  spacingOf,
  tagsOf,
  tone,
  useBench,
  withMatrix,
  x264,
} from './fidelity.ts'
import { durationOf, likeness, pictureOf } from './measure.ts'

const bench = useBench()
const even = (spacing: readonly number[]) => spacing.every(step => Math.abs(step - 1024 / 48_000) < 0.0005)

describe('VIDEO-11 what comes out is what went in', () => {
  test('a sound whose rate and channels change is whole, in every step', async () => {
    const source = caseFile('change.mp3')
    const heard = [...Array(5).fill(440), ...Array(4).fill(880)]
    const { sound } = await bench.ladder(source)
    const target = bench.at('change.m4a')
    await bench.media.normalise({ source, target })
    for (const file of [sound, target]) {
      const pitches = await pitchesOf(file)
      expect([...pitches.slice(1, 6), ...pitches.slice(7, 11)]).toEqual(heard)
      expect(pitches).toHaveLength(12)
      expect(even(await spacingOf(file))).toBe(true)
    }
  })

  test('a picture that is turned in the middle keeps its shape, and its sound', async () => {
    const { sound, picture: shown } = await bench.ladder(caseFile('res-rotate.mp4'))
    expect(await pitchesOf(sound)).toEqual(Array(12).fill(440))
    expect(even(await spacingOf(sound))).toBe(true)
    expect(await pictureOf(shown)).toEqual({ width: 640, height: 360, frames: 144 })
    const [bar, side] = [
      await colourOf(shown, 4.5, '100:360:0:0'),
      await colourOf(shown, 4.5, '180:20:230:0'),
    ]
    expect(Math.max(...bar)).toBeLessThan(20)
    expect(side[2]).toBeGreaterThan(150)
  })

  test('light that BT.709 cannot hold is brought into it, in picture and cover', async () => {
    const source = caseFile('hdr-hlg.mp4')
    const reference = bench.at('sdr.mp4')
    const colours = ['-f', 'lavfi', '-i', 'testsrc=size=640x360:rate=24:duration=1']
    await ffmpeg(...colours, ...x264, reference)
    const { picture: shown } = await bench.ladder(source)
    const target = bench.at('cover.jpg')
    await bench.media.cover({ source, target, at: 0 })
    expect(await tagsOf(shown)).toBe('yuv420p,tv,bt709,bt709,bt709')
    expect(await likeness(shown, reference)).toBeGreaterThan(20)
    expect(await likeness(target, reference)).toBeGreaterThan(20)
  })

  test('the track that is switched on and can be decoded is heard, and the other is named', async () => {
    const two = bench.at('two.mp4')
    const silent = ['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo:d=2']
    const order = [
      '-map',
      '0',
      '-map',
      '1',
      '-map',
      '2',
      '-disposition:a:0',
      '0',
      '-disposition:a:1',
      'default',
    ]
    await ffmpeg(
      ...picture('320x180', 2, 'red'),
      ...silent,
      ...tone(1000, 2),
      ...order,
      ...x264,
      '-c:a',
      'aac',
      '-shortest',
      two,
    )
    const strange = bench.at('strange.mp4')
    const bytes = await readFile(two)
    const at = bytes.indexOf('mp4a')
    bytes.write('apac', at, 'latin1')
    bytes.write('dapa', bytes.indexOf('esds', at), 'latin1')
    await writeFile(strange, bytes)
    const [default_, decoded] = [await bench.ladder(two), await bench.ladder(strange)]
    expect(await pitchesOf(default_.sound)).toEqual(Array(4).fill(1000))
    expect(await pitchesOf(decoded.sound)).toEqual(Array(4).fill(1000))
    expect(decoded.skipped).toEqual(['audio track 2 (unknown)'])
  })

  test('the last picture is held until the sound ends', async () => {
    const still = bench.at('still.mp4')
    const one = ['-f', 'lavfi', '-i', 'color=c=green:size=320x180:rate=1:duration=1']
    await ffmpeg(...one, ...tone(440, 4), ...x264, '-c:a', 'aac', still)
    const { picture: shown } = await bench.ladder(still)
    expect((await pictureOf(shown)).frames).toBe(4)
    expect((await colourOf(shown, 2.5))[1]).toBeGreaterThan(100)
  })

  test.each([
    ['3', 6.16],
    ['1', 6.4],
    ['1/2', 6.8],
    ['1/10', 23],
  ])('a film of %s pictures a second that ends in the midst of one is whole', async (rate, seconds) => {
    const slow = bench.at(`${seconds}.mp4`)
    const pictures = ['-f', 'lavfi', '-i', `testsrc2=size=160x90:rate=${rate}`]
    const cut = ['-t', String(seconds), ...x264, '-c:a', 'aac']
    await ffmpeg(...pictures, ...tone(440, seconds), ...cut, slow)
    const { sound, duration } = await bench.ladder(slow)
    expect(duration).toBeCloseTo(seconds, 1)
    expect(Math.abs((await durationOf(sound)) - seconds)).toBeLessThan(0.1)
  })

  test('a picture that is mirrored is shown mirrored', async () => {
    const plain = bench.at('plain.mp4')
    await ffmpeg(...picture('320x180', 1), ...x264, plain)
    const mirrored = bench.at('mirrored.mp4')
    await ffmpeg('-i', plain, '-vf', 'hflip', ...x264, mirrored)
    const { picture: shown } = await bench.ladder(
      await withMatrix(plain, bench.at('matrix.mp4'), [-1, 0, 0, 1]),
    )
    expect(await likeness(shown, mirrored)).toBeGreaterThan(25)
  })
})
