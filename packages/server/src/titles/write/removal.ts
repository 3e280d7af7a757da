import { isKinoraError } from '@kinora/core'
import type { Deps } from '../../deps.ts'
import type { Author } from '../../kernel/rows/audit.ts'
import type { Scope } from '../../kernel/scope.ts'
import { lockTitle, writeTitle } from '../../stored-titles/index.ts'
import { abandonUploads } from '../../uploads/index.ts'

/**
 * TITLE-26, TITLE-35, C-73: each title on its own. A deleted one keeps its row and its stored files; an upload in
 * progress is dropped, and a job that runs finds that its id is gone and ends.
 */
export async function removeTitles(
  scope: Scope,
  deps: Pick<Deps, 'db' | 'blobs' | 'clock' | 'log'>,
  { tags, by }: { tags: readonly string[]; by: Author },
): Promise<{ item1: string; item2: number }[]> {
  const results: { item1: string; item2: number }[] = []
  for (const tag of tags) results.push({ item1: tag, item2: await removeOne(scope, deps, { tag, by }) })
  return results
}

async function removeOne(
  scope: Scope,
  deps: Pick<Deps, 'db' | 'blobs' | 'clock' | 'log'>,
  { tag, by }: { tag: string; by: Author },
): Promise<number> {
  const ended = { isDelete: true, jobId: null, trailerJobId: null, processing: null, tenants: [] }
  const isRemoved = await deps.db.transaction(async tx => {
    const before = await lockTitle(scope, tx, tag).catch(ifNotFound)
    if (before === undefined) return false
    await writeTitle(scope, tx, { before, set: ended, verb: 'remove', by })
    return true
  })
  if (!isRemoved) return 404
  await abandonUploads(deps, tag, ['video', 'trailer'])
  return 200
}

function ifNotFound(error: unknown): undefined {
  if (!isKinoraError(error) || error.code !== 'notFound') throw error
}
