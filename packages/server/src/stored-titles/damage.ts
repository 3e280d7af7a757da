import { type DamagedFile, isVideoInProgress } from '@kinora/core'
import { and, eq, type SQL, sql } from 'drizzle-orm'
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

/** The same as a condition. */
export const isDamaged: SQL = sql`(${t.damagedKeys} <> '{}' AND NOT coalesce(${t.videoStatus} BETWEEN 1 AND 5, false) AND (
  ${t.damagedKeys} && ARRAY[${t.sourceKey}, ${t.streamKey}]
  OR ${t.trailerJobId} IS NULL AND regexp_replace(${t.trailerWebKey}, '^([^/]*/[^/]*/[^/]*).*', '\\1') = ANY(${t.damagedKeys})
  OR array_to_string(${t.damagedKeys}, ' ') LIKE '%captions/%'))`

/** Marks a stored file of a title as damaged, or takes the mark away. */
export async function markStored(
  db: Database,
  { tag, key, isDamaged }: { tag: string; key: string; isDamaged: boolean },
): Promise<void> {
  const others = sql`array_remove(${t.damagedKeys}, ${key}::text)`
  await db
    .update(t)
    .set({ damagedKeys: isDamaged ? sql`array_append(${others}, ${key}::text)` : others })
    .where(and(eq(t.tag, tag), isDamaged ? undefined : sql`${key}::text = ANY(${t.damagedKeys})`))
}
