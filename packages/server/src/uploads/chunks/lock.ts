/** Gives a part to one call at a time. The newest wins: whoever only receives is stopped, whoever has all is waited for. */
export interface Turns {
  /** Resolves with how to give it back. `stop` ends the work early, so that the next one needn't wait for a dead line. */
  take(part: string, stop: () => void): Promise<() => void>
  /** The same where nobody has the part; undefined where somebody has, who isn't disturbed. */
  takeFree(part: string, stop: () => void): (() => void) | undefined
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
  const hold = (part: string, stop: () => void) => {
    let end = (): void => undefined
    const done = new Promise<void>(resolve => {
      end = resolve
    })
    const turn: Turn = { stop, done }
    held.set(part, turn)
    return () => {
      if (held.get(part) === turn) held.delete(part)
      end()
    }
  }
  return {
    free,
    async take(part, stop) {
      const before = held.get(part)
      const release = hold(part, stop)
      before?.stop()
      await before?.done
      return release
    },
    takeFree: (part, stop) => (held.has(part) ? undefined : hold(part, stop)),
  }
}
