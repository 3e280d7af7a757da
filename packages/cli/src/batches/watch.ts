import { type Batch, createMessages, en, isKinoraError, toKinoraError } from '@kinora/core'
import { isRetryable } from '@kinora/core/uploads'
import { type ExitCode, exitCodes, explain } from '../kernel/exit.ts'
import { contextFlags } from '../kernel/follow-up.ts'
import { createBar } from '../kernel/progress.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../texts.ts'
import { ofBatch } from './find.ts'
import { statusOf } from './read.ts'
import { batchText } from './texts.ts'

/** Milliseconds between two looks. */
const LOOK = 1000

/** Milliseconds without an answer before following ends: a server may be started again meanwhile. */
const PATIENCE = 60_000

/**
 * Follows a batch. Exit code 0, 6 when some rows failed or it was stopped, 1 when all failed or the platform gave
 * it up. With `isBegun` the server was there a moment ago, so that the first look has patience too.
 */
export async function watchCommand(session: Session, id: string, isBegun = false): Promise<void> {
  const first = isBegun ? undefined : await look(session, id)
  const last = await follow(session, id, first).catch((error: unknown) => {
    throw goesOn(session, error, id)
  })
  conclude(session, last)
}

async function follow(session: Session, id: string, first: Batch | undefined): Promise<Batch> {
  const { clock, interrupted } = session.world
  let batch = first ?? (await lookPatiently(session, id))
  const progress = await createBar(session, { label: batch.title, total: 1, unit: 'share' })
  try {
    while (batch.status === 'Processing' || batch.isFinishing) {
      const { total, done, bad } = batch.rows
      progress.update(total === 0 ? 0 : (done + bad) / total)
      await clock.sleep(LOOK, interrupted)
      batch = await lookPatiently(session, id)
    }
    return batch
  } finally {
    progress.end()
  }
}

const look = async (session: Session, id: string): Promise<Batch> =>
  ofBatch((await session.api()).batches.fetch({ id }))

/** Looks again and again until there is an answer. */
async function lookPatiently(session: Session, id: string): Promise<Batch> {
  const { clock, interrupted } = session.world
  const end = clock.now() + PATIENCE
  for (;;) {
    try {
      return await look(session, id)
    } catch (error) {
      if (!isKinoraError(error) || !isRetryable(error) || clock.now() >= end) throw error
      await clock.sleep(LOOK, interrupted)
    }
  }
}

/** Whoever no longer follows a batch has stopped nothing on the server. */
function goesOn(session: Session, thrown: unknown, id: string): unknown {
  const how = batchText('watch.again', { id, context: contextFlags(session) })
  const error = toKinoraError(thrown)
  if (error.code === 'aborted') return explain('aborted', { what: text('wait.interrupted'), how }, error)
  if (!isKinoraError(thrown) || !isRetryable(error)) return thrown
  const what = createMessages(en).error(error)
  return explain(error.code, { what, why: batchText('watch.lost'), how }, error)
}

function conclude(session: Session, batch: Batch): void {
  const { print } = session
  const params = { ...batch.rows, status: statusOf(batch), id: batch.batchId, context: contextFlags(session) }
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
