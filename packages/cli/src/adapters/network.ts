import type { Network, World } from '../kernel/world.ts'
import { fetchPlain } from './plain-fetch.ts'

const proxies = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY']

/**
 * Node's own client asks and undici does the rest: proxies, redirects and forms. Loading undici takes longer than most
 * commands, so it is loaded where it is needed (decision 0017).
 */
export async function loadNetwork(env: World['env']): Promise<Network> {
  let opening: Promise<Required<Network>> | undefined
  const undici = () => {
    opening ??= import('./network-undici.ts').then(({ openUndici }) => openUndici(env))
    return opening
  }
  const isProxied = proxies.some(name => env[name])
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const answer = isProxied ? undefined : await fetchPlain(String(url), init)
    return answer ?? (await undici()).fetch(url, init)
  }
  return { fetch, sendForm: async (...form) => (await undici()).sendForm(...form) }
}
