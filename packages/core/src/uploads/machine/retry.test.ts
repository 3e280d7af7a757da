import { describe, expect, test } from 'vitest'
import { KinoraError } from '../../kernel/errors.ts'
import { retryPolicy } from '../../kernel/retry.ts'
import { step } from './machine.ts'
import type { EngineState } from './states.ts'

const position = { nextChunk: 2, total: 4, sentBytes: 8 }
const uploading: EngineState = { kind: 'uploading', ...position, faults: 0 }
const processing: EngineState = {
  kind: 'processing',
  phase: 'encoding',
  digest: 'd',
  encoded: true,
  faults: 0,
}
const offline = new KinoraError('offline')

describe('UPLOAD-08 retries', () => {
  const failing = (error: KinoraError, limit = 40) => {
    let state: EngineState = uploading
    const delays: number[] = []
    while (delays.length < limit) {
      state = step(state, { type: 'fault', error, now: 0, random: 1 })[0]
      if (state.kind !== 'retrying') break
      delays.push(state.dueAt)
      state = step(state, { type: 'due' })[0]
    }
    return { state, delays }
  }
  test('wait longer each time up to half a minute, then ask the person', () => {
    const { state, delays } = failing(offline)
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000])
    expect(delays).toHaveLength(retryPolicy.work.tries)
    expect(state).toMatchObject({ kind: 'failed', phase: 'upload' })
  })
  test('honour what the server asks for, spread over half of it more', () => {
    expect(failing(new KinoraError('tooMany', { retryAfter: 60 })).delays[0]).toBe(90_000)
  })
  test('start from the beginning once a chunk has got through', () => {
    const [state] = step(
      { ...uploading, faults: 7 },
      { type: 'accepted', position: { ...position, nextChunk: 3 } },
    )
    expect(state).toMatchObject({ faults: 0 })
  })
  test('never end while the server works on the file', () => {
    let state: EngineState = processing
    for (let turn = 0; turn < 50; turn++)
      state = step(step(state, { type: 'fault', error: offline, now: 0, random: 1 })[0], { type: 'due' })[0]
    expect(state).toMatchObject({ kind: 'processing', encoded: true })
  })
})
