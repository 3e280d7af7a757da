export type FileType =
  | 'mp4'
  | 'mov'
  | 'm4a'
  | 'mp3'
  | 'aac'
  | 'jpg'
  | 'png'
  | 'ico'
  | 'gif'
  | 'webp'
  | 'pdf'
  | 'webvtt'
  | 'json'
  | 'text'
  | 'unknown'

/** Bytes from the beginning of a file that `sniff` needs to be sure. */
export const SNIFF_SIZE = 65_536

/** What a file is by its first bytes, whatever its name says. Never throws. */
export function sniff(bytes: Uint8Array): FileType {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (startsWith(bytes, [0x00, 0x00, 0x01, 0x00]) && bytes.length >= 22 && bytes[4]! + bytes[5]! > 0)
    return 'ico'
  const opening = ascii(bytes, 0, 12)
  if (opening.startsWith('GIF87a') || opening.startsWith('GIF89a')) return 'gif'
  if (opening.startsWith('RIFF') && opening.endsWith('WEBP')) return 'webp'
  if (opening.startsWith('%PDF-')) return 'pdf'
  return isobmff(bytes) ?? audio(bytes) ?? text(bytes)
}

/** The lower-case extension of a file name, without its dot (VAL-20); empty where there is none. */
export function toExtension(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
}

const mp4Brands = /^(?:isom|iso\d|mp4\d|avc1|dash|cmf.|M4V.|hvc1|hev1|av01|msnv|MSNV|f4v |ndas|3g[p2].)$/

function isobmff(bytes: Uint8Array): FileType | undefined {
  const name = ascii(bytes, 4, 8)
  if (name === 'moov' || name === 'wide') return 'mov'
  if (name !== 'ftyp') return undefined
  const end = Math.min(bytes.length, Math.max(16, (bytes[2]! << 8) | bytes[3]!))
  const major = ascii(bytes, 8, 12)
  if (major === 'qt  ') return 'mov'
  if (major === 'M4A ' || major === 'M4B ') return 'm4a'
  const brands = [major]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(ascii(bytes, at, at + 4))
  const picture = /^(?:avif|avis|heic|heix|mif1|msf1|jpx.|crx )$/.test(major)
  return !picture && brands.some(brand => mp4Brands.test(brand)) ? 'mp4' : 'unknown'
}

function audio(bytes: Uint8Array): FileType | undefined {
  const start = id3Size(bytes)
  const at = bytes.subarray(afterPadding(bytes, start))
  if (start > 0 && at.length < 4) return 'mp3'
  if (isAdts(at)) return 'aac'
  if (isMp3Frame(at)) return 'mp3'
  return start > 0 ? 'mp3' : undefined
}

/** Some programs put zeros before the first frame, with a tag or without. */
function afterPadding(bytes: Uint8Array, start: number): number {
  let at = start
  while (bytes[at] === 0) at++
  return at
}

/** Bytes of an ID3 tag at the beginning, 0 where there is none. */
export function id3Size(bytes: Uint8Array): number {
  if (bytes.length < 10 || ascii(bytes, 0, 3) !== 'ID3') return 0
  const [a, b, c, d] = bytes.subarray(6, 10) as unknown as [number, number, number, number]
  return 10 + (((a & 0x7f) << 21) | ((b & 0x7f) << 14) | ((c & 0x7f) << 7) | (d & 0x7f))
}

/** Sync word, layer 0 and a sampling rate that exists. */
function isAdts(bytes: Uint8Array): boolean {
  return (
    bytes.length >= 7 && bytes[0] === 0xff && (bytes[1]! & 0xf6) === 0xf0 && ((bytes[2]! >> 2) & 0xf) < 13
  )
}

/** Sync word, a version that exists, layer III, a bit rate and a sampling rate. */
function isMp3Frame(bytes: Uint8Array): boolean {
  if (bytes.length < 4 || bytes[0] !== 0xff) return false
  const [, second, third] = bytes as unknown as [number, number, number]
  const layer3 = (second & 0xe0) === 0xe0 && (second & 0x18) !== 0x08 && (second & 0x06) === 0x02
  const rate = third >> 4
  return layer3 && rate !== 0 && rate !== 15 && (third & 0x0c) !== 0x0c
}

function text(bytes: Uint8Array): FileType {
  if (bytes.length === 0) return 'unknown'
  try {
    const decoded = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, 4096), {
      stream: true,
    })
    if (/^WEBVTT(?:[ \t\r\n]|$)/.test(decoded)) return 'webvtt'
    if (/[^\P{Cc}\t\r\n\f]/u.test(decoded)) return 'unknown'
    return /^\s*[[{]/.test(decoded) ? 'json' : 'text'
  } catch {
    return 'unknown'
  }
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte)
}

function ascii(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end))
}
