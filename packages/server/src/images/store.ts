import { sha256 } from '../kernel/digest.ts'
import type { BlobPort } from '../ports/blobs.ts'
import type { Database } from '../ports/db.ts'
import { lockImage } from './kept.ts'

/**
 * Keeps an image under the digest of its content, so that its address may be cached for ever; gives the address. One that is
 * there already is written again, so that it isn't taken for an old one that nobody names; in a transaction nobody removes it
 * as one meanwhile.
 */
export async function storeImage(
  { blobs, db }: { blobs: BlobPort; db: Database },
  bytes: Uint8Array<ArrayBuffer>,
  extension: string,
): Promise<string> {
  const digest = await sha256(bytes)
  const key = `images/${digest}.${extension}`
  await lockImage(db, digest)
  await blobs.put(key, bytes)
  return `/media/${key}`
}
