import type { Network, World } from '../kernel/world.ts'
import { systemClock } from './clock.ts'
import { fetchByNode, sendFormByNode } from './network-node.ts'
import type { UndiciNetwork } from './network-undici.ts'
import { createPace, type Pace } from './pace.ts'

const proxies = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY']

type Form = Parameters<Required<Network>['sendForm']>

/**
 * Node's own client asks and sends forms; undici, which takes longer to load than most commands run, does proxies and
 * redirects (decision 0028).
 */
export function openNetwork(env: World['env']): Network {
  let opening: Promise<UndiciNetwork> | undefined
  let pace: Pace | undefined
  const undici = () => {
    opening ??= import('./network-undici.ts').then(({ openUndici }) => openUndici(env))
    return opening
  }
  const isProxied = proxies.some(name => env[name])
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const answer = isProxied ? undefined : await fetchByNode(String(url), init)
    return answer ?? (await undici()).fetch(url, init)
  }
  const sendForm = async (...[url, init, parts, hold]: Form): Promise<Response> => {
    const send = isProxied ? (await undici()).sendForm : sendFormByNode
    return send(url, init, parts, hold, pace)
  }
  return {
    fetch,
    sendForm,
    limit(bytesPerSecond) {
      pace = createPace(bytesPerSecond, systemClock)
    },
  }
}
