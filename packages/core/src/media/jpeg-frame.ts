import type { Codes } from './jpeg-bits.ts'

export interface Component {
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

export interface Frame {
  progressive: boolean
  components: Component[]
  mcus: { across: number; down: number }
}

export interface ScanPart {
  component: Component
  dc: Codes | undefined
  ac: Codes | undefined
}

export interface Scan {
  frame: Frame
  parts: ScanPart[]
  from: number
  to: number
  /** A later scan adds bits to what an earlier one gave. */
  refines: boolean
  restart: number
}

/** Blocks that may be looked at, all scans together; a large photograph in ten scans has a fifth of them. */
export const MAX_BLOCKS = 16_000_000
/** SOF0 to SOF15, without DHT, JPG and DAC, which lie among them. */
export const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

export function readFrame(segment: Uint8Array, progressive: boolean): Frame {
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

export function readScan(segment: Uint8Array, { frame, tables, restart }: Given): Scan {
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

export function countBlocks({ frame: { mcus }, parts }: Scan): number {
  if (parts.length === 1) return parts[0]!.component.ownAcross * parts[0]!.component.ownDown
  return mcus.across * mcus.down * parts.reduce((sum, { component: { h, v } }) => sum + h * v, 0)
}
