import type { BlobPort } from '../ports/blobs.ts'
import type { StoredTitle } from '../stored-titles/index.ts'

/** Bytes of a finished ladder, as they lie there now. */
export async function sizeOfStream(blobs: BlobPort, streamKey: string): Promise<number> {
  let bytes = 0
  for await (const { size } of blobs.list(`${streamKey}/`)) bytes += size
  return bytes
}

/** OPS-02: whether files of a title's stream are gone or cut, as far as it is known how large they were. */
export async function isStreamDamaged(
  blobs: BlobPort,
  { streamKey, streamBytes }: Pick<StoredTitle, 'streamKey' | 'streamBytes'>,
): Promise<boolean> {
  if (streamKey === null) return false
  const size = await sizeOfStream(blobs, streamKey)
  return size === 0 || (streamBytes !== null && size !== streamBytes)
}
