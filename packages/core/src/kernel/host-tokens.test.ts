import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHostTokens, type HostToken, type TokenReason } from './host-tokens.ts'

const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})
const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

/** A host that answers as `host.answer` says, and why it was asked. */
function setUp(first?: HostToken) {
  const host = { answer: (_: TokenReason): HostToken => first }
  const reasons: TokenReason[] = []
  const failures: unknown[] = []
  const tokens = createHostTokens(
    ({ reason }) => {
      reasons.push(reason)
      return host.answer(reason)
    },
    { onFailed: cause => failures.push(cause) },
  )
  return { host, reasons, failures, tokens }
}

describe('EMBED-01 how often a host is asked for its token', () => {
  test('once for all that need it, and not again while it is good', async () => {
    const { reasons, tokens } = setUp('one')
    await Promise.all([tokens.get(), tokens.get()])
    expect(await tokens.get()).toEqual({ token: 'one' })
    expect(reasons).toEqual(['start'])
  })

  test('a token that stays refused: once, then after half a minute, or when somebody wants to try', async () => {
    const { host, reasons, tokens } = setUp('bad')
    const call = async () => {
      const token = await tokens.get()
      if (token === undefined || token.token === 'good') return token?.token
      if ((await tokens.renew(token)) === undefined) tokens.clear()
      return undefined
    }
    for (let calls = 0; calls < 5; calls += 1) expect(await call()).toBeUndefined()
    expect(reasons).toEqual(['start', 'refused'])
    pass(MINUTE)
    for (let calls = 0; calls < 5; calls += 1) expect(await call()).toBeUndefined()
    expect(reasons).toEqual(['start', 'refused', 'start', 'refused'])
    host.answer = () => 'good'
    expect(await call()).toBeUndefined()
    tokens.askAnew()
    expect(await call()).toBe('good')
  })

  test('another token each time, none of which the server takes', async () => {
    const { host, reasons, tokens } = setUp()
    let count = 0
    host.answer = () => `bad-${++count}`
    const first = await tokens.get()
    const second = await tokens.renew(first!)
    expect(second).toEqual({ token: 'bad-2' })
    // A call that was on its way with the first goes on with the second.
    expect(await tokens.renew(first!)).toEqual(second)
    expect(await tokens.renew(second!)).toBeUndefined()
    expect(reasons).toEqual(['start', 'refused'])
  })

  test('nobody is signed in there', async () => {
    const { reasons, tokens } = setUp(null)
    expect([await tokens.get(), await tokens.get(), reasons]).toEqual([undefined, undefined, ['start']])
    pass(MINUTE)
    await tokens.get()
    expect(reasons).toEqual(['start', 'start'])
  })

  test('one that fails says so to each call, and is asked again five seconds later', async () => {
    const { host, reasons, failures, tokens } = setUp()
    const trouble = new Error('no identity provider')
    host.answer = () => {
      throw trouble
    }
    const failed = { code: 'server', issues: [{ code: 'ui.host.failed' }] }
    await expect(tokens.get()).rejects.toMatchObject(failed)
    await expect(tokens.get()).rejects.toMatchObject(failed)
    expect([reasons, failures]).toEqual([['start'], [trouble]])
    host.answer = () => 'one'
    pass(5000)
    expect(await tokens.get()).toEqual({ token: 'one' })
  })

  test.each(['<!doctype html>\n<title>Not found</title>', 'no session', 'naïve'])(
    'what can be no token is the host’s failure, not a server that is away: %j',
    async answer => {
      const { failures, tokens } = setUp(answer)
      await expect(tokens.get()).rejects.toMatchObject({ issues: [{ code: 'ui.host.failed' }] })
      expect(String(failures)).toContain(answer.slice(0, 5))
    },
  )

  test('before its end; where the host has no other, the one there is counts on', async () => {
    const { host, reasons, tokens } = setUp('one')
    await tokens.get()
    tokens.ends(new Date(Date.now() + MINUTE).toISOString())
    pass(MINUTE / 2 + 1)
    host.answer = () => undefined
    expect(await tokens.get()).toEqual({ token: 'one' })
    expect(await tokens.get()).toEqual({ token: 'one' })
    expect(reasons).toEqual(['start', 'ending'])
    host.answer = () => 'two'
    pass(MINUTE / 2)
    expect(await tokens.get()).toEqual({ token: 'two' })
    expect(reasons).toEqual(['start', 'ending', 'ending'])
  })
})
