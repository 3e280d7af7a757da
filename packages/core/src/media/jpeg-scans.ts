import {
  type Bits,
  type Codes,
  countUnread,
  isStarved,
  openBits,
  readBits,
  readCodes,
  readSymbol,
  skipMarker,
} from './jpeg-bits.ts'
import {
  countBlocks,
  type Frame,
  isFrame,
  MAX_BLOCKS,
  readFrame,
  readScan,
  type Scan,
  type ScanPart,
} from './jpeg-frame.ts'

/** Bytes between a scan and what follows that some programs leave. */
const MAX_UNREAD = 16

/**
 * Whether the scans of a JPEG hold just the blocks that its header announces: neither less, as of a picture that only claims to
 * be large, nor more, as of one whose header is another picture's. Throws where they are damaged.
 */
export function hasItsBlocks(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tables = new Map<number, Codes>()
  let [frame, restart, blocks]: [Frame | undefined, number, number] = [undefined, 0, 0]
  for (let at = 2; at + 2 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1]!
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === 0xd9) return blocks > 0
    let end = at + 2 + view.getUint16(at + 2)
    const segment = bytes.subarray(at, end)
    if (marker === 0xc4) readCodes(segment, tables)
    if (marker === 0xdd) restart = view.getUint16(at + 4)
    if (isFrame(marker)) {
      if (frame !== undefined || marker > 0xc2) return false
      frame = readFrame(segment, marker === 0xc2)
    }
    if (marker === 0xda) {
      if (frame === undefined) return false
      const scan = readScan(segment, { frame, tables, restart })
      blocks += countBlocks(scan)
      if (blocks > MAX_BLOCKS) return false
      const bits = openBits(bytes, end)
      if (!readThrough(scan, bits)) return false
      end = bits.at
      while (end < bytes.length && !(bytes[end] === 0xff && bytes[end + 1] !== 0)) end++
    }
    at = end
  }
  return false
}

/** Whether it holds just its blocks, in as many runs as it is to have. */
function readThrough(scan: Scan, bits: Bits): boolean {
  const { restart, frame } = scan
  const run: Run = { left: 0 }
  const places = scan.parts.map((part): Place => ({ ...part, bits, run, block: 0 }))
  const only = places.length === 1 ? places[0] : undefined
  const { ownAcross, ownDown } = places[0]!.component
  const [across, down] = only ? [ownAcross, ownDown] : [frame.mcus.across, frame.mcus.down]
  for (let mcu = 0; mcu < across * down; mcu++) {
    if (restart > 0 && mcu > 0 && mcu % restart === 0) {
      if (countUnread(bits) > MAX_UNREAD || skipMarker(bits) !== 0xd0 + ((mcu / restart - 1) & 7))
        return false
      run.left = 0
    }
    const [column, row] = [mcu % across, Math.floor(mcu / across)]
    if (only !== undefined) {
      only.block = row * only.component.across + column
      readBlock(scan, only)
    } else for (const place of places) readBlocks(scan, place, { column, row })
    if (isStarved(bits)) return false
  }
  return countUnread(bits) <= MAX_UNREAD
}

/** Blocks that end where they begin, since one before them said so for all. */
interface Run {
  left: number
}

interface Place extends ScanPart {
  bits: Bits
  run: Run
  block: number
}

function readBlocks(scan: Scan, place: Place, { column, row }: { column: number; row: number }): void {
  const { h, v, across } = place.component
  for (let y = 0; y < v; y++) {
    for (let x = 0; x < h; x++) {
      place.block = (row * v + y) * across + column * h + x
      readBlock(scan, place)
    }
  }
}

function readBlock(scan: Scan, place: Place): void {
  const { from, to, refines } = scan
  const { bits, dc } = place
  if (from === 0) readBits(bits, refines ? 1 : Math.min(16, readSymbol(bits, dc)))
  if (to === 0) return
  if (refines) refineBlock(scan, place)
  else fillBlock(scan, place)
}

function fillBlock({ frame: { progressive }, from, to }: Scan, place: Place): void {
  const { bits, ac, run } = place
  if (run.left > 0) return void run.left--
  for (let at = Math.max(1, from); at <= to; ) {
    const symbol = readSymbol(bits, ac)
    const [zeros, size] = [symbol >> 4, symbol & 15]
    if (size === 0 && zeros < 15) {
      if (progressive) run.left = (1 << zeros) + readBits(bits, zeros) - 1
      return
    }
    at += zeros
    if (at > to) throw new Error('beyond the block')
    readBits(bits, size)
    if (progressive && size > 0) fillAt(place, at)
    at++
  }
}

function refineBlock({ from, to }: Scan, place: Place): void {
  const { bits, ac, run } = place
  let at = from
  while (run.left === 0 && at <= to) {
    const symbol = readSymbol(bits, ac)
    const [zeros, size] = [symbol >> 4, symbol & 15]
    if (size === 0 && zeros < 15) run.left = (1 << zeros) + readBits(bits, zeros)
    else {
      if (size > 0) readBits(bits, 1)
      at = refineOver(place, { at, to, zeros })
      if (size > 0 && at <= to) fillAt(place, at)
      at++
    }
  }
  if (run.left === 0) return
  for (let left = countFilled(place, at, to); left > 0; left -= 16) readBits(place.bits, Math.min(16, left))
  run.left--
}

/** A bit for each coefficient that isn't zero, over so many that are; gives where the next zero stands. */
function refineOver(place: Place, { at, to, zeros }: { at: number; to: number; zeros: number }): number {
  let left = zeros
  for (let next = at; next <= to; next++) {
    if (isFilled(place, next)) readBits(place.bits, 1)
    else if (left-- === 0) return next
  }
  return to + 1
}

function fillAt({ component: { filled }, block }: Place, at: number): void {
  filled[2 * block + (at >> 5)]! |= 1 << (at & 31)
}

/** By words, since a run of blocks costs a file next to nothing. */
function countFilled({ component: { filled }, block }: Place, from: number, to: number): number {
  const low = filled[2 * block]! & bitsBetween(from, to)
  const high = filled[2 * block + 1]! & bitsBetween(from - 32, to - 32)
  return low === 0 && high === 0 ? 0 : ones(low) + ones(high)
}

/** Those bits of a word; both ends may lie outside it. */
function bitsBetween(from: number, to: number): number {
  if (to < 0 || from > 31) return 0
  const upTo = to >= 31 ? -1 : (1 << (to + 1)) - 1
  return from <= 0 ? upTo : upTo & (-1 << from)
}

function ones(word: number): number {
  let count = 0
  for (let rest = word; rest !== 0; rest &= rest - 1) count++
  return count
}

const isFilled = ({ component: { filled }, block }: Place, at: number): boolean =>
  (filled[2 * block + (at >> 5)]! & (1 << (at & 31))) !== 0
