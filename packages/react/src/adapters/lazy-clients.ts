import type {
  KeyValueStore,
  LiveSnapshot,
  LiveTitles,
  LiveTitlesPorts,
  Messages,
  Session,
} from '@kinora/core'
import type { DigestPart } from './digest-client.ts'
import type { ServerTexts } from './server-texts.ts'

/** Digests from a worker, whose client is loaded with the first file. */
export function createLazyDigest(start: () => Worker): DigestPart {
  let client: Promise<DigestPart> | undefined
  return async (file, from, to) => {
    client ??= import('./digest-client.ts').then(({ createDigestClient }) => createDigestClient(start))
    return (await client)(file, from, to)
  }
}

const nothing: LiveSnapshot = new Map()
/** Milliseconds before the first poll: what is followed was read just now. */
const FIRST_POLL_DELAY = 1500

/** The poll of titles; its script comes with the first title that is followed. */
export function createLazyLive(ports: LiveTitlesPorts): LiveTitles {
  const listeners = new Set<() => void>()
  let live: LiveTitles | undefined
  const load = async (): Promise<LiveTitles> => {
    const { createLiveTitles } = await import('@kinora/core/live')
    if (live === undefined) {
      live = createLiveTitles(ports)
      live.subscribe(() => {
        for (const listener of listeners) listener()
      })
    }
    return live
  }
  return {
    getSnapshot: () => live?.getSnapshot() ?? nothing,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    watch(tags, tenantId) {
      let stop: (() => void) | undefined
      let isOver = tags.length === 0
      const begin = async () => {
        const loaded = await load().catch(() => undefined)
        if (!isOver) stop = loaded?.watch(tags, tenantId)
      }
      const cancel = isOver || live ? void begin() : ports.setTimeout(() => void begin(), FIRST_POLL_DELAY)
      return () => {
        isOver = true
        cancel?.()
        stop?.()
      }
    },
    next: async (tag, tenantId, signal) => (await load()).next(tag, tenantId, signal),
    expire: () => live?.expire(),
    clear: () => live?.clear(),
  }
}

export interface ServerTextsPorts {
  session: Pick<Session, 'send'>
  messages: Pick<Messages, 'keep'>
  store: KeyValueStore
}

/** Where a browser caches the texts that it was last sent. */
export const TEXTS_KEY = 'kinora.texts'

/** Shows at once what this browser has last heard of the server’s texts; the script that asks for them comes when it is called. */
export function createLazyTexts(ports: ServerTextsPorts): () => Promise<ServerTexts> {
  try {
    ports.messages.keep(JSON.parse(ports.store.getItem(TEXTS_KEY) ?? '{}'))
  } catch {}
  let loading: Promise<ServerTexts> | undefined
  return () => {
    loading ??= import('./server-texts.ts').then(({ createServerTexts }) => createServerTexts(ports))
    return loading
  }
}
