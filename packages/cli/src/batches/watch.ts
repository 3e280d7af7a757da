import type { Batch } from '@kinora/core'
import { type ExitCode, exitCodes } from '../kernel/exit.ts'
import { createProgress } from '../kernel/progress.ts'
import type { Session } from '../kernel/session.ts'
import { ofBatch } from './find.ts'
import { statusOf } from './read.ts'
import { batchText } from './texts.ts'

/** Milliseconds between two looks. */
const LOOK = 1000

/** Follows a batch. Exit code 0, 6 when some rows came to nothing or it was stopped, 1 when all did or the platform gave it up. */
export async function watchCommand(session: Session, id: string): Promise<void> {
  const api = await session.api()
  const { clock, interrupted } = session.world
  let batch = await ofBatch(api.batches.fetch({ id }))
  const progress = createProgress(session.world, { label: batch.title, total: 1, unit: 'share' })
  try {
    while (batch.status === 'Processing' || batch.isFinishing) {
      const { total, done, bad } = batch.rows
      progress.update(total === 0 ? 0 : (done + bad) / total)
      await clock.sleep(LOOK, interrupted)
      batch = await ofBatch(api.batches.fetch({ id }))
    }
  } finally {
    progress.end()
  }
  conclude(session, batch)
}

function conclude(session: Session, batch: Batch): void {
  const { print } = session
  const params = { ...batch.rows, status: statusOf(batch), id: batch.batchId }
  if (print.json) print.record(batch, [])
  if (batch.status === null) print.note(batchText('watch.new', params))
  else if (batch.status === 'Stop') print.warn(batchText('watch.stopped', params))
  else if (batch.status === 'Cancelled') print.fail(batch.problem ?? statusOf(batch))
  else if (batch.rows.bad === 0) print.done(batchText('watch.ended', params))
  else print.warn(batchText('watch.ended', params))
  session.code = codeOf(batch)
}

function codeOf({ status, rows }: Batch): ExitCode {
  if (status === 'Cancelled') return exitCodes.failure
  if (status === 'Stop') return exitCodes.partly
  if (status !== 'Complete' || rows.bad === 0) return exitCodes.ok
  return rows.done > 0 ? exitCodes.partly : exitCodes.failure
}
