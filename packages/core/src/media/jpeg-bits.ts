/** Where a scan is read. Beyond its end come zeros, which `isStarved` tells of. */
export interface Bits {
  readonly bytes: Uint8Array
  /** The next byte to take. */
  at: number
  buffer: number
  /** Bits in the buffer, and how many of them are beyond the end. */
  count: number
  padding: number
}

/** Symbol and length of a code (`length << 8 | symbol`) by the 16 bits that begin with it; 0 where there is none. */
export type Codes = Uint16Array

export const openBits = (bytes: Uint8Array, at: number): Bits => ({
  bytes,
  at,
  buffer: 0,
  count: 0,
  padding: 0,
})

/** Reads the code tables of a DHT segment into `tables`, by class and id as they stand there. */
export function readCodes(segment: Uint8Array, tables: Map<number, Codes>): void {
  for (let at = 4; at + 17 <= segment.length; ) {
    const lengths = segment.subarray(at + 1, at + 17)
    const symbols = lengths.reduce((sum, count) => sum + count, 0)
    tables.set(segment[at]!, toCodes(lengths, segment.subarray(at + 17, at + 17 + symbols)))
    at += 17 + symbols
  }
}

function toCodes(lengths: Uint8Array, symbols: Uint8Array): Codes {
  const codes = new Uint16Array(65_536)
  let [place, symbol] = [0, 0]
  for (let length = 1; length <= 16; length++) {
    for (let count = 0; count < lengths[length - 1]!; count++, symbol++) {
      const next = place + 2 ** (16 - length)
      codes.fill((length << 8) | symbols[symbol]!, place, next)
      place = next
    }
  }
  return codes
}

/** Throws where the bits are no code of the table. */
export function readSymbol(bits: Bits, codes: Codes | undefined): number {
  fill(bits)
  const entry = codes?.[(bits.buffer >>> (bits.count - 16)) & 0xffff] ?? 0
  if (entry === 0) throw new Error('no such code')
  bits.count -= entry >> 8
  return entry & 0xff
}

/** At most 16. */
export function readBits(bits: Bits, length: number): number {
  fill(bits)
  bits.count -= length
  return (bits.buffer >>> bits.count) & ((1 << length) - 1)
}

/** More was read than there is. */
export const isStarved = ({ count, padding }: Bits): boolean => count < padding

/** Bytes between here and the next marker that nobody read; an unfinished one aside. */
export function countUnread(bits: Bits): number {
  let at = bits.at
  while (at < bits.bytes.length && !isMarker(bits.bytes, at)) at++
  return at - bits.at + ((bits.count - bits.padding) >> 3)
}

/** From one marker to the next a scan is a run of bits of its own. */
export function skipMarker(bits: Bits): number {
  let at = bits.at
  while (at < bits.bytes.length && !isMarker(bits.bytes, at)) at++
  while (bits.bytes[at + 1] === 0xff) at++
  Object.assign(bits, { at: at + 2, buffer: 0, count: 0, padding: 0 })
  return bits.bytes[at + 1] ?? 0
}

const isMarker = (bytes: Uint8Array, at: number): boolean => bytes[at] === 0xff && bytes[at + 1] !== 0

function fill(bits: Bits): void {
  while (bits.count <= 16) {
    const byte = bits.bytes[bits.at]
    const isEnd = byte === undefined || isMarker(bits.bytes, bits.at)
    bits.buffer = (bits.buffer << 8) | (isEnd ? 0 : byte)
    bits.count += 8
    if (isEnd) bits.padding += 8
    else bits.at += byte === 0xff ? 2 : 1
  }
}
