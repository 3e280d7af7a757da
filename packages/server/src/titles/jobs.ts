import { RESTORABLE_DAYS } from '@kinora/core'
import { inArray, type SQL, sql } from 'drizzle-orm'
import { captionsTable } from '../captions/tables.ts'
import type { Deps } from '../deps.ts'
import { rowsOf } from '../kernel/db/queries.ts'
import { startRecurring } from '../kernel/recurring.ts'
import { madeStreamsTable } from '../pipeline/tables.ts'
import { uploadChunksTable, uploadsTable } from '../uploads/tables.ts'

const HOUR = 3_600_000
/** Titles of one transaction, in which the embedded database serves nobody else. */
const BATCH = 5

/** Starts the hourly removal of what deleted titles left; of several servers one does it. */
export async function startTitleJobs(deps: Deps): Promise<void> {
  await startRecurring(deps, {
    queue: 'titles.removeFiles',
    period: HOUR,
    async work(signal) {
      while (!signal.aborted && (await removeFiles(deps)) > 0);
    },
  })
}

/**
 * Removes sources, streams, trailers and captions of some titles that were deleted long ago, and lets go of their covers, which
 * others may show (decision 0040); returns how many titles. Files go
 * first: a crash in between leaves a title that is taken up again, never a file that nobody knows.
 */
export async function removeFiles({
  db,
  blobs,
  clock,
}: Pick<Deps, 'db' | 'blobs' | 'clock'>): Promise<number> {
  const until = new Date(clock.now().getTime() - RESTORABLE_DAYS * 24 * HOUR).toISOString()
  return db.transaction(async tx => {
    const find = async (condition: SQL) => {
      const found = await rowsOf<{ tag: string }>(
        tx,
        sql`SELECT tag FROM titles WHERE is_delete AND deleted_at < ${until}::timestamptz AND ${condition}
          ORDER BY deleted_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      )
      return found.map(({ tag }) => tag)
    }
    const withFiles = await find(hasFiles)
    // Some have nothing else; the index of those with files doesn't know them.
    const tags = withFiles.length > 0 ? withFiles : await find(hasCaptions)
    if (tags.length === 0) return 0
    for (const tag of tags)
      for (const kind of ['uploads', 'streams', 'trailers', 'captions', 'frames'])
        await blobs.remove(`${kind}/${tag}/`)
    const uploads = tx
      .select({ id: uploadsTable.id })
      .from(uploadsTable)
      .where(inArray(uploadsTable.titleTag, tags))
    await tx.delete(uploadChunksTable).where(inArray(uploadChunksTable.uploadId, uploads))
    await tx.delete(uploadsTable).where(inArray(uploadsTable.titleTag, tags))
    await tx.delete(madeStreamsTable).where(inArray(madeStreamsTable.titleTag, tags))
    await tx.delete(captionsTable).where(inArray(captionsTable.titleTag, tags))
    await tx.execute(sql`UPDATE titles SET source_key = NULL, stream_key = NULL, trailer_source_key = NULL,
      trailer_web_key = NULL, trailer_mobile_key = NULL, image_link = NULL WHERE tag = ANY(${sql.param(tags)}::text[])`)
    return tags.length
  })
}

/** As its index has it. */
const hasFiles = sql`num_nonnulls(source_key, stream_key, trailer_source_key, trailer_web_key, trailer_mobile_key, image_link) > 0`
const hasCaptions = sql`tag IN (SELECT title_tag FROM captions)`
