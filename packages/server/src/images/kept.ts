import { sql } from 'drizzle-orm'
import type { BlobPort } from '../ports/blobs.ts'
import type { Database } from '../ports/db.ts'

/** Whoever stores, names or removes the image of this digest waits until this transaction has ended. */
export const lockImage = (tx: Database, digest: string): Promise<unknown> =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('kinora.image'), hashtext(${digest}))`)

/**
 * Keeps images that a row of this transaction names, or named so far, from going as unnamed ones within a day (decision 0040);
 * gives the addresses of those that are stored no more. An address that isn't one of a stored image is left alone.
 */
export async function keepImages(
  blobs: BlobPort,
  tx: Database,
  addresses: readonly (string | null)[],
): Promise<string[]> {
  const gone: string[] = []
  for (const address of [...new Set(addresses)].sort()) {
    const [, key, digest] = /^\/media\/(images\/([\w-]+)\.\w+)$/.exec(address ?? '') ?? []
    if (key === undefined || digest === undefined) continue
    await lockImage(tx, digest)
    if (!(await blobs.touch(key))) gone.push(address!)
  }
  return gone
}
