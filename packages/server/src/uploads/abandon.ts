import type { FileRole } from '@kinora/core'
import { and, eq, inArray } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { uploadsTable as uploads } from './tables.ts'

/** Drops what was received of unfinished uploads of a title. Who may do so has been asked before. */
export async function abandonUploads(
  { db, blobs, log }: Pick<Deps, 'db' | 'blobs' | 'log'>,
  tag: string,
  roles: readonly FileRole[] = ['video', 'trailer'],
): Promise<void> {
  const unfinished = and(
    eq(uploads.titleTag, tag),
    inArray(uploads.role, [...roles]),
    eq(uploads.state, 'receiving'),
  )
  const dropped = await db.delete(uploads).where(unfinished).returning({ blobKey: uploads.blobKey })
  for (const { blobKey } of dropped) {
    await blobs.parts
      .abandon(blobKey)
      .catch((err: unknown) => log.warn({ err, blobKey }, 'parts stay behind'))
  }
}
