import { readWebVtt, spanOf } from '@kinora/core/webvtt'
import { and, asc, eq, type SQL } from 'drizzle-orm'
import { captionsTable as c } from '../captions/tables.ts'
import type { Deps } from '../deps.ts'
import type { StoredDigest } from '../kernel/stored-digest.ts'
import { type StoredTitle, trailerFolder } from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'

/** A stored file, or the files of one folder, that a title names. */
export interface Stored {
  key: string
  /** What a damage is marked by. */
  mark: string
  /** As it was stored or first read; null where nobody has yet. */
  digest: string | null
  bytes: number | null
  /** Keeps what was read first. */
  keep?(read: StoredDigest): Promise<unknown>
}

/** All that a title names and what is known of it: its original, its stream, its trailer, its captions. */
export async function storedOf(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  title: StoredTitle,
): Promise<Stored[]> {
  const { tag, sourceKey, fileDigest, fileSize, streamKey, trailerWebKey, trailerJobId } = title
  const keep = (set: object, same: SQL) =>
    db
      .update(t)
      .set(set)
      .where(and(eq(t.tag, tag), same))
  const stored: Stored[] = []
  if (sourceKey !== null)
    stored.push({ key: sourceKey, mark: sourceKey, digest: fileDigest, bytes: fileSize })
  if (streamKey !== null)
    stored.push({
      key: `${streamKey}/`,
      mark: streamKey,
      bytes: title.streamBytes,
      digest: title.streamDigestKey === streamKey ? title.streamDigest : null,
      keep: ({ digest, bytes }) =>
        keep(
          { streamDigest: digest, streamDigestKey: streamKey, streamBytes: bytes },
          eq(t.streamKey, streamKey),
        ),
    })
  if (trailerWebKey !== null && title.trailerMobileKey !== null && trailerJobId === null) {
    const folder = trailerFolder(trailerWebKey)
    const isRead = title.trailerDigestKey === folder
    stored.push({
      key: `${folder}/`,
      mark: folder,
      digest: isRead ? title.trailerDigest : null,
      bytes: isRead ? title.trailerBytes : null,
      keep: ({ digest, bytes }) =>
        keep(
          { trailerDigest: digest, trailerDigestKey: folder, trailerBytes: bytes },
          eq(t.trailerWebKey, trailerWebKey),
        ),
    })
  }
  for (const { blobKey, digestKey, digest, bytes } of await db
    .select()
    .from(c)
    .where(eq(c.titleTag, tag))
    .orderBy(asc(c.trackId)))
    stored.push({
      key: blobKey,
      mark: blobKey,
      ...(digestKey === blobKey ? { digest, bytes } : { digest: null, bytes: null }),
      async keep(read) {
        const file = await new Response((await blobs.read(blobKey)) as BodyInit).arrayBuffer()
        const { first, last } = spanOf(readWebVtt(new Uint8Array(file)))
        await db
          .update(c)
          .set({ ...read, digestKey: blobKey, firstStart: first, lastStart: last })
          .where(and(eq(c.titleTag, tag), eq(c.blobKey, blobKey)))
      },
    })
  return stored
}
