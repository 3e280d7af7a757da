import type { LiveSnapshot, LiveTitles, LiveTitlesPorts } from '@kinora/core'

const nothing: LiveSnapshot = new Map()

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
      const stops = new Set<() => void>()
      let isOver = tags.length === 0
      if (!isOver)
        void load().then(
          loaded => isOver || stops.add(loaded.watch(tags, tenantId)),
          () => undefined,
        )
      return () => {
        isOver = true
        for (const stop of stops) stop()
      }
    },
    next: async (tag, tenantId, signal) => (await load()).next(tag, tenantId, signal),
    expire: () => live?.expire(),
    clear: () => live?.clear(),
  }
}
