import type { Deps } from '../deps.ts'
import { systemScope } from '../kernel/scope.ts'
import type { BatchJob } from './queue.ts'
import { changeBatch, readBatch } from './rows.ts'
import type { BatchWork } from './work.ts'

/** Tells how a batch ended, once; a mail that went out just before a crash goes out again as the same message. */
export async function notify(deps: Deps, work: BatchWork, { batchId, run }: BatchJob): Promise<void> {
  const batch = await readBatch(systemScope, deps.db, batchId)
  if (batch.run !== run || batch.notifiedAt !== null || batch.isWorking) return
  const told = await work.tell(batch)
  await deps.mail.send({ id: `batch-${batchId}.run-${run}`, to: batch.notificationEmail, ...told })
  await changeBatch(systemScope, deps.db, { batchId, set: { notifiedAt: deps.clock.now() } })
}
