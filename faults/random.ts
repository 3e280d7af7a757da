/** Random numbers that a seed repeats (mulberry32). */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  fill(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const word = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  return {
    next: () => word() / 2 ** 32,
    between: (low, high) => low + Math.floor((word() / 2 ** 32) * (high - low + 1)),
    fill(bytes) {
      const view = new DataView(bytes.buffer)
      for (let at = 0; at + 4 <= bytes.byteLength; at += 4) view.setUint32(at, word())
      return bytes
    },
  }
}
