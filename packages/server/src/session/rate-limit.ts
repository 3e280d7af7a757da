import { KinoraError } from '@kinora/core'
import type { Deps } from '../deps.ts'

/**
 * The rate limit of sign-ins: uses up an attempt of the account and of the address; throws `tooMany` with the seconds to wait
 * where either has none left.
 */
export async function assertRateLimit(
  { limits }: Pick<Deps, 'limits'>,
  keys: { account: string; address: string },
): Promise<void> {
  // An address that has none left doesn't fill the memory with accounts.
  const retryAfter = (await limits.address.take(keys.address)) ?? (await limits.account.take(keys.account))
  if (retryAfter !== undefined) throw new KinoraError('tooMany', { retryAfter })
}

/** The key of the rate limit: an address, or of IPv6 the network of 64 bits, of which one machine may use every address. */
export function rateLimitKeyOf(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%')
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/.exec(plain)?.[1]
  if (mapped !== undefined || !plain.includes(':')) return mapped ?? plain
  const [head = [], tail = []] = plain.split('::').map(part => part.split(':').filter(group => group !== ''))
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  const groups = [...head, ...zeros, ...tail].map(group => group.replace(/^0+(?=.)/, ''))
  return `${groups.slice(0, 4).join(':')}::/64`
}
