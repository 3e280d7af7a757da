import { and, eq, ne, sql } from 'drizzle-orm'
import type { Database } from '../ports/db.ts'
import type { StoredTitle } from '../stored-titles/index.ts'
import { ofOwner } from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { madeStreamsTable as made } from './tables.ts'

/** To be raised whenever a ladder or its frame is made in another way: what was made before is then not used again. */
const RECIPE = 3

export type MadeStream = Pick<typeof made.$inferSelect, 'streamKey' | 'durationSecond' | 'frameLink'>

interface FoundStream extends MadeStream {
  /** What it came to when it was finished, in bytes. */
  streamBytes: number | null
  /** What it was digested to then, where that was kept. */
  streamDigest: string | null
  damagedKeys: string[]
}

/** Names content and recipe; undefined where the content isn't known by its digest. */
export function toMadeOf(title: StoredTitle, { normalise }: { normalise: boolean }): string | undefined {
  const { fileDigest, fileSize, contentType } = title
  if (fileDigest === null || fileSize === null) return undefined
  return `${RECIPE} ${contentType} ${normalise ? 'even' : 'plain'} ${fileSize} ${fileDigest}`
}

/**
 * What another title of the same owner plays and was made from the same content in the same way. The bytes were
 * verified for both, chunk by chunk; what belongs to another owner is never looked at.
 */
export async function findMadeStream(
  db: Database,
  title: StoredTitle,
  madeOf: string,
): Promise<FoundStream | undefined> {
  const { streamKey, durationSecond, frameLink } = made
  const [found] = await db
    .select({
      streamKey,
      durationSecond,
      frameLink,
      streamBytes: t.streamBytes,
      damagedKeys: t.damagedKeys,
      streamDigest: sql<
        string | null
      >`CASE WHEN ${t.streamDigestKey} = ${t.streamKey} THEN ${t.streamDigest} END`,
    })
    .from(made)
    .innerJoin(t, and(eq(t.tag, made.titleTag), eq(t.streamKey, made.streamKey)))
    .where(and(eq(made.madeOf, madeOf), ne(t.tag, title.tag), eq(t.isDelete, false), ofOwner(title)))
    .limit(1)
  return found
}

/** The stream that a title plays from now on; what it played before is not offered any more. */
export async function saveMadeStream(
  db: Database,
  { tag, madeOf, ...stream }: MadeStream & { tag: string; madeOf: string },
): Promise<void> {
  await db.delete(made).where(eq(made.titleTag, tag))
  await db.insert(made).values({ ...stream, titleTag: tag, madeOf })
}
