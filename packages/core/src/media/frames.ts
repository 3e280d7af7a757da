import { readPart } from './read-part.ts'
import { id3Size } from './sniff.ts'

const WINDOW = 1_048_576

/** Whether the frames of an AAC (ADTS) file reach to its end; a tag may follow them. */
export async function isWholeAdts(file: Blob, head: Uint8Array): Promise<boolean> {
  let at = id3Size(head)
  let frames = 0
  while (at < file.size) {
    const bytes = new Uint8Array(await readPart(file, at, at + WINDOW))
    let offset = 0
    while (offset + 7 <= bytes.length) {
      const length = adtsLength(bytes, offset)
      if (length === undefined) return frames > 0 && isTag(bytes.subarray(offset))
      offset += length
      frames++
    }
    if (offset === 0) return frames > 0 && isTag(bytes)
    at += offset
  }
  return frames > 0 && at === file.size
}

/** Whether an MP3 file has the bytes that its Xing header announces; without such a header nobody can tell. */
export function isWholeMp3(file: Blob, head: Uint8Array): boolean {
  const start = id3Size(head)
  const first = head.subarray(start, start + 400)
  const at = indexOfTag(first)
  if (at < 0 || first.length < at + 16) return start < file.size
  const view = new DataView(first.buffer, first.byteOffset + at)
  const flags = view.getUint32(4)
  const bytes = (flags & 2) === 0 ? 0 : view.getUint32((flags & 1) === 0 ? 8 : 12)
  return start + bytes <= file.size
}

function adtsLength(bytes: Uint8Array, at: number): number | undefined {
  if (bytes[at] !== 0xff || (bytes[at + 1]! & 0xf6) !== 0xf0) return undefined
  const length = ((bytes[at + 3]! & 0x03) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5)
  return length < 7 ? undefined : length
}

function isTag(bytes: Uint8Array): boolean {
  return /^(?:TAG|APETAG|ID3)/.test(String.fromCharCode(...bytes.subarray(0, 6)))
}

function indexOfTag(bytes: Uint8Array): number {
  const text = String.fromCharCode(...bytes)
  return Math.max(text.indexOf('Xing'), text.indexOf('Info'))
}
