import type { Deps } from '../../deps.ts'
import { systemScope } from '../../kernel/scope.ts'
import { leftBatches } from '../rows.ts'
import type { Request } from './creator.ts'
import { notify } from './mail.ts'
import { processBatch } from './process.ts'
import { type BatchJob, enqueueBatch, enqueueMail, queues } from './queue.ts'

/** A catalogue may take days; its job lives as long, and signs of life tell it from a dead one. */
const processing = { concurrency: 2, retryLimit: 4, expireSeconds: 86_000 }
/** A mail server that is away for an afternoon misses nothing. */
const mailing = { concurrency: 1, retryLimit: 12, expireSeconds: 120 }

/** Starts the background work on batches, beginning with what an earlier process left. `request` is the platform's own front door. */
export async function startBatchJobs(deps: Deps, request: Request): Promise<void> {
  await deps.jobs.work<BatchJob>(queues.process, processing, (job, attempt) =>
    processBatch(deps, request, { job, attempt }),
  )
  await deps.jobs.work<BatchJob>(queues.mail, mailing, job => notify(deps, job))
  for (const batch of await leftBatches(systemScope, deps.db))
    await (batch.isWorking ? enqueueBatch(deps, batch) : enqueueMail(deps, batch))
}
