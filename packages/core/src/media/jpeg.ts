/** Where a scan is read. Beyond its end come zeros, which `isStarved` tells of. */
interface Bits {
  readonly bytes: Uint8Array
  /** The next byte to take. */
  at: number
  buffer: number
  /** Bits in the buffer, and how many of them are beyond the end. */
  count: number
  padding: number
}

/** Symbol and length of a code (`length << 8 | symbol`) by the 16 bits that begin with it; 0 where there is none. */
type Codes = Uint16Array

const openBits = (bytes: Uint8Array, at: number): Bits => ({
  bytes,
  at,
  buffer: 0,
  count: 0,
  padding: 0,
})

/** Reads the code tables of a DHT segment into `tables`, by class and id as they stand there. */
function readCodes(segment: Uint8Array, tables: Map<number, Codes>): void {
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
function readSymbol(bits: Bits, codes: Codes | undefined): number {
  fill(bits)
  const entry = codes?.[(bits.buffer >>> (bits.count - 16)) & 0xffff] ?? 0
  if (entry === 0) throw new Error('no such code')
  bits.count -= entry >> 8
  return entry & 0xff
}

/** At most 16. */
function readBits(bits: Bits, length: number): number {
  fill(bits)
  bits.count -= length
  return (bits.buffer >>> bits.count) & ((1 << length) - 1)
}

/** More was read than there is. */
const isStarved = ({ count, padding }: Bits): boolean => count < padding

/** Bytes between here and the next marker that nobody read; an unfinished one aside. */
function countUnread(bits: Bits): number {
  let at = bits.at
  while (at < bits.bytes.length && !isMarker(bits.bytes, at)) at++
  return at - bits.at + ((bits.count - bits.padding) >> 3)
}

/** From one marker to the next a scan is a run of bits of its own. */
function skipMarker(bits: Bits): number {
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

interface Component {
  id: number
  /** How often it is sampled, across and down. */
  h: number
  v: number
  /** Blocks of 8x8, as many as scans of several components hold. */
  across: number
  down: number
  /** Blocks that scans of this component alone hold. */
  ownAcross: number
  ownDown: number
  /** Two words for each block: which of its coefficients aren't zero (progressive scans go by that). */
  filled: Uint32Array
}

interface Frame {
  progressive: boolean
  components: Component[]
  mcus: { across: number; down: number }
}

interface ScanPart {
  component: Component
  dc: Codes | undefined
  ac: Codes | undefined
}

interface Scan {
  frame: Frame
  parts: ScanPart[]
  from: number
  to: number
  /** A later scan adds bits to what an earlier one gave. */
  refines: boolean
  restart: number
}

/** Blocks that may be looked at, all scans together; a large photograph in ten scans has a fifth of them. */
const MAX_BLOCKS = 16_000_000
/** SOF0 to SOF15, without DHT, JPG and DAC, which lie among them. */
export const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function readFrame(segment: Uint8Array, progressive: boolean): Frame {
  const [height, width] = [(segment[5]! << 8) | segment[6]!, (segment[7]! << 8) | segment[8]!]
  const told = Array.from({ length: segment[9]! }, (_, index) => {
    const [id = 0, sampling = 0] = segment.subarray(10 + 3 * index)
    return { id, h: sampling >> 4, v: sampling & 15 }
  })
  const [h, v] = [Math.max(...told.map(each => each.h)), Math.max(...told.map(each => each.v))]
  const mcus = { across: Math.ceil(width / (8 * h)), down: Math.ceil(height / (8 * v)) }
  if (!(mcus.across * mcus.down > 0 && told.every(each => each.h > 0 && each.v > 0)))
    throw new Error('no size')
  const components = told.map(each => {
    const [across, down] = [mcus.across * each.h, mcus.down * each.v]
    const ownAcross = Math.ceil(Math.ceil((width * each.h) / h) / 8)
    const ownDown = Math.ceil(Math.ceil((height * each.v) / v) / 8)
    if (across * down > MAX_BLOCKS) throw new Error('too many blocks')
    const filled = new Uint32Array(progressive ? 2 * across * down : 0)
    return { ...each, across, down, ownAcross, ownDown, filled }
  })
  return { progressive, components, mcus }
}

type Given = Pick<Scan, 'frame' | 'restart'> & { tables: Map<number, Codes> }

function readScan(segment: Uint8Array, { frame, tables, restart }: Given): Scan {
  const count = segment[4]!
  const parts = Array.from({ length: count }, (_, index) => {
    const [id = 0, codes = 0] = segment.subarray(5 + 2 * index)
    const component = frame.components.find(each => each.id === id)
    if (component === undefined) throw new Error('no such component')
    return { component, dc: tables.get(codes >> 4), ac: tables.get(0x10 | (codes & 15)) }
  })
  const [from = 0, to = 63, bits = 0] = frame.progressive ? segment.subarray(5 + 2 * count) : [0, 63, 0]
  if (count === 0 || to > 63 || (from > 0 && count > 1)) throw new Error('no such scan')
  return { frame, parts, from, to, refines: bits >> 4 > 0, restart }
}

function countBlocks({ frame: { mcus }, parts }: Scan): number {
  if (parts.length === 1) return parts[0]!.component.ownAcross * parts[0]!.component.ownDown
  return mcus.across * mcus.down * parts.reduce((sum, { component: { h, v } }) => sum + h * v, 0)
}

/** Bytes between a scan and what follows that some programs leave. */
const MAX_UNREAD = 16

/**
 * Whether the scans of a JPEG hold just the blocks that its header announces: neither less, as of a picture that only claims to
 * be large, nor more, as of one whose header is another picture's. Throws where they are damaged.
 */
export function hasAllBlocks(bytes: Uint8Array): boolean {
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

/** A bit for each coefficient that isn't zero, over so many that are; returns where the next zero stands. */
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
