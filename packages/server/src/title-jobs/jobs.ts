import { KEPT_DAYS } from '@kinora/core'
import type { Deps } from '../deps.ts'
import { startRecurring } from '../kernel/recurring.ts'
import { systemScope } from '../kernel/scope.ts'
import { enqueueJob, type QueuedJob, queue } from './queue.ts'
import { endJob, removeEnded, runningJobs } from './rows.ts'
import { runJob } from './run.ts'

const DAY = 86_400_000

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
      await endJob(systemScope, deps.db, { ...ending, problem: [{ path: '', code: 'titleJob.gaveUp' }] })
    }
  })
  await startRecurring(deps, {
    queue: 'titleJobs.removeEnded',
    period: DAY,
    work: () => removeEndedJobs(deps),
  })
  for (const job of await runningJobs(systemScope, deps.db)) await enqueueJob(deps, job)
}

/** Removes jobs that ended long ago; what they did to titles stays in the history of those. */
export const removeEndedJobs = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  removeEnded(systemScope, db, new Date(clock.now().getTime() - KEPT_DAYS * DAY))
