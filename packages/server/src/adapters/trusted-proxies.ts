import { isIP } from 'node:net'
import type { Client } from '../kernel/http/observe.ts'
import { toBlockList } from './networks.ts'

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
  const trusted = toBlockList(proxies)
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
  return ({ env, header }) => {
    const connected = (env as Incoming | undefined)?.incoming?.socket?.remoteAddress ?? 'local'
    if (!isTrusted(connected)) return { address: connected, isSecure: false }
    const told = listOf(header('x-forwarded-for')).filter(address => isIP(address) !== 0)
    const address = told.findLast(each => !isTrusted(each)) ?? told[0] ?? connected
    return { address, isSecure: listOf(header('x-forwarded-proto'))[0] === 'https' }
  }
}

const listOf = (header: string | undefined): string[] => header?.split(',').map(part => part.trim()) ?? []
