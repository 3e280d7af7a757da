import { sha256 } from '../kernel/digest.ts'
import type { BlobPort } from '../ports/blobs.ts'

/**
 * Keeps an image under the digest of its content, so that its address may be cached for ever; gives the address. One that is
 * there already is written again, so that it isn't taken for an old one that nobody names.
 */
export async function storeImage(
  blobs: BlobPort,
  bytes: Uint8Array<ArrayBuffer>,
  extension: string,
): Promise<string> {
  const key = `images/${await sha256(bytes)}.${extension}`
  await blobs.put(key, bytes)
  return `/media/${key}`
}
