import { lookup as resolve } from 'node:dns'
import { lookup as lookupAll } from 'node:dns/promises'
import { type ClientRequest, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { AddressPort, Message, Reply } from '../ports/services.ts'
import { toBlockList } from './networks.ts'

const DEADLINE = 5000
const REDIRECTS = 3

type MayConnect = (address: string) => boolean
interface Answer {
  status: number
  location: string | undefined
}

/** C-96, C-134. `networks` are those of one's own that may be reached, none unless configured. */
export function createAddresses(networks: readonly string[]): AddressPort {
  const mayReach = createSsrfGuard(networks)
  return {
    async isAccessible(url, signal) {
      const stop = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE)])
      let next: string | undefined = url
      for (let hops = 0; next !== undefined && hops <= REDIRECTS; hops += 1) {
        const answer: Answer | undefined = await ask(next, mayReach, stop).catch(() => undefined)
        if (answer === undefined) return false
        if (answer.status < 300 || answer.status > 399) return isOpen(answer.status)
        next = targetOf(answer, next)
      }
      return false
    },
    async isPublic(url) {
      const host = hostOf(new URL(url))
      if (isIP(host) !== 0) return mayReach(host)
      const found = await lookupAll(host, { all: true }).catch(() => [])
      return found.every(({ address }) => mayReach(address))
    },
    post: (url, message) => post(url, message, mayReach),
  }
}

/** C-134 */
const isOpen = (status: number): boolean => status < 300 || status === 401 || status === 403

function targetOf({ location }: Answer, from: string): string | undefined {
  return location !== undefined && URL.canParse(location, from) ? new URL(location, from).href : undefined
}

/** One answer's head; its body is never read. The name is judged where the connection is made, so that it can't change in between. */
async function ask(url: string, mayReach: MayConnect, signal: AbortSignal): Promise<Answer> {
  const { target, request, options } = bounded(url, mayReach, signal)
  return new Promise((done, fail) => {
    const sent = request(
      target,
      { ...options, headers: { 'user-agent': 'Kinora address check' } },
      answer => {
        done({ status: answer.statusCode ?? 0, location: answer.headers.location })
        answer.destroy()
      },
    )
    settleAlways(sent, { signal, fail })
    sent.end()
  })
}

/** Where what answers changes to another protocol, a request of Node ends without an answer and without an error. */
function settleAlways(
  sent: ClientRequest,
  { signal, fail }: { signal: AbortSignal; fail(error: Error): void },
): void {
  sent.on('error', fail)
  sent.on('upgrade', (_, socket) => {
    socket.destroy()
    fail(new Error('answered with another protocol'))
  })
  signal.addEventListener('abort', () => fail(new Error('cut off')), { once: true })
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** A request that connects to what may be reached alone. */
function bounded(url: string, mayReach: MayConnect, signal: AbortSignal) {
  const target = new URL(url)
  const host = hostOf(target)
  if (!['http:', 'https:'].includes(target.protocol) || target.username !== '')
    throw new Error('not a web address')
  if (isIP(host) !== 0 && !mayReach(host)) throw new Error(notPublic)
  const request = target.protocol === 'https:' ? requestHttps : requestHttp
  return { target, request, options: { signal, lookup: lookupIn(mayReach), agent: false as const } }
}

const notPublic = 'not a public address'
/** Bytes of an answer that are kept. */
const KEPT = 4096

/** One message, and what came back: a redirect is an answer like any other. */
async function post(
  url: string,
  { headers, body, timeout, signal }: Message,
  mayReach: MayConnect,
): Promise<Reply> {
  const stop = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
  const { target, request, options } = bounded(url, mayReach, stop)
  const bytes = Buffer.from(body)
  return new Promise((done, fail) => {
    const lost = (error: Error) => fail(stop.aborted && !signal.aborted ? tooSlow(timeout) : error)
    const length = { 'content-length': String(bytes.length) }
    const sent = request(
      target,
      { ...options, method: 'POST', headers: { ...headers, ...length } },
      answer => {
        const kept: Buffer[] = []
        let size = 0
        const end = () => {
          done({
            status: answer.statusCode ?? 0,
            text: new TextDecoder().decode(Buffer.concat(kept).subarray(0, KEPT)),
          })
          answer.destroy()
        }
        answer.on('data', (piece: Buffer) => {
          kept.push(piece)
          size += piece.length
          if (size >= KEPT) end()
        })
        answer.on('end', end)
        answer.on('error', lost)
      },
    )
    settleAlways(sent, { signal: stop, fail: lost })
    sent.end(bytes)
  })
}

const tooSlow = (timeout: number) => new Error(`no answer within ${timeout / 1000} s`)

/** Resolves a name, and fails where any of its addresses is out of bounds. */
const lookupIn =
  (mayReach: MayConnect): LookupFunction =>
  (name, options, done) =>
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, [])
      if (found.length === 0 || !found.every(({ address }) => mayReach(address)))
        return done(new Error(notPublic), [])
      const [first] = found as [(typeof found)[number]]
      return options.all === true ? done(null, found) : done(null, first.address, first.family)
    })

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

/** Against SSRF (C-96): whether an address may be connected to: a public one, or one of the networks that were configured. */
export function createSsrfGuard(allowed: readonly string[]): (address: string) => boolean {
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
