import { type TitleAct, type TitleJobProblem, wasLive } from '@kinora/core'
import { restoreTitle } from '../deleted-titles/index.ts'
import type { Context } from '../kernel/handlers.ts'
import { type AuditEntry, authorOf } from '../kernel/rows/audit.ts'
import { publishTitle, unpublishTitle } from '../stored-titles/index.ts'
import { readFormer } from '../title-history/index.ts'
import { saveTitle } from '../titles/index.ts'
import { toProblem } from './problem.ts'

export interface Undone {
  tag: string
  act: TitleAct
  /** What the act left, the oldest first. */
  entries: readonly [AuditEntry, ...AuditEntry[]]
}

/**
 * Takes an act on a title back, by the rules that apply now; their refusals are thrown. Runs in a transaction that
 * holds the title, to which nothing was done since. Gives what is to be said beside.
 */
export async function undoOn(context: Context, { tag, act, entries }: Undone): Promise<TitleJobProblem> {
  const { scope, deps } = context
  const by = authorOf(context)
  const publishedDate = formerDate(entries)
  switch (act) {
    case 'publish':
      await unpublishTitle(scope, deps, { tag, by, publishedDate })
      return []
    case 'unpublish':
      await publishTitle(scope, deps, { tag, by, publishedDate })
      return []
    case 'delete':
      return restore(context, tag)
    case 'edit': {
      // TITLE-34: the edit may have been what the title was waiting for.
      if (entries.some(({ verb }) => verb === 'publish'))
        await unpublishTitle(scope, deps, { tag, by, publishedDate })
      const former = await readFormer(deps.db, { tag, entryId: entries[0].id })
      await saveTitle({ tag, ...former }, context, 'restoreVersion')
      return []
    }
  }
}

/** A published title goes back to its sites, unless the rules have come to refuse it: then it is restored all the same. */
async function restore(context: Context, tag: string): Promise<TitleJobProblem> {
  const { scope, deps } = context
  const { before } = await restoreTitle(tag, context)
  if (!wasLive(before.status)) return []
  const { publishedDate } = before
  try {
    await publishTitle(scope, deps, { tag, by: authorOf(context), publishedDate })
    return []
  } catch (error) {
    return [{ path: '', code: 'titleJob.restoredUnpublished' }, ...toProblem('publish', error)]
  }
}

/** What the title said about when it was published; undefined where the act left that alone. */
function formerDate(entries: Undone['entries']): Date | null | undefined {
  const change = entries.flatMap(({ changes }) => changes).find(({ path }) => path === 'publishedDate')
  if (change === undefined) return undefined
  return change.before === null ? null : new Date(String(change.before))
}
