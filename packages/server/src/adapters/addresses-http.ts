import { lookup as resolve } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { AddressPort } from '../ports/addresses.ts'
import { createReach } from './public-networks.ts'

const DEADLINE = 5000
const REDIRECTS = 3

type MayReach = (address: string) => boolean
interface Answer {
  status: number
  location: string | undefined
}

/** C-96, C-134. `networks` are those of one's own that may be reached, none unless configured. */
export function createAddresses(networks: readonly string[]): AddressPort {
  const mayReach = createReach(networks)
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
  }
}

/** C-134 */
const isOpen = (status: number): boolean => status < 300 || status === 401 || status === 403

function targetOf({ location }: Answer, from: string): string | undefined {
  return location !== undefined && URL.canParse(location, from) ? new URL(location, from).href : undefined
}

/** One answer's head; its body is never read. The name is judged where the connection is made, so that it can't change in between. */
async function ask(url: string, mayReach: MayReach, signal: AbortSignal): Promise<Answer> {
  const target = new URL(url)
  const host = target.hostname.replace(/^\[|\]$/g, '')
  if (!['http:', 'https:'].includes(target.protocol) || target.username !== '')
    throw new Error('not a web address')
  if (isIP(host) !== 0 && !mayReach(host)) throw new Error('not a public address')
  const request = target.protocol === 'https:' ? requestHttps : requestHttp
  const options = { signal, lookup: lookupIn(mayReach), agent: false as const }
  return new Promise((done, fail) => {
    const sent = request(
      target,
      { ...options, headers: { 'user-agent': 'Kinora address check' } },
      answer => {
        done({ status: answer.statusCode ?? 0, location: answer.headers.location })
        answer.destroy()
      },
    )
    sent.on('error', fail)
    sent.end()
  })
}

/** Resolves a name, and fails where any of its addresses is out of bounds. */
const lookupIn =
  (mayReach: MayReach): LookupFunction =>
  (name, options, done) =>
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, [])
      if (found.length === 0 || !found.every(({ address }) => mayReach(address)))
        return done(new Error('not a public address'), [])
      const [first] = found as [(typeof found)[number]]
      return options.all === true ? done(null, found) : done(null, first.address, first.family)
    })
