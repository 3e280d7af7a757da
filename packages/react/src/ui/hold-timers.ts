import { onTestFinished, vi } from 'vitest'

let holding = 0

/** Whether the running test holds timers: only there messages go by themselves. */
export const isHoldingTimers = (): boolean => holding > 0

/**
 * Holds the page's timers of these milliseconds until they are let go. Call it before rendering: messages go by themselves only
 * where a test holds their time, since a busy machine looks too late.
 */
export function holdTimers(...milliseconds: readonly number[]) {
  holding += 1
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
    holding -= 1
    for (const spy of spies) spy.mockRestore()
  })
  return {
    /** The milliseconds of all that were held so far, in their order. */
    started: (): readonly number[] => [...started],
    /** The milliseconds of those that are held now. */
    held: (): readonly number[] => [...held.values()].map(({ wait }) => wait),
    letGo(): void {
      const acts = [...held.values()]
      held.clear()
      for (const { act } of acts) act()
    },
  }
}
