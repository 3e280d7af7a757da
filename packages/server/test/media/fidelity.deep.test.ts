import { describe, expect, test } from 'vitest'
import { ffmpeg } from './clips.ts'
import {
  colourOf,
  makeChange,
  makeSizes,
  type Part,
  picture,
  pitchesOf,
  spacingOf,
  tone,
  useBench,
  withMatrix,
  x264,
} from './fidelity.ts'
import { durationOf, likeness, pictureOf } from './measure.ts'

const bench = useBench()
const expectEven = async (file: string) => {
  for (const step of await spacingOf(file)) expect(Math.abs(step - 1024 / 48_000)).toBeLessThan(0.0005)
}

const kinds: readonly Part[] = [
  { rate: 44_100, channels: 1 },
  { rate: 44_100, channels: 2 },
  { rate: 48_000, channels: 2 },
  { rate: 22_050, channels: 1 },
]
const changes = kinds.flatMap(from => kinds.filter(to => to !== from).map(to => [from, to] as const))
const named = ([from, to]: readonly [Part, Part]) =>
  `${from.rate} Hz x ${from.channels} to ${to.rate} Hz x ${to.channels}`

describe.each(['mp3', 'aac'] as const)('VIDEO-11 a sound that changes inside its file: %s', codec => {
  test.each(changes.map(change => [named(change), change] as const))('%s', async (name, change) => {
    const source = await makeChange(bench.at(`${name.replaceAll(' ', '-')}.${codec}`), codec, change)
    const { sound } = await bench.ladder(source)
    const pitches = await pitchesOf(sound)
    expect(pitches.slice(1, 5)).toEqual(Array(4).fill(440))
    expect(pitches.slice(7, 11)).toEqual(Array(4).fill(880))
    expect(Math.abs((await durationOf(sound)) - 6)).toBeLessThan(0.3)
    await expectEven(sound)
  })
})

describe('VIDEO-11 a picture that changes inside its file', () => {
  test.each([
    ['640x360', '1280x720'],
    ['1280x720', '640x360'],
    ['640x360', '360x640'],
    ['360x640', '640x360'],
    ['640x360', '480x360'],
  ] as const)('from %s to %s', async (from, to) => {
    const { sound, picture: shown } = await bench.ladder(
      await makeSizes(bench.at(`${from}-${to}.mp4`), [from, to]),
    )
    expect(await pitchesOf(sound)).toEqual(Array(12).fill(440))
    await expectEven(sound)
    expect((await pictureOf(shown)).frames).toBe(144)
    expect((await colourOf(shown, 1, '40:40:iw/2-20:ih/2-20'))[0]).toBeGreaterThan(200)
    expect((await colourOf(shown, 5, '40:40:iw/2-20:ih/2-20'))[2]).toBeGreaterThan(200)
  })
})

describe('VIDEO-11 all eight ways a picture may lie in its file', () => {
  test.each([
    ['as it is', [1, 0, 0, 1], 'null'],
    ['mirrored', [-1, 0, 0, 1], 'hflip'],
    ['upside down', [-1, 0, 0, -1], 'hflip,vflip'],
    ['mirrored upside down', [1, 0, 0, -1], 'vflip'],
    ['a quarter to the right', [0, 1, -1, 0], 'transpose=clock'],
    ['a quarter to the left', [0, -1, 1, 0], 'transpose=cclock'],
    ['across one diagonal', [0, 1, 1, 0], 'transpose=cclock_flip'],
    ['across the other', [0, -1, -1, 0], 'transpose=clock_flip'],
  ] as const)('%s', async (name, matrix, filter) => {
    const plain = bench.at(`${name}.plain.mp4`)
    await ffmpeg(...picture('320x180', 1), ...x264, plain)
    const reference = bench.at(`${name}.reference.mp4`)
    await ffmpeg('-i', plain, '-vf', filter, ...x264, reference)
    const source = await withMatrix(plain, bench.at(`${name}.mp4`), matrix)
    const { picture: shown } = await bench.ladder(source)
    expect(await likeness(shown, reference)).toBeGreaterThan(20)
    const target = bench.at(`${name}.jpg`)
    await bench.media.rendition({ source, target: `${target}.mp4`, height: 180 })
    expect(await likeness(`${target}.mp4`, reference)).toBeGreaterThan(20)
  })
})

describe('VIDEO-11 neighbours', () => {
  const film = async (name: string, ...args: string[]) => {
    const source = bench.at(name)
    await ffmpeg(...args, ...x264, '-c:a', 'aac', source)
    return source
  }
  const heard = (pitch: number, from: number, to: number, until: number) =>
    Array.from({ length: 2 * until }, (_, at) => (at >= 2 * from && at < 2 * to ? pitch : 0))

  test('sound that begins late begins late', async () => {
    const late = ['-map', '0', '-map', '1']
    const source = await film(
      'late.mp4',
      ...picture('320x180', 6),
      '-itsoffset',
      '2',
      ...tone(440, 4),
      ...late,
    )
    const { sound } = await bench.ladder(source)
    expect((await pitchesOf(sound)).slice(0, 11)).toEqual(heard(440, 2, 6, 6).slice(0, 11))
    await expectEven(sound)
  })

  test('sound with a hole keeps its hole', async () => {
    const hole = ['-af', "aselect='lt(t,2)+gt(t,4)'"]
    const { sound } = await bench.ladder(
      await film('hole.mp4', ...picture('320x180', 6), ...tone(440, 6), ...hole),
    )
    const pitches = await pitchesOf(sound)
    expect([pitches[1], pitches[5], pitches[6], pitches[10]]).toEqual([440, 0, 0, 440])
    await expectEven(sound)
  })

  test('a pause that the source has is no fault', async () => {
    const pause = ['-af', "volume=0:enable='between(t,1,3)'"]
    const { sound } = await bench.ladder(
      await film('pause.mp4', ...picture('320x180', 4), ...tone(440, 4), ...pause),
    )
    const pitches = await pitchesOf(sound)
    expect([pitches[1], pitches[3], pitches[4], pitches[7]]).toEqual([440, 0, 0, 440])
  })

  test.each([
    ['sound longer', 2, 5],
    ['picture longer', 5, 2],
  ] as const)('%s', async (name, shown, heardFor) => {
    const made = await bench.ladder(
      await film(`${name}.mp4`, ...picture('320x180', shown), ...tone(440, heardFor)),
    )
    expect((await pictureOf(made.picture)).frames).toBe(5 * 24)
    expect(Math.abs((await durationOf(made.sound)) - heardFor)).toBeLessThan(0.1)
  })

  test('the middle channel of 7.1 is heard', async () => {
    const middle = ['-af', 'pan=7.1|c2=c0']
    const { sound } = await bench.ladder(
      await film('seven.mp4', ...picture('320x180', 2), ...tone(440, 2), ...middle),
    )
    expect(await pitchesOf(sound)).toEqual(Array(4).fill(440))
  })

  test('full range and BT.601 look as they do in the source', async () => {
    const full = ['-vf', 'scale=out_color_matrix=bt601:out_range=full,format=yuvj420p']
    const tags = ['-color_range', 'pc', '-colorspace', 'smpte170m']
    const source = await film('full.mp4', ...picture('640x360', 1), ...full, ...tags)
    const { picture: shown } = await bench.ladder(source)
    expect(await likeness(shown, source)).toBeGreaterThan(25)
  })
})
