import { KinoraError, toWorkState, type WorkEvent, workStatus } from '@kinora/core'
import type { Context } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { enqueueBatch } from './queue.ts'
import { anotherIsGoingOn, wrongMove } from './refusals.ts'
import { moveBatchBy, readBatch } from './rows.ts'
import type { StoredBatch } from './tables.ts'

const machine = workStatus()
const can = (batch: StoredBatch, event: WorkEvent) => machine.can(toWorkState(batch.status), event)

/** Starts a batch that the caller has read, or goes on with it. A `conflict` where another of its owner is being worked on (BULK-04). */
export async function startBatch(batch: StoredBatch, context: Context): Promise<void> {
  const { scope, deps } = context
  if (!can(batch, 'process')) throw wrongMove(batch, 'process')
  const by = authorOf(context)
  const begun = { isWorking: true, problem: null, run: batch.run + 1, client: by.client }
  const set = { ...begun, startedAt: by.now, endedAt: null, notifiedAt: null }
  const moved = await moveBatchBy(scope, deps.db, { batch, event: 'process', set, by })
  if (moved === undefined) throw anotherIsGoingOn()
  await enqueueBatch(deps, moved)
}

/** Stops a batch after what is in hand; finished rows stay (C-42). */
export async function stopBatch(batch: StoredBatch, context: Context): Promise<void> {
  const { scope, deps } = context
  if (!can(batch, 'stop')) throw wrongMove(batch, 'stop')
  const by = authorOf(context)
  const moved = await moveBatchBy(scope, deps.db, { batch, event: 'stop', set: { endedAt: by.now }, by })
  if (moved === undefined) throw wrongMove(await readBatch(scope, deps.db, batch.batchId), 'stop')
}

export const fileNameOf = (file: Blob): string =>
  'name' in file && typeof file.name === 'string' ? file.name : ''

/** The CSV of a batch; undefined where it is gone. */
export async function readBatchFile(
  { blobs }: Pick<Context['deps'], 'blobs'>,
  { fileKey }: StoredBatch,
): Promise<ReadableStream<Uint8Array> | undefined> {
  try {
    return await blobs.read(fileKey)
  } catch (error) {
    if (error instanceof KinoraError && error.code === 'notFound') return undefined
    throw error
  }
}
