import { isIP } from 'node:net'
import { toBlockList } from './networks.ts'

/** What is no part of the public internet: private, local, reserved and documentation networks (RFC 6890), and tunnels into them. */
const reserved = {
  ipv4: [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
    ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
    ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ],
  /** Of all others, only 2000::/3 is public. */
  ipv6: ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
} as const

/** C-96: whether an address may be connected to: a public one, or one of the networks that were configured. */
export function createReach(allowed: readonly string[]): (address: string) => boolean {
  const own = toBlockList(allowed)
  const closed = { ipv4: toBlockList(reserved.ipv4), ipv6: toBlockList(reserved.ipv6) }
  const open = toBlockList(['2000::/3'])
  return address => {
    const version = isIP(address)
    if (version === 0) return false
    const family = version === 4 ? 'ipv4' : 'ipv6'
    if (own.check(address, family)) return true
    return !closed[family].check(address, family) && (family === 'ipv4' || open.check(address, family))
  }
}
