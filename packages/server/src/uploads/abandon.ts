import type { FileRole } from '@kinora/core'
import { and, eq, inArray } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { type UploadRow, uploadsTable as uploads } from './tables.ts'

type Needs = Pick<Deps, 'db' | 'blobs' | 'log'>

/** Drops what was received of unfinished uploads of a title. Who may do so has been asked before. */
export async function abandonUploads(deps: Needs, tag: string, roles: readonly FileRole[]): Promise<void> {
  const unfinished = and(of(tag, roles), eq(uploads.state, 'receiving'))
  await drop(deps, await deps.db.delete(uploads).where(unfinished).returning())
}

/** Forgets an upload and its file, however far it came: the same file is sent as a new one then. */
export async function forgetUpload(deps: Needs, tag: string, role: FileRole): Promise<void> {
  await drop(
    deps,
    await deps.db
      .delete(uploads)
      .where(of(tag, [role]))
      .returning(),
  )
}

const of = (tag: string, roles: readonly FileRole[]) =>
  and(eq(uploads.titleTag, tag), inArray(uploads.role, [...roles]))

async function drop({ blobs, log }: Needs, dropped: readonly UploadRow[]): Promise<void> {
  for (const { blobKey, state } of dropped) {
    const gone = state === 'receiving' ? blobs.parts.abandon(blobKey) : blobs.remove(blobKey)
    await gone.catch((err: unknown) => log.warn({ err, blobKey }, 'a file stays behind'))
  }
}
