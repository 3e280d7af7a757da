import type { Session } from '@kinora/core'

/** HOOK-05: what happens, as the page is told. */
export interface EventFeed {
  /** Calls each time something of these families happens, and once the stream stands, until the function given back is called. */
  listen(families: readonly string[], tell: () => void): () => void
  subscribe(listener: () => void): () => void
  /** Whether the stream stands: everything that happens is told. */
  getSnapshot(): boolean
}

/**
 * One stream for all of a page that listen, open while somebody does and the tab is looked at: a browser has six connections to a
 * server, and those of tabs that nobody sees would use them up. Its script comes with the first that listens. Where the server has no
 * stream, or has lost it, nothing stands, and the page polls.
 */
export function createEventFeed(session: Pick<Session, 'send'>): EventFeed {
  const listening = new Set<{ families: readonly string[]; tell: () => void }>()
  const watching = new Set<() => void>()
  let stop: AbortController | undefined
  let isOpen = false

  const set = (next: boolean): void => {
    if (isOpen === next) return
    isOpen = next
    for (const watch of watching) watch()
  }
  const tell = (type: string): void => {
    const [family = ''] = type.split('.')
    for (const each of listening) if (each.families.includes(family)) each.tell()
  }
  const check = (): void => {
    const isWanted = listening.size > 0 && document.visibilityState === 'visible'
    if (!isWanted) stop?.abort()
    else if (stop === undefined) void follow()
  }
  const opened = (): void => {
    set(true)
    // What happened since it was read, or while the tab was hidden, was told to nobody.
    for (const each of listening) each.tell()
  }
  async function follow(): Promise<void> {
    const ending = new AbortController()
    stop = ending
    try {
      const { streamEvents } = await import('@kinora/core/event-stream')
      const { signal } = ending
      const events = streamEvents({ send: session.send, signal, onOpen: opened, onLost: () => set(false) })
      for await (const { type } of events) tell(type)
    } catch {
      // The server has no stream for this page: it polls, until it listens anew.
    }
    set(false)
    stop = undefined
    if (ending.signal.aborted) check()
  }
  return {
    listen(families, tellIt) {
      const one = { families, tell: tellIt }
      if (listening.size === 0) document.addEventListener('visibilitychange', check)
      listening.add(one)
      if (isOpen) tellIt()
      check()
      return () => {
        listening.delete(one)
        if (listening.size > 0) return
        document.removeEventListener('visibilitychange', check)
        check()
      }
    },
    subscribe(listener) {
      watching.add(listener)
      return () => watching.delete(listener)
    },
    getSnapshot: () => isOpen,
  }
}
