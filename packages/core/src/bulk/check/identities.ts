/** Which row named an id first, in 16 to 24 bytes for each id however long it is. */
export interface Identities {
  /** Remembers the id; answers the row that had it before, if one had. */
  firstRow(id: string, row: number): number | undefined
  has(id: string): boolean
}

/** Parts that grow by themselves, so that growing never needs room for a second copy of the whole. */
const PARTS = 64

/**
 * Open tables of 64-bit fingerprints. Ids of a whole catalogue as text would hold the memory that a check of any
 * length must not need; two different ids share a fingerprint in one of 30 million catalogues of a million rows.
 */
export function createIdentities(): Identities {
  const parts = Array.from({ length: PARTS }, createPart)
  return {
    firstRow(id, row) {
      const a = hash(id, 0x811c9dc5)
      return parts[a >>> 26]!.firstRow(a, hash(id, 0x9747b28c), row)
    },
    has(id) {
      const a = hash(id, 0x811c9dc5)
      return parts[a >>> 26]!.has(a, hash(id, 0x9747b28c))
    },
  }
}

function createPart() {
  let size = 64
  let used = 0
  let slots = new Int32Array(size * 3)

  const find = (table: Int32Array, a: number, b: number): number => {
    const end = table.length
    for (let at = ((a >>> 0) % (end / 3)) * 3; ; at = at + 3 === end ? 0 : at + 3) {
      if (table[at + 2] === 0 || (table[at] === a && table[at + 1] === b)) return at
    }
  }

  /** By half: doubling would leave half of the room empty just when there is most of it. */
  const grow = () => {
    size = Math.ceil(size * 1.5)
    const larger = new Int32Array(size * 3)
    for (let at = 0; at < slots.length; at += 3) {
      if (slots[at + 2] === 0) continue
      larger.set(slots.subarray(at, at + 3), find(larger, slots[at]!, slots[at + 1]!))
    }
    slots = larger
  }

  return {
    has: (a: number, b: number): boolean => slots[find(slots, a, b) + 2] !== 0,
    firstRow(a: number, b: number, row: number): number | undefined {
      if (used * 4 > size * 3) grow()
      const at = find(slots, a, b)
      const known = slots[at + 2]!
      if (known !== 0) return known
      slots[at] = a
      slots[at + 1] = b
      slots[at + 2] = row
      used++
      return undefined
    },
  }
}

/** Murmur's steps over the characters, so that neighbours such as class-001 and class-002 lie far apart. */
function hash(text: string, seed: number): number {
  let value = seed ^ text.length
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x5bd1e995)
    value ^= value >>> 15
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return value ^ (value >>> 16)
}
