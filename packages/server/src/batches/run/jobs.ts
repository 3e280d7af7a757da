import { startBatchWork } from '../../batch-work/index.ts'
import type { Deps } from '../../deps.ts'
import { findCreator, type Request } from './creator.ts'
import { toMail } from './mail.ts'
import { runBatch } from './run.ts'

/** Starts the background work on batches of titles. `request` is the platform's own front door. */
export function startBatchJobs(deps: Deps, request: Request): Promise<void> {
  return startBatchWork(deps, {
    kind: 'titles',
    run: async (batch, signal) =>
      runBatch(deps, { batch, creator: await findCreator(deps, request, batch), signal }),
    tell: batch => toMail(deps, batch),
  })
}
