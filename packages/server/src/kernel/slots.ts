/** Counts who holds a slot, by a key of theirs: each key has `most` at a time. */
export function createSlots(most: number) {
  const counts = new Map<string, number>()
  return {
    /** How to give it back, which may be done twice; undefined where none is left. */
    acquire(key: string): (() => void) | undefined {
      const count = counts.get(key) ?? 0
      if (count >= most) return undefined
      counts.set(key, count + 1)
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        const left = counts.get(key)! - 1
        if (left > 0) counts.set(key, left)
        else counts.delete(key)
      }
    },
  }
}
