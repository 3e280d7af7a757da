import { en } from '@kinora/core'
import type { Deps } from '../deps.ts'
import { systemScope } from '../kernel/scope.ts'
import { enqueueJob, type QueuedJob, queue } from './queue.ts'
import { endJob, runningJobs } from './rows.ts'
import { runJob } from './run.ts'

/** Two at once, so that a long one holds up nobody; it lives for a day, and signs of life tell it from a dead one. */
const options = { concurrency: 2, retryLimit: 4, expireSeconds: 86_000 }

/** Starts the work on jobs of titles, beginning with what an earlier process left. */
export async function startTitleJobJobs(deps: Deps): Promise<void> {
  await deps.jobs.work<QueuedJob>(queue, options, async ({ jobId }, { lastAttempt, signal }) => {
    try {
      await runJob(deps, { jobId, signal })
    } catch (error) {
      if (signal.aborted || !lastAttempt) throw error
      deps.log.warn({ err: error, titleJob: jobId }, 'job on titles given up')
      const ending = { jobId, event: 'giveUp', now: deps.clock.now() } as const
      await endJob(systemScope, deps.db, { ...ending, problem: en['titleJob.gaveUp'] })
    }
  })
  for (const job of await runningJobs(systemScope, deps.db)) await enqueueJob(deps, job)
}
