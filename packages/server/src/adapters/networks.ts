import { BlockList, isIP } from 'node:net'
import type { Client } from '../kernel/http/observe.ts'
import type { NetworksPort } from '../ports/services.ts'

/** Whether a text is an address, or a network such as 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const bits = isIP(address) === 4 ? 32 : 128
  if (isIP(address) === 0 || more.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)
}

/** Addresses and networks as a list that can be asked about one address. */
export function toBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}

/** Whether an address is one of these networks'. */
export function createIsIn(networks: readonly string[]): (address: string) => boolean {
  const list = toBlockList(networks)
  return address => isIn(list, address)
}

/** Whether a list has an address; what is no address is in none. */
const isIn = (list: BlockList, address: string): boolean =>
  isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** Networks that rows name, KEY-01. */
export const networks: NetworksPort = { contain: (some, address) => isIn(toBlockList(some), address) }

/** What the adapter of Node hands on with a request. */
interface Incoming {
  incoming?: { socket?: { remoteAddress?: string } }
}

/**
 * Who calls: what a proxy of ours says of it in `X-Forwarded-For` and `X-Forwarded-Proto`, which anybody else could make up.
 * Of several addresses it is the last one that isn't a proxy of ours.
 */
export function createClientOf(
  proxies: readonly string[],
): (request: { env: unknown; header(name: string): string | undefined }) => Client {
  const isTrusted = createIsIn(proxies)
  return ({ env, header }) => {
    const connected = (env as Incoming | undefined)?.incoming?.socket?.remoteAddress ?? 'local'
    if (!isTrusted(connected)) return { address: connected, isSecure: false }
    const told = listOf(header('x-forwarded-for')).filter(address => isIP(address) !== 0)
    const address = told.findLast(each => !isTrusted(each)) ?? told[0] ?? connected
    return { address, isSecure: listOf(header('x-forwarded-proto'))[0] === 'https' }
  }
}

const listOf = (header: string | undefined): string[] => header?.split(',').map(part => part.trim()) ?? []
