import type { MessageKey } from '../messages/en.ts'
import { findRun, readAdtsFrame, readMp3Frame } from './audio-frames.ts'

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

/** What a person calls each type; `empty` is a file of 0 bytes. */
export const fileTypeKeys = {
  empty: 'fileType.empty',
  text: 'fileType.text',
  json: 'fileType.json',
  webvtt: 'fileType.webvtt',
  pdf: 'fileType.pdf',
  jpg: 'fileType.jpg',
  png: 'fileType.png',
  gif: 'fileType.gif',
  webp: 'fileType.webp',
  ico: 'fileType.ico',
  mp3: 'fileType.mp3',
  aac: 'fileType.aac',
  m4a: 'fileType.m4a',
  mp4: 'fileType.mp4',
  mov: 'fileType.mov',
  unknown: 'fileType.unknown',
} as const satisfies Record<FileType | 'empty', MessageKey>

/** What bytes are, as a person calls it. */
export const natureOf = (bytes: Uint8Array): (typeof fileTypeKeys)[keyof typeof fileTypeKeys] =>
  fileTypeKeys[bytes.length === 0 ? 'empty' : sniff(bytes)]

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
  const start = skipLead(bytes)
  const isTagged = id3Size(bytes.subarray(firstByte(bytes))) > 0
  if (readAdtsFrame(bytes, start) !== undefined) return 'aac'
  if (readMp3Frame(bytes, start) !== undefined || isTagged) return 'mp3'
  if (isOther(bytes)) return undefined
  return findRun(bytes, start, readMp3Frame) === undefined ? undefined : 'mp3'
}

const otherContainers: readonly (readonly number[])[] = [
  ...['RIFF', 'OggS', 'fLaC', 'FLV'].map(name => [...name].map(letter => letter.charCodeAt(0))),
  [0x1a, 0x45, 0xdf, 0xa3],
  [0x00, 0x00, 0x01, 0xba],
]

/** WAV, AVI, Ogg, FLAC, Flash, Matroska and MPEG streams may hold MP3 frames, but are no MP3 files. */
const isOther = (bytes: Uint8Array): boolean =>
  otherContainers.some(magic => startsWith(bytes, magic)) || (bytes[0] === 0x47 && bytes[188] === 0x47)

/** Bytes of ID3 tags and zeros before the sound; may reach beyond the bytes given. */
export function skipLead(bytes: Uint8Array): number {
  let at = 0
  for (let before = -1; before !== at; ) {
    before = at
    at += id3Size(bytes.subarray(at))
    at = Math.max(at, firstByte(bytes, at))
  }
  return at
}

/** Where something other than zeros begins. */
function firstByte(bytes: Uint8Array, from = 0): number {
  let at = from
  while (bytes[at] === 0) at++
  return at
}

/** Bytes of an ID3 tag at the beginning, 0 where there is none. */
function id3Size(bytes: Uint8Array): number {
  if (bytes.length < 10 || ascii(bytes, 0, 3) !== 'ID3') return 0
  const [a, b, c, d] = bytes.subarray(6, 10) as unknown as [number, number, number, number]
  return 10 + (((a & 0x7f) << 21) | ((b & 0x7f) << 14) | ((c & 0x7f) << 7) | (d & 0x7f))
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
