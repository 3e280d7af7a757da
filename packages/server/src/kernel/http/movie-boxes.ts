import type { BlobPort } from '../../ports/blobs.ts'

/** What files that the pipeline has made begin with, and none of them ends with. */
const first: ReadonlySet<string> = new Set(['ftyp', 'styp', 'sidx', 'moof'])
/** Boxes that are followed; a segment has three or four. */
const BOXES_MAX = 64

/**
 * Whether the boxes of an MP4 file or segment (ISO 14496-12) end elsewhere than the file does: it was cut, or something was
 * added. What doesn't begin as one isn't judged. Reads 16 bytes a box.
 */
export async function isMovieCut(blobs: Pick<BlobPort, 'read'>, key: string, size: number): Promise<boolean> {
  let at = 0
  let last = ''
  for (let count = 0; at < size && count < BOXES_MAX; count++) {
    if (size - at < 8) return count > 0
    const head = await readBytes(blobs, key, { start: at, end: Math.min(size, at + 16) })
    const type = String.fromCharCode(...head.subarray(4, 8))
    if (count === 0 && !first.has(type)) return false
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
    const told = view.getUint32(0)
    if (told === 0) return false
    if (told === 1 && head.byteLength < 16) return true
    const length = told === 1 ? Number(view.getBigUint64(8)) : told
    if (length < 8) return true
    at += length
    last = type
  }
  return at > size || (at === size && first.has(last))
}

async function readBytes(
  blobs: Pick<BlobPort, 'read'>,
  key: string,
  range: { start: number; end: number },
): Promise<Uint8Array> {
  return new Uint8Array(await new Response((await blobs.read(key, range)) as BodyInit).arrayBuffer())
}
