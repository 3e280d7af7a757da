import type { Deps } from './deps.ts'
import { startTitleJobs } from './titles/jobs.ts'

/** Starts the background work of every noun; one line each. */
export async function startWorkers(deps: Deps): Promise<void> {
  await startTitleJobs(deps)
}
