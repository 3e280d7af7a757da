import { describe, expect, test } from 'vitest'
import type { Send } from '../kernel/client.ts'
import { createFakeClock } from '../uploads/testing/clock.ts'
import { createLiveTitles, LIVE_INTERVAL } from './live.ts'

const never = new AbortController().signal
const breathe = () => new Promise(resolve => setTimeout(resolve, 0))

/** A feed over a server that answers each tag with the number of the request. */
function createFeed() {
  const clock = createFakeClock()
  const asked: [string[], string | undefined][] = []
  const state = { isHidden: false, fails: false }
  const send = (async (
    _: unknown,
    { titleTags }: { titleTags: string[] },
    options?: { headers?: Record<string, string> },
  ) => {
    asked.push([titleTags, options?.headers?.tenantId])
    const request = asked.length
    await breathe()
    if (state.fails) throw new Error('no')
    return { data: titleTags.filter(tag => tag !== 'gone').map(tag => ({ tag, version: request })) }
  }) as unknown as Send
  const live = createLiveTitles({ ...clock, send, isHidden: () => state.isHidden })
  const pass = async (milliseconds = 0) => {
    clock.advance(milliseconds)
    await breathe()
    await breathe()
  }
  return { live, asked, state, pass, version: (tag: string) => live.getSnapshot().get(tag)?.version }
}

describe('VIDEO-07 one poll for all that follow titles', () => {
  test('CONST-10 list, page and queue share one request each 1500 ms', async () => {
    const { live, asked, pass, version } = createFeed()
    const stops = [live.watch(['a', 'b'], undefined), live.watch(['b', 'c'], undefined)]
    const queue = live.next('b', undefined, never)
    await pass()
    expect(asked).toEqual([[['a', 'b', 'c'], undefined]])
    expect((await queue)?.version).toBe(1)
    await pass(LIVE_INTERVAL - 1)
    expect(asked).toHaveLength(1)
    expect((await live.next('c', undefined, never))?.version).toBe(1)
    await pass(1)
    expect([asked.length, version('a')]).toEqual([2, 2])
    for (const stop of stops) stop()
    expect(live.getSnapshot().size).toBe(0)
    await pass(LIVE_INTERVAL * 3)
    expect(asked).toHaveLength(2)
  })

  test('ROLE-06 each tenant that support acts for is asked for by itself', async () => {
    const { live, asked, pass } = createFeed()
    live.watch(['a'], undefined)
    live.watch(['b'], 't-1')
    await pass()
    expect(asked).toEqual([
      [['a'], undefined],
      [['b'], 't-1'],
    ])
  })

  test('a write counts more than an answer that was asked for before it', async () => {
    const { live, asked, pass, version } = createFeed()
    live.watch(['a'], undefined)
    await Promise.resolve()
    void pass()
    expect(asked).toHaveLength(1)
    live.expire()
    await breathe()
    expect(version('a')).toBeUndefined()
    await pass()
    expect(version('a')).toBe(2)
  })

  test('while a look is under way, or after one that failed, nobody is told what was known before it', async () => {
    const { live, state, pass } = createFeed()
    live.watch(['a'], undefined)
    await pass()
    live.expire()
    void pass()
    const meanwhile = live.next('a', undefined, never)
    await pass()
    await pass(LIVE_INTERVAL)
    expect((await meanwhile)?.version).toBe(3)
    state.fails = true
    await pass(LIVE_INTERVAL)
    const afterwards = live.next('a', undefined, never).catch(() => 'failed')
    await pass(LIVE_INTERVAL)
    expect(await afterwards).toBe('failed')
  })

  test('a page that nobody sees asks for what the queue waits for alone', async () => {
    const { live, asked, state, pass } = createFeed()
    state.isHidden = true
    live.watch(['a'], undefined)
    void live.next('b', undefined, never)
    await pass()
    expect(asked).toEqual([[['b'], undefined]])
  })

  test('what failed rejects for those who wait, and is asked for again for those who watch', async () => {
    const { live, state, pass, version } = createFeed()
    state.fails = true
    live.watch(['a'], undefined)
    const waiting = live.next('a', undefined, never).catch(() => 'failed')
    await pass()
    expect(await waiting).toBe('failed')
    state.fails = false
    await pass(LIVE_INTERVAL)
    expect(version('a')).toBe(2)
    const gone = live.next('gone', undefined, never)
    await pass(LIVE_INTERVAL)
    expect(await gone).toBeUndefined()
  })
})
