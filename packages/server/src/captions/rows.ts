import type { Caption } from '@kinora/core'
import { toWireDate } from '@kinora/core'
import { and, asc, eq, getTableColumns } from 'drizzle-orm'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { inScope } from '../stored-titles/index.ts'
import { titlesTable } from '../stored-titles/tables.ts'
import { type CaptionRow, captionsTable as captions } from './tables.ts'

const columns = getTableColumns(captions)

export async function readCaptions(scope: Scope, db: Database, titleTag: string): Promise<CaptionRow[]> {
  return db
    .select(columns)
    .from(captions)
    .innerJoin(titlesTable, eq(titlesTable.tag, captions.titleTag))
    .where(and(eq(captions.titleTag, titleTag), inScope(scope)))
    .orderBy(asc(captions.language))
}

export async function findCaption(
  scope: Scope,
  db: Database,
  trackId: string,
): Promise<CaptionRow | undefined> {
  const [row] = await db
    .select(columns)
    .from(captions)
    .innerJoin(titlesTable, eq(titlesTable.tag, captions.titleTag))
    .where(and(eq(captions.trackId, trackId), inScope(scope)))
  return row
}

/** CAPTION-04: a title has one track of each language; gives the one that was there before, too. */
export async function putCaption(
  _scope: Scope,
  db: Database,
  row: CaptionRow,
): Promise<{ caption: CaptionRow; replaced: CaptionRow | undefined }> {
  return db.transaction(async tx => {
    const same = and(eq(captions.titleTag, row.titleTag), eq(captions.language, row.language))
    const [replaced] = await tx.delete(captions).where(same).returning()
    await tx.delete(captions).where(eq(captions.trackId, row.trackId))
    const [caption] = await tx.insert(captions).values(row).returning()
    return { caption: caption!, replaced }
  })
}

export async function deleteCaption(_scope: Scope, db: Database, trackId: string): Promise<void> {
  await db.delete(captions).where(eq(captions.trackId, trackId))
}

export function toCaption(row: CaptionRow): Caption {
  const { trackId, titleTag, title, language, blobKey, createdAt } = row
  return { trackId, titleTag, title, language, url: `/media/${blobKey}`, createdDate: toWireDate(createdAt) }
}
