import { describe, expect, test } from 'vitest'
import { createStatementCache } from './statement-cache.ts'

describe('statements that are repeated', () => {
  test('are known from the second time on, with what is kept of them', () => {
    const cache = createStatementCache<string>(2)
    expect([cache.seenBefore('a'), cache.seenBefore('a'), cache.get('a')]).toEqual([false, true, undefined])
    cache.keep('a', 'kept')
    expect(cache.get('a')).toBe('kept')
    cache.forget('a')
    expect(cache.seenBefore('a')).toBe(false)
  })

  test('are found among many that were asked once; what is kept never makes room', () => {
    const cache = createStatementCache<string>(3)
    cache.seenBefore('first')
    cache.keep('first', 'kept')
    for (let count = 0; count < 100; count++) cache.seenBefore(`once ${count}`)
    cache.seenBefore('later')
    expect([cache.seenBefore('later'), cache.get('first')]).toEqual([true, 'kept'])
    cache.keep('later', 'kept')
    cache.seenBefore('third')
    cache.keep('third', 'kept')
    expect([cache.seenBefore('fourth'), cache.seenBefore('fourth')]).toEqual([false, false])
  })
})
