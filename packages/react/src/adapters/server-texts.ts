import { translations } from '@kinora/core'
import { type ServerTextsPorts, TEXTS_KEY } from './lazy-clients.ts'

/** The texts that the server keeps, on a page that is open (I18N-03). */
export interface ServerTexts {
  /** Until it is aborted, looks for changes: now, when the page is seen again, when another page of this browser makes one, and now and then. */
  follow(signal: AbortSignal): void
  /** This page has changed texts: it shows them, and other pages of this browser are told. */
  changed(): Promise<void>
}

/** Milliseconds between polls of a page in view; an answer that is the same is 304, without a body. */
const INTERVAL = 30_000

export function createServerTexts({ session, messages, store }: ServerTextsPorts): ServerTexts {
  let shown = store.getItem(TEXTS_KEY) ?? '{}'
  let latest = 0

  /** Only the answer to the last question counts: an earlier one may come after it. */
  async function look(): Promise<void> {
    latest += 1
    const mine = latest
    const { texts } = await session.send(translations.current, {})
    const found = JSON.stringify(texts)
    if (mine !== latest || found === shown) return
    shown = found
    messages.keep(texts)
    try {
      store.setItem(TEXTS_KEY, found)
    } catch {
      // A full store costs a moment of the originals after a reload.
    }
  }
  /** A server that can’t be reached is polled again later. */
  const lookQuietly = () => void look().catch(() => undefined)
  const lookIfSeen = () => {
    if (document.visibilityState === 'visible') lookQuietly()
  }

  return {
    follow(signal) {
      if (signal.aborted) return
      const channel = new BroadcastChannel(TEXTS_KEY)
      channel.onmessage = lookQuietly
      const timer = setInterval(lookIfSeen, INTERVAL)
      document.addEventListener('visibilitychange', lookIfSeen, { signal })
      signal.addEventListener('abort', () => {
        channel.close()
        clearInterval(timer)
      })
      lookQuietly()
    },
    async changed() {
      const channel = new BroadcastChannel(TEXTS_KEY)
      channel.postMessage('changed')
      channel.close()
      await look()
    },
  }
}
