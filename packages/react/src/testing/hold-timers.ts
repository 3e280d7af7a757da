import { onTestFinished, vi } from 'vitest'

/**
 * Holds the page's timers of these milliseconds until they are let go: a message that goes by itself after a while stays for a
 * machine that is too busy to look at it in time.
 */
export function holdTimers(...milliseconds: readonly number[]) {
  const [set, clear] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)]
  const held = new Map<number, { wait: number; act: () => void }>()
  const started: number[] = []
  const hold = (act: () => void, wait = 0): number => {
    if (!milliseconds.includes(wait)) return set(act, wait)
    started.push(wait)
    held.set(-started.length, { wait, act })
    return -started.length
  }
  const spies = [
    vi.spyOn(window, 'setTimeout').mockImplementation(hold as typeof setTimeout),
    vi.spyOn(window, 'clearTimeout').mockImplementation(id => {
      if (!held.delete(Number(id))) clear(id)
    }),
  ]
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
  })
  return {
    /** The milliseconds of all that were held so far, in their order. */
    started: (): readonly number[] => [...started],
    letGo(): void {
      const acts = [...held.values()]
      held.clear()
      for (const { act } of acts) act()
    },
  }
}
