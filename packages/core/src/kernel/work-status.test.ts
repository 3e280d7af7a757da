import { describe, expect, test } from 'vitest'
import { type WorkEvent, type WorkState, workStatus } from './machine.ts'

const states: readonly WorkState[] = ['New', 'Processing', 'Stop', 'Complete', 'Cancelled']
const moves: readonly [WorkState, WorkEvent, WorkState][] = [
  ['New', 'process', 'Processing'],
  ['Stop', 'process', 'Processing'],
  ['Processing', 'complete', 'Complete'],
  ['Processing', 'stop', 'Stop'],
  ['Processing', 'abort', 'Cancelled'],
]

describe('E-6, BULK-02, BULK-03, C-42 work on an uploaded file', () => {
  const status = workStatus()
  test.each(moves)('%s, %s → %s', (from, event, to) => {
    expect(status.next(from, event)).toBe(to)
  })
  test('has no other move', () => {
    for (const state of states)
      for (const event of ['process', 'complete', 'stop', 'abort'] as const)
        expect([state, event, status.can(state, event)]).toEqual([
          state,
          event,
          moves.some(([from, by]) => from === state && by === event),
        ])
  })
  test('C-71 every instance is the same table', () => {
    expect(workStatus().table).toEqual(status.table)
  })
})
