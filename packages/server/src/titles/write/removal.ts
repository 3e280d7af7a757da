import type { Deps } from '../../deps.ts'
import type { Author } from '../../kernel/rows/audit.ts'
import { stamp } from '../../kernel/rows/stamps.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Database } from '../../ports/db.ts'
import { changeTitles, recordRemoval, type StoredTitle } from '../../stored-titles/index.ts'
import { abandonUploads } from '../../uploads/index.ts'

/** Titles of one statement: a large request doesn't hold up the others. */
const BATCH = 500

/**
 * TITLE-26, TITLE-35, C-73: each title on its own. A deleted one keeps its row and its stored files; an upload in
 * progress is dropped, and a job that runs finds that its id is gone and ends.
 */
export async function removeTitles(
  scope: Scope,
  deps: Pick<Deps, 'db' | 'blobs' | 'clock' | 'log'>,
  { tags, by }: { tags: readonly string[]; by: Author },
): Promise<{ item1: string; item2: number }[]> {
  const removed = new Set<string>()
  for (let at = 0; at < tags.length; at += BATCH) {
    const gone = await deps.db.transaction(tx =>
      markRemoved(scope, tx, { tags: tags.slice(at, at + BATCH), by }),
    )
    for (const { tag } of gone) {
      await abandonUploads(deps, tag, ['video', 'trailer'])
      removed.add(tag)
    }
  }
  // `delete` says whether the tag was there: a title that is named twice is gone at its second turn.
  return tags.map(tag => ({ item1: tag, item2: removed.delete(tag) ? 200 : 404 }))
}

/** Deletes titles in the transaction of the caller, who drops their uploads after it; those that were there. */
export async function markRemoved(
  scope: Scope,
  tx: Database,
  { tags, by }: { tags: readonly string[]; by: Author },
): Promise<StoredTitle[]> {
  const ended = {
    isDelete: true,
    deletedAt: by.now,
    jobId: null,
    trailerJobId: null,
    processing: null,
    tenants: [],
  }
  const titles = await changeTitles(scope, tx, { tags, set: { ...ended, ...stamp(by.now, by.userId) } })
  await recordRemoval(tx, by, titles)
  return titles
}
