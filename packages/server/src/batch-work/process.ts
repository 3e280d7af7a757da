import { en } from '@kinora/core'
import type { Deps } from '../deps.ts'
import { systemScope } from '../kernel/scope.ts'
import { isDiskFull } from '../ports/db.ts'
import { findBatchFailure } from './failure.ts'
import { type BatchJob, enqueueMail } from './queue.ts'
import { changeBatch, moveBatch, readBatch } from './rows.ts'
import type { StoredBatch } from './tables.ts'
import type { BatchWork } from './work.ts'

export interface Attempt {
  lastAttempt: boolean
  signal: AbortSignal
}

/**
 * One start of one batch, from where its journal ends: the first try, one after a crash and one after a stop of the
 * server are the same. Ends the batch as E-6 says and has its end told.
 */
export async function processBatch(
  deps: Deps,
  work: BatchWork,
  { job, attempt }: { job: BatchJob; attempt: Attempt },
): Promise<void> {
  const batch = await readBatch(systemScope, deps.db, job.batchId)
  if (batch.run !== job.run || !batch.isWorking) return
  if (batch.status !== 'Processing') return releaseBatch(deps, batch)
  try {
    const ending = await work.run(batch, attempt.signal)
    await (ending === 'done' ? end(deps, work, batch, { event: 'complete' }) : releaseBatch(deps, batch))
  } catch (error) {
    if (attempt.signal.aborted) throw error
    if (attempt.lastAttempt && isDiskFull(error)) return rest(deps, batch)
    const problem = problemOf(error, attempt)
    if (problem === undefined) throw error
    deps.log.warn({ err: error, batchId: batch.batchId }, 'bulk upload given up')
    await end(deps, work, batch, { event: 'abort', problem })
  }
}

/** C-42: what makes going on senseless ends a batch at once, anything else after the last try. */
function problemOf(error: unknown, { lastAttempt }: Attempt): string | undefined {
  return findBatchFailure(error)?.message ?? (lastAttempt ? en['bulk.gaveUp'] : undefined)
}

/** A full disk is no fault of the file: the batch rests with all that it has, and somebody who has made room goes on with it. */
async function rest(deps: Deps, { batchId }: StoredBatch): Promise<void> {
  const set = { isWorking: false, problem: en['error.507'], endedAt: deps.clock.now() }
  const resting = await moveBatch(systemScope, deps.db, { batchId, event: 'stop', set })
  if (resting === undefined) return releaseBatch(deps, { batchId })
  await enqueueMail(deps, resting)
}

async function end(
  deps: Deps,
  work: BatchWork,
  batch: StoredBatch,
  { event, problem = null }: { event: 'complete' | 'abort'; problem?: string | null },
): Promise<void> {
  const set = { isWorking: false, problem, endedAt: deps.clock.now() }
  const ended = await moveBatch(systemScope, deps.db, { batchId: batch.batchId, event, set })
  // Somebody stopped it in the last moment.
  if (ended === undefined) return releaseBatch(deps, batch)
  await work.ended?.(ended)
  await enqueueMail(deps, ended)
}

async function releaseBatch({ db }: Deps, { batchId }: Pick<StoredBatch, 'batchId'>): Promise<void> {
  await changeBatch(systemScope, db, { batchId, set: { isWorking: false } })
}
