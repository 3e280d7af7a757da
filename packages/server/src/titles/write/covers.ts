import type { Issue } from '@kinora/core'
import { keepImages } from '../../images/index.ts'
import type { BlobPort } from '../../ports/blobs.ts'
import type { Database } from '../../ports/db.ts'

/** What a title shows from now on must still be stored; what it showed so far stays for a day, for who takes the change back. */
export async function keepCovers(
  blobs: BlobPort,
  tx: Database,
  { before, after }: { before: string | null; after: string | null },
): Promise<Issue[]> {
  if (before === after) return []
  const gone = await keepImages(blobs, tx, [before, after])
  return after !== null && gone.includes(after) ? [{ path: 'imageLink', code: 'title.coverGone' }] : []
}
