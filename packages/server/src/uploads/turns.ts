/** Gives a part to one call at a time. The newest wins: whoever only receives is stopped, whoever has all is waited for. */
export interface Turns {
  /** Resolves with how to give it back. `stop` ends the work early, so that the next one needn't wait for a dead line. */
  take(part: string, stop: () => void): Promise<() => void>
  /** Resolves once nobody has the part. */
  free(part: string): Promise<void>
}

interface Turn {
  stop(): void
  done: Promise<void>
}

export function createTurns(): Turns {
  const held = new Map<string, Turn>()
  const free = async (part: string): Promise<void> => {
    for (let turn = held.get(part); turn !== undefined; turn = held.get(part)) await turn.done
  }
  return {
    free,
    async take(part, stop) {
      const before = held.get(part)
      let end = (): void => undefined
      const done = new Promise<void>(resolve => {
        end = resolve
      })
      const turn: Turn = { stop, done }
      held.set(part, turn)
      before?.stop()
      await before?.done
      return () => {
        if (held.get(part) === turn) held.delete(part)
        end()
      }
    },
  }
}
