import { KinoraError } from '@kinora/core'
import type { Deps } from '../deps.ts'

/** Uses up a try for the account and for the address; throws `tooMany` with the seconds to wait where either has none left. */
export async function assertTriesLeft(
  { limits }: Pick<Deps, 'limits'>,
  keys: { account: string; address: string },
): Promise<void> {
  // Whoever has none left doesn't go on filling the memory with accounts.
  const retryAfter = (await limits.address.take(keys.address)) ?? (await limits.account.take(keys.account))
  if (retryAfter !== undefined) throw new KinoraError('tooMany', { retryAfter })
}

/** What tries are counted for: an address, or of IPv6 the network of 64 bits, of which one machine may use every address. */
export function networkOf(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%')
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/.exec(plain)?.[1]
  if (mapped !== undefined || !plain.includes(':')) return mapped ?? plain
  const [head = [], tail = []] = plain.split('::').map(part => part.split(':').filter(group => group !== ''))
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  const groups = [...head, ...zeros, ...tail].map(group => group.replace(/^0+(?=.)/, ''))
  return `${groups.slice(0, 4).join(':')}::/64`
}
