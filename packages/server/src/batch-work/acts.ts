import { isKinoraError, KinoraError, toWorkState, type WorkEvent, workStatus } from '@kinora/core'
import type { Deps } from '../deps.ts'
import type { Context } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { systemScope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { enqueueBatch } from './jobs.ts'
import { anotherIsGoingOn, moveBatchBy, readBatch, wrongMove } from './rows.ts'
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

/** Milliseconds between polls of whether somebody wants a batch stopped. */
const POLL_INTERVAL = 500

export interface StopWatch {
  isRequested(): boolean
  /** Called once when a stop is asked for. */
  onRequested(listener: () => void): void
  end(): void
}

/** Watches for the stop of a batch (cancellation), whichever process was asked to; a batch that is gone counts as stopped. */
export function watchForStop({ db }: Pick<Deps, 'db'>, { batchId }: StoredBatch): StopWatch {
  let asked = false
  let listener: () => void = () => undefined
  const look = async () => {
    if (asked || (await isWanted(db, batchId))) return
    asked = true
    listener()
  }
  const timer = setInterval(() => void look(), POLL_INTERVAL)
  return {
    isRequested: () => asked,
    onRequested(given) {
      listener = given
      if (asked) given()
    },
    end: () => clearInterval(timer),
  }
}

/** A database that doesn't answer for a moment stops nothing. */
async function isWanted(db: Database, batchId: string): Promise<boolean> {
  try {
    return (await readBatch(systemScope, db, batchId)).status === 'Processing'
  } catch (error) {
    return !isKinoraError(error)
  }
}
