/** Prepared statements by their text, from the second time that they are asked. */
interface StatementCache<T> {
  get(text: string): T | undefined
  /** Whether it was asked before; from now on it was. */
  seenBefore(text: string): boolean
  /** Of one that was asked before. */
  keep(text: string, kept: T): void
  forget(text: string): void
  clear(): void
}

/**
 * Knows `most` statements. When there are more, any that was asked once makes room, so that neither many of a kind nor a
 * long round keep all later ones out; what is kept stays.
 */
export function createStatementCache<T>(most: number): StatementCache<T> {
  const known = new Map<string, T | undefined>()
  const makeRoom = (): boolean => {
    if (known.size < most) return true
    const once = [...known.keys()].filter(text => known.get(text) === undefined)
    const left = once[Math.floor(Math.random() * once.length)]
    return left !== undefined && known.delete(left)
  }
  return {
    get: text => known.get(text),
    seenBefore(text) {
      if (known.has(text)) return true
      if (makeRoom()) known.set(text, undefined)
      return false
    },
    keep: (text, kept) => void known.set(text, kept),
    forget: text => void known.delete(text),
    clear: () => known.clear(),
  }
}
