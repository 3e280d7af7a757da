import type { BlobPort } from '../ports/blobs.ts'
import type { StoredTitle } from '../stored-titles/index.ts'

/** Bytes of a finished ladder, as they lie there now. */
export async function sizeOfStream(blobs: BlobPort, streamKey: string): Promise<number> {
  let bytes = 0
  for await (const { size } of blobs.list(`${streamKey}/`)) bytes += size
  return bytes
}

/** OPS-02: whether files of a title's stream are gone or cut, as far as it is known how large they were, or were read and are damaged. */
export async function isStreamDamaged(
  blobs: BlobPort,
  { streamKey, streamBytes, damagedKeys }: Pick<StoredTitle, 'streamKey' | 'streamBytes' | 'damagedKeys'>,
): Promise<boolean> {
  if (streamKey === null) return false
  if (damagedKeys.includes(streamKey)) return true
  const size = await sizeOfStream(blobs, streamKey)
  return size === 0 || (streamBytes !== null && size !== streamBytes)
}
