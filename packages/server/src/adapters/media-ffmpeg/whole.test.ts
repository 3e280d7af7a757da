import { describe, expect, test } from 'vitest'
import type { DecodedSource, EncodeTask, Engine, Packet, Span } from './engine.ts'
import { noCanvas } from './plan.ts'
import { checkResult } from './whole.ts'

const unasked = () => Promise.reject(new Error('not asked for'))
const frame = 1024 / 48_000
const packetsOf = (seconds: number): Packet[] =>
  Array.from({ length: Math.round(seconds / frame) }, (_, at) => ({ at: at * frame, duration: frame }))

const task: EncodeTask = {
  source: 'source.mp4',
  start: 0,
  duration: 6,
  video: undefined,
  audio: { index: 1, codec: 'aac', end: 6, isTimed: true },
  canvas: noCanvas,
  outputs: [
    {
      format: 'mp4',
      path: 'made.mp4',
      options: {},
      video: undefined,
      audio: { filter: '', codec: 'aac', options: {} },
    },
  ],
}

interface Result {
  made?: Packet[]
  silent?: Span[]
  source?: Packet[]
  decoded?: Partial<DecodedSource>
}

function check({
  made = packetsOf(6),
  silent = [],
  source = packetsOf(6),
  decoded = {},
}: Result): Promise<void> {
  const engine: Engine = {
    name: 'as told',
    inspect: unasked,
    encode: unasked,
    still: unasked,
    loudness: unasked,
    packets: async file => (file === task.source ? source : made),
    silences: async () => silent,
  }
  return checkResult(engine, task, { videoEnd: undefined, audioEnd: 6, silences: [], ...decoded }, undefined)
}

describe('VIDEO-14 a result counts when it holds what the source holds', () => {
  const pause = { from: 2, to: 3 }
  const apart = [...packetsOf(2), ...packetsOf(3).map(({ at, duration }) => ({ at: at + 3, duration }))]

  test.each<[string, Result]>([
    ['the same', {}],
    ['a pause that the source has', { silent: [pause], decoded: { silences: [{ from: 1.95, to: 3.05 }] } }],
    ['a pause where the source has no packets', { silent: [pause], source: apart }],
  ])('%s counts', async (_, result) => expect(await check(result)).toBeUndefined())

  test.each<[string, Result, string]>([
    ['dead air', { silent: [pause] }, 'altered'],
    ['uneven packets', { made: apart }, 'altered'],
    [
      'packets on top of each other',
      { made: packetsOf(6).map((each, at) => (at === 9 ? packetsOf(6)[8]! : each)) },
      'altered',
    ],
    ['too much sound', { made: packetsOf(6.5) }, 'altered'],
    ['half of the sound', { made: packetsOf(3) }, 'unreadable'],
    ['half of the source', { decoded: { audioEnd: 3 } }, 'unreadable'],
  ])('%s does not', async (_, result, reason) => {
    await expect(check(result)).rejects.toMatchObject({ reason, retryable: false })
  })
})
