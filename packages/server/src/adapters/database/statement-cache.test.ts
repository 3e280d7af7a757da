import { describe, expect, it } from 'vitest'
import { createAskedAgain } from './statement-cache.ts'

describe('statements that are asked again', () => {
  it('are known from the second time on, with what is kept of them', () => {
    const asked = createAskedAgain<string>(2)
    expect([asked.note('a'), asked.note('a'), asked.get('a')]).toEqual([false, true, undefined])
    asked.keep('a', 'kept')
    expect(asked.get('a')).toBe('kept')
    asked.forget('a')
    expect(asked.note('a')).toBe(false)
  })

  it('are found among many that were asked once; what is kept never makes room', () => {
    const asked = createAskedAgain<string>(3)
    asked.note('first')
    asked.keep('first', 'kept')
    for (let count = 0; count < 100; count++) asked.note(`once ${count}`)
    asked.note('later')
    expect([asked.note('later'), asked.get('first')]).toEqual([true, 'kept'])
    asked.keep('later', 'kept')
    asked.note('third')
    asked.keep('third', 'kept')
    expect([asked.note('fourth'), asked.note('fourth')]).toEqual([false, false])
  })
})
