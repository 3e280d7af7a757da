import type { MediaTag } from '../ports/ingest.ts'

const types = { audio: 8, video: 9, data: 18 } as const

/** How an FLV file begins, and which tracks it says that it has. */
export const flvHeader = ({ hasAudio }: { hasAudio: boolean }): Uint8Array =>
  Uint8Array.from([0x46, 0x4c, 0x56, 1, hasAudio ? 5 : 1, 0, 0, 0, 9, 0, 0, 0, 0])

const HEAD = 11

/** A tag as an FLV file holds it: a file of whole tags can be read however it was cut. */
export function flvTag({ kind, at, bytes }: MediaTag): Uint8Array {
  const size = bytes.byteLength
  const tag = new Uint8Array(HEAD + size + 4)
  const view = new DataView(tag.buffer)
  view.setUint32(0, size)
  view.setUint8(0, types[kind])
  view.setUint32(4, (at & 0xffffff) << 8)
  view.setUint8(7, (at >>> 24) & 0xff)
  tag.set(bytes, HEAD)
  view.setUint32(HEAD + size, HEAD + size)
  return tag
}

/** A picture that can be shown without those before it. */
export const isKeyFrame = ({ kind, bytes }: MediaTag): boolean =>
  kind === 'video' && (bytes[0] ?? 0) >> 4 === 1 && bytes[1] === 1

/** H.264 and AAC are what every sender has and what is taken; a description names no codec. */
export function isKnownCodec({ kind, bytes: [first] }: MediaTag): boolean {
  if (kind === 'data' || first === undefined) return true
  return kind === 'video' ? (first & 0x80) === 0 && (first & 0x0f) === 7 : first >> 4 === 10
}

/** What a player must have before all else: how picture and sound are coded, and the description. */
export const isHeader = ({ kind, bytes }: MediaTag): boolean => kind === 'data' || bytes[1] === 0
