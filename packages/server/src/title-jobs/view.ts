import { type TitleJob, type TitleJobItem, toWireDate } from '@kinora/core'
import type { Context } from '../kernel/handlers.ts'
import { countItems } from './items.ts'
import type { StoredItem, StoredJob } from './tables.ts'

/** Jobs as they travel, with how far they are. */
export async function toJobs(
  { scope, deps, caller }: Pick<Context, 'scope' | 'deps' | 'caller'>,
  rows: readonly StoredJob[],
): Promise<TitleJob[]> {
  const counted = await countItems(
    scope,
    deps.db,
    rows.map(({ jobId }) => jobId),
  )
  return rows.map(row => {
    const counts = { total: 0, waiting: 0, done: 0, same: 0, refused: 0, changed: 0, undone: 0 }
    for (const { jobId, outcome, isUndone, count } of counted) {
      if (jobId !== row.jobId) continue
      counts[outcome] += count
      counts.total += count
      if (isUndone) counts.undone += count
    }
    return toJob(row, counts, caller.userId)
  })
}

function toJob(row: StoredJob, counts: TitleJob['counts'], userId: string): TitleJob {
  const { jobId, act, status, problem, edit, undoes, undoesAct } = row
  return {
    jobId,
    act,
    status,
    problem,
    edit,
    counts,
    undoes: undoes !== null && undoesAct !== null ? { jobId: undoes, act: undoesAct } : null,
    isUndoable: status !== 'Running' && act !== 'undo' && counts.done > counts.undone,
    by: row.displayName,
    isMine: row.createdBy === userId,
    createdDate: toWireDate(row.createdAt),
    endedDate: row.endedAt && toWireDate(row.endedAt),
  }
}

export const toItem = ({ tag, className, outcome, problem }: StoredItem): TitleJobItem => ({
  tag,
  className,
  outcome,
  problem,
})
