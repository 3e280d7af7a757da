import { describe, expect, test } from 'vitest'
import { createRateLimits } from '../adapters/rate-limits.ts'
import { assertRateLimit, rateLimitKeyOf } from './rate-limit.ts'

describe('ERR-T1 what tries are counted for', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['local', 'local'],
    ['::1', '0:0:0:0::/64'],
    ['2001:DB8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0000:0000:aaaa:bbbb:cccc:dddd', '2001:db8:0:0::/64'],
    ['2001:db8:0:1::', '2001:db8:0:1::/64'],
    ['2001:db8:1:2:3:4:192.0.2.7', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (address, network) => expect(rateLimitKeyOf(address)).toBe(network))

  test('an address without any left counts no further accounts', async () => {
    const limits = createRateLimits(new Uint8Array(32))
    const accounts: string[] = []
    const account = {
      ...limits.account,
      take: (key: string) => {
        accounts.push(key)
        return limits.account.take(key)
      },
    }
    const tries = Array.from({ length: 120 }, (_, nth) =>
      assertRateLimit({ limits: { ...limits, account } }, { account: `${nth}@studio.test`, address: 'one' }),
    )
    const ended = await Promise.allSettled(tries)
    expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(20)
    expect(accounts).toHaveLength(100)
  })
})
