import type { Deps } from '../../deps.ts'

export const queue = 'publishing.run'

/** What is queued: the job itself is in its table. */
export interface QueuedJob {
  jobId: string
}

/** Queues a job; one that is queued already isn’t queued again. */
export async function enqueueJob({ jobs }: Pick<Deps, 'jobs'>, jobId: string): Promise<void> {
  await jobs.enqueue<QueuedJob>(queue, { jobId }, { key: jobId })
}
