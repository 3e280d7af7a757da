import type { Issue } from '../kernel/errors.ts'
import type { ImageKind } from './image-kinds.ts'
import { checkImage } from './image-rules.ts'
import { isFrame } from './jpeg.ts'
import { type FileType, sniff } from './sniff.ts'

type Bytes = Uint8Array<ArrayBuffer>

export type CheckedPicture = { issues: Issue[] } | { clean: Bytes }

/** VAL-18, VAL-19: what is wrong with a picture, its pixels included, or its bytes as the platform stores them. */
export async function checkPicture(
  kind: ImageKind,
  picture: { name: string; bytes: Bytes },
): Promise<CheckedPicture> {
  const issues = checkImage(kind, picture)
  if (issues.length > 0) return { issues }
  const clean = await stripMetadata(picture.bytes)
  return clean === undefined ? { issues: [{ path: 'file', code: 'validation.fileFormat' }] } : { clean }
}

/**
 * A picture without the metadata that identifies its maker (EXIF, XMP and the like): position, author, camera, comments and
 * whatever stands behind its end. What is needed to show it stays: colours, and which side is up. Undefined where its data are
 * damaged.
 */
async function stripMetadata(bytes: Bytes): Promise<Bytes | undefined> {
  const type: FileType = sniff(bytes)
  if (type === 'jpg') return stripJpeg(bytes)
  return type === 'png' ? await stripPng(bytes) : bytes
}

const MARKER = 0xff
const Jpeg = { App0: 0xe0, App1: 0xe1, App2: 0xe2, App14: 0xee, App15: 0xef, Comment: 0xfe } as const
const START_OF_SCAN = 0xda
const END = 0xd9

function stripJpeg(bytes: Bytes): Bytes | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kept: Uint8Array[] = [bytes.subarray(0, 2)]
  let frames = 0
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === MARKER; ) {
    const marker = bytes[at + 1]!
    if (marker === MARKER) {
      at++
      continue
    }
    if (marker === END) return frames === 1 ? join([...kept, bytes.subarray(at, at + 2)]) : undefined
    let end = at + 2 + view.getUint16(at + 2)
    if (marker === START_OF_SCAN) end = endOfScan(bytes, end)
    const segment = bytes.subarray(at, end)
    if (isFrame(marker)) frames++
    if (marker === Jpeg.App1) kept.push(...orientationOf(segment))
    else if (isShown(marker, segment)) kept.push(segment)
    at = end
    if (at + 2 === bytes.length && bytes[at] === MARKER && bytes[at + 1] === END)
      return frames === 1 ? join([...kept, bytes.subarray(at)]) : undefined
  }
  return undefined
}

/** JFIF, colour profiles and Adobe's kind of colours decide how it looks; other application data and comments don't. */
function isShown(marker: number, segment: Uint8Array): boolean {
  if (marker === Jpeg.App2) return text(segment, 4, 15) === 'ICC_PROFILE'
  const isData = marker >= Jpeg.App0 && marker <= Jpeg.App15
  return (!isData || marker === Jpeg.App0 || marker === Jpeg.App14) && marker !== Jpeg.Comment
}

/** The pixels end at the next marker that is neither an escaped byte nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(MARKER, from); at >= 0; at = bytes.indexOf(MARKER, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== MARKER && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

const ORIENTATION = 0x0112

/** An EXIF segment with nothing but which side is up; none where it stands upright anyway. */
function orientationOf(segment: Uint8Array): Uint8Array[] {
  if (text(segment, 4, 10) !== 'Exif\0\0' || segment.length < 18) return []
  const view = new DataView(segment.buffer, segment.byteOffset + 10, segment.byteLength - 10)
  const little = view.getUint16(0) === 0x4949
  const start = view.getUint32(4, little)
  if (start + 2 > view.byteLength) return []
  const count = view.getUint16(start, little)
  for (let at = start + 2; at + 12 <= Math.min(view.byteLength, start + 2 + count * 12); at += 12) {
    const value = view.getUint16(at + 8, little)
    if (view.getUint16(at, little) === ORIENTATION && value > 1 && value <= 8)
      return [orientationSegment(value)]
  }
  return []
}

function orientationSegment(value: number): Uint8Array {
  const head = [MARKER, Jpeg.App1, 0, 34, ...letters('Exif\0\0'), ...letters('MM'), 0, 42, 0, 0, 0, 8]
  const entry = [ORIENTATION >> 8, ORIENTATION & 0xff, 0, 3, 0, 0, 0, 1, 0, value, 0, 0]
  return Uint8Array.from([...head, 0, 1, ...entry, 0, 0, 0, 0])
}

const pngShown = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT cICP bKGD pHYs'.split(' '))

/** Every part proves itself by its checksum, and the pixels are unpacked once: they must be all there. */
async function stripPng(bytes: Bytes): Promise<Bytes | undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kept: Uint8Array[] = [bytes.subarray(0, 8)]
  const data: Bytes[] = []
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const end = at + 12 + length
    if (end > bytes.length) return undefined
    const type = text(bytes, at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) return undefined
    if (pngShown.has(type)) kept.push(bytes.subarray(at, end))
    if (type === 'IDAT') data.push(bytes.subarray(at + 8, end - 4))
    if (type === 'IEND') return (await hasPixels(view, data)) ? join(kept) : undefined
    at = end
  }
  return undefined
}

/** Bytes of unpacked pixels; no picture of a catalogue has more. */
const MAX_PIXELS = 400_000_000
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Interlaced pictures have a few bytes more than this, for the lines of each pass. */
async function hasPixels(view: DataView, data: Bytes[]): Promise<boolean> {
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const bits = view.getUint8(24) * (channels[view.getUint8(25)] ?? 0)
  const wanted = height * (1 + Math.ceil((width * bits) / 8))
  if (bits === 0 || wanted > MAX_PIXELS) return false
  return (await unpackedSize(data, wanted)) >= wanted
}

/** Stops once there is enough: what is packed can be a thousand times as large. Damaged data have no size. */
async function unpackedSize(data: Bytes[], enough: number): Promise<number> {
  const reader = new Blob(data).stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  let size = 0
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.byteLength
      if (size > 2 * enough) break
    }
    return size
  } catch {
    return 0
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** As PNG computes it, with a table of 16 entries. */
export function crc32(bytes: Uint8Array): number {
  let crc = ~0
  for (const byte of bytes) {
    crc = (crc >>> 4) ^ nibbles[(crc ^ byte) & 15]!
    crc = (crc >>> 4) ^ nibbles[(crc ^ (byte >> 4)) & 15]!
  }
  return ~crc >>> 0
}

const nibbles = Int32Array.from({ length: 16 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 4; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

const text = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to))
const letters = (word: string): number[] => [...word].map(letter => letter.charCodeAt(0))

function join(parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
