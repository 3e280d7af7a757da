import type { Deps } from '../deps.ts'
import { systemScope } from '../kernel/scope.ts'
import { notify } from './mail.ts'
import { processBatch } from './process.ts'
import { type BatchJob, enqueueBatch, enqueueMail, queuesOf } from './queue.ts'
import { leftBatches } from './rows.ts'
import type { BatchWork } from './work.ts'

/** A catalogue may take days; its job lives as long, and signs of life tell it from a dead one. */
const processing = { concurrency: 2, retryLimit: 4, expireSeconds: 86_000 }
/** A mail server that is away for an afternoon misses nothing. */
const mailing = { concurrency: 1, retryLimit: 12, expireSeconds: 120 }

/** Starts the background work on batches of a kind, beginning with what an earlier process left. */
export async function startBatchWork(deps: Deps, work: BatchWork): Promise<void> {
  const queues = queuesOf(work.kind)
  await deps.jobs.work<BatchJob>(queues.process, processing, (job, attempt) =>
    processBatch(deps, work, { job, attempt }),
  )
  await deps.jobs.work<BatchJob>(queues.mail, mailing, job => notify(deps, work, job))
  for (const batch of await leftBatches(systemScope, deps.db, work.kind))
    await (batch.isWorking ? enqueueBatch(deps, batch) : enqueueMail(deps, batch))
}
