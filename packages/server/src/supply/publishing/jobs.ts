import { en } from '@kinora/core'
import type { Deps } from '../../deps.ts'
import { enqueueJob, type QueuedJob, queue } from './queue.ts'
import { endJob, runningJobs } from './rows.ts'
import { runPublishing } from './run.ts'

/** One after the other, as each holds channels that the next may need; a job lives for a day. */
const options = { concurrency: 1, retryLimit: 4, expireSeconds: 86_000 }

/** Starts the work on publishing, beginning with what an earlier process left. */
export async function startPublishingJobs(deps: Deps): Promise<void> {
  await deps.jobs.work<QueuedJob>(queue, options, async ({ jobId }, { lastAttempt, signal }) => {
    try {
      await runPublishing(deps, { jobId, signal })
    } catch (error) {
      if (signal.aborted || !lastAttempt) throw error
      deps.log.warn({ err: error, publishing: jobId }, 'publishing given up')
      const ending = { jobId, event: 'giveUp', now: deps.clock.now() } as const
      await endJob(deps.db, { ...ending, problem: en['publishing.gaveUp'] })
    }
  })
  for (const { jobId } of await runningJobs(deps.db)) await enqueueJob(deps, jobId)
}
