/** Listeners by the name of what they listen to; one that throws stops neither the others nor what is told. */
export function createListeners<Events>() {
  const listeners = new Map<keyof Events, Set<(value: never) => void>>()
  return {
    /** Returns what ends the subscription. */
    on<E extends keyof Events>(event: E, listener: (value: Events[E]) => void): () => void {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known)
      known.add(listener)
      return () => known.delete(listener)
    },
    emit<E extends keyof Events>(event: E, value: Events[E]): void {
      for (const listener of [...(listeners.get(event) ?? [])])
        try {
          ;(listener as (value: Events[E]) => void)(value)
        } catch (error) {
          console.error(`A listener of ${String(event)} failed`, error)
        }
    },
  }
}
