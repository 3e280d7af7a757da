import type { Deps } from '../../deps.ts'
import type { Scope } from '../../kernel/scope.ts'
import { changeTitles, stamp } from '../../stored-titles/index.ts'
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
  { tags, userId }: { tags: readonly string[]; userId: string },
): Promise<{ item1: string; item2: number }[]> {
  const ended = { isDelete: true, jobId: null, trailerJobId: null, processing: null, tenants: [] }
  const set = { ...ended, ...stamp(deps.clock.now(), userId) }
  const removed = new Set<string>()
  for (let at = 0; at < tags.length; at += BATCH) {
    const gone = await changeTitles(scope, deps.db, { tags: tags.slice(at, at + BATCH), set })
    for (const tag of gone) {
      await abandonUploads(deps, tag, ['video', 'trailer'])
      removed.add(tag)
    }
  }
  // `delete` says whether the tag was there: a title that is named twice is gone at its second turn.
  return tags.map(tag => ({ item1: tag, item2: removed.delete(tag) ? 200 : 404 }))
}
