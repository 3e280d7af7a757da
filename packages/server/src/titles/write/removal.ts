import type { Deps } from '../../deps.ts'
import type { Scope } from '../../kernel/scope.ts'
import { changeTitle, stamp } from '../../stored-titles/index.ts'
import { abandonUploads } from '../../uploads/index.ts'

/**
 * TITLE-26, TITLE-35, C-73: each title on its own. A deleted one keeps its row and its stored files; an upload in
 * progress is dropped, and a job that runs finds that its id is gone and ends.
 */
export async function removeTitles(
  scope: Scope,
  deps: Pick<Deps, 'db' | 'blobs' | 'clock' | 'log'>,
  { tags, userId }: { tags: readonly string[]; userId: string },
): Promise<{ item1: string; item2: number }[]> {
  const results: { item1: string; item2: number }[] = []
  for (const tag of tags) results.push({ item1: tag, item2: await removeOne(scope, deps, { tag, userId }) })
  return results
}

async function removeOne(
  scope: Scope,
  deps: Pick<Deps, 'db' | 'blobs' | 'clock' | 'log'>,
  { tag, userId }: { tag: string; userId: string },
): Promise<number> {
  const ended = { isDelete: true, jobId: null, trailerJobId: null, processing: null, tenants: [] }
  const removed = await changeTitle(scope, deps.db, {
    tag,
    set: { ...ended, ...stamp(deps.clock.now(), userId) },
  })
  if (removed === undefined) return 404
  await abandonUploads(deps, tag, ['video', 'trailer'])
  return 200
}
