import { type DamagedFile, isVideoInProgress } from '@kinora/core'
import { and, eq, not, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../ports/db.ts'
import type { StoredTitle } from './rows.ts'
import { titlesTable as t } from './tables.ts'

type Named = Pick<
  StoredTitle,
  'sourceKey' | 'streamKey' | 'trailerWebKey' | 'damagedKeys' | 'videoStatus' | 'trailerJobId'
>

/** Where web and mobile half of a trailer lie. */
export const trailerFolder = (webKey: string): string => webKey.split('/').slice(0, 3).join('/')

/** OPS-02: the gravest damage among the files that the title names now; none while its file is replaced or processed. */
export function damageOf(title: Named): DamagedFile | null {
  const { sourceKey, streamKey, trailerWebKey, damagedKeys, videoStatus } = title
  if (damagedKeys.length === 0 || isVideoInProgress(videoStatus)) return null
  const isMarked = (key: string | null) => key !== null && damagedKeys.includes(key)
  if (isMarked(sourceKey)) return 'original'
  if (isMarked(streamKey)) return 'stream'
  if (trailerWebKey !== null && title.trailerJobId === null && isMarked(trailerFolder(trailerWebKey)))
    return 'trailer'
  return damagedKeys.some(key => key.startsWith('captions/')) ? 'captions' : null
}

const folder = sql`regexp_replace(${t.trailerWebKey}, '^([^/]*/[^/]*/[^/]*).*', '\\1')`

/** The same as a condition. */
export const isDamaged: SQL = sql`(${t.damagedKeys} <> '{}' AND NOT coalesce(${t.videoStatus} BETWEEN 1 AND 5, false) AND (
  ${t.damagedKeys} && ARRAY[${t.sourceKey}, ${t.streamKey}]
  OR ${t.trailerJobId} IS NULL AND ${folder} = ANY(${t.damagedKeys})
  OR array_to_string(${t.damagedKeys}, ' ') LIKE '%captions/%'))`

/** Whether the title names that file now. */
const isNamed = (key: SQL): SQL => sql`(${key} IN (${t.sourceKey}, ${t.streamKey}, ${folder})
  OR EXISTS (SELECT FROM captions c WHERE c.title_tag = ${t.tag} AND c.blob_key = ${key}))`

/**
 * Marks a stored file of a title as damaged, or takes the mark away; whether that changed anything. What was replaced while it was
 * read is nobody’s damage.
 */
export function markStored(
  db: Database,
  { tag, key, isDamaged }: { tag: string; key: string; isDamaged: boolean },
): Promise<boolean> {
  const mark = sql`${key}::text`
  const isMarked = sql`${mark} = ANY(${t.damagedKeys})`
  return db.transaction(async tx => {
    await tx.select({ tag: t.tag }).from(t).where(eq(t.tag, tag)).for('update')
    const changed = await tx
      .update(t)
      .set({
        damagedKeys: sql`${sql.raw(isDamaged ? 'array_append' : 'array_remove')}(${t.damagedKeys}, ${mark})`,
      })
      .where(and(eq(t.tag, tag), isDamaged ? and(not(isMarked), isNamed(mark)) : isMarked))
      .returning({ tag: t.tag })
    return changed.length > 0
  })
}

/** Takes away the marks of files that their title doesn’t name any more. */
export async function dropUnnamedMarks(db: Database): Promise<void> {
  const named = sql`ARRAY(SELECT mark FROM unnest(${t.damagedKeys}) AS mark WHERE ${isNamed(sql`mark`)})`
  await db
    .update(t)
    .set({ damagedKeys: named })
    .where(sql`${t.damagedKeys} <> '{}' AND ${t.damagedKeys} <> ${named}`)
}
