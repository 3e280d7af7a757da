import type { LiveSnapshot, LiveTitles, LiveTitlesPorts } from '@kinora/core'

const nothing: LiveSnapshot = new Map()
/** Milliseconds before the first look: what is followed was read just now. */
const FIRST_LOOK = 1500

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
      const cancel = isOver || live ? void begin() : ports.setTimeout(() => void begin(), FIRST_LOOK)
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
