import { en } from '@kinora/core'
import type { Deps } from '../deps.ts'
import { yieldToEventLoop } from '../kernel/pieces.ts'
import { systemScope } from '../kernel/scope.ts'
import { causesOf, isDiskFull } from '../ports/db.ts'
import { FileStoreAway } from '../ports/file-store.ts'
import type { Mail } from '../ports/services.ts'
import { changeBatch, leftBatches, moveBatch, readBatch } from './rows.ts'
import type { BatchKind, StoredBatch } from './tables.ts'

/** A catalogue may take days; its job lives as long, and heartbeats distinguish it from a dead one. */
const processing = { concurrency: 2, retryLimit: 4, expireSeconds: 86_000 }
/** A mail server that is away for an afternoon misses nothing. */
const mailing = { concurrency: 1, retryLimit: 12, expireSeconds: 120 }

/** Starts the background work on batches of a kind, beginning with what an earlier process left. */
export async function startBatchWork(deps: Deps, work: BatchWork): Promise<void> {
  const queues = queuesOf(work.kind)
  await deps.jobs.work<BatchJob>(queues.process, processing, (job, attempt) =>
    processBatch(deps, work, { job, attempt }),
  )
  await deps.jobs.work<BatchJob>(queues.mail, mailing, job => notify(deps, work, job))
  for (const batch of await leftBatches(systemScope, deps.db, work.kind))
    await (batch.isWorking ? enqueueBatch(deps, batch) : enqueueMail(deps, batch))
}

interface Attempt {
  lastAttempt: boolean
  signal: AbortSignal
}

/**
 * One start of one batch, from where its journal ends: the first try, one after a crash and one after a stop of the
 * server are the same. Ends the batch as E-6 says and has its end told.
 */
export async function processBatch(
  deps: Deps,
  work: BatchWork,
  { job, attempt }: { job: BatchJob; attempt: Attempt },
): Promise<void> {
  const batch = await readBatch(systemScope, deps.db, job.batchId)
  if (batch.run !== job.run || !batch.isWorking) return
  if (batch.status !== 'Processing') return releaseBatch(deps, batch)
  try {
    const ending = await work.run(batch, attempt.signal)
    await (ending === 'done' ? end(deps, work, batch, { event: 'complete' }) : releaseBatch(deps, batch))
  } catch (error) {
    if (attempt.signal.aborted) throw error
    const why = restsFor(error)
    if (attempt.lastAttempt && why !== undefined) return rest(deps, batch, why)
    const problem = problemOf(error, attempt)
    if (problem === undefined) throw error
    deps.log.warn({ err: error, batchId: batch.batchId }, 'bulk upload given up')
    await end(deps, work, batch, { event: 'abort', problem })
  }
}

/** C-42: what makes going on senseless ends a batch at once, anything else after the last try. */
function problemOf(error: unknown, { lastAttempt }: Attempt): string | undefined {
  return findBatchFailure(error)?.message ?? (lastAttempt ? en['bulk.gaveUp'] : undefined)
}

/** A full disk, or a file store that doesn't answer, is no fault of the file. */
function restsFor(error: unknown): string | undefined {
  if (isDiskFull(error)) return en['error.507']
  const isAway = causesOf(error).some(cause => cause instanceof FileStoreAway)
  return isAway ? en['error.storageGone'] : undefined
}

/** The batch rests with all that it has, and somebody who has made room, or knows the store back, goes on with it. */
async function rest(deps: Deps, { batchId }: StoredBatch, problem: string): Promise<void> {
  const set = { isWorking: false, problem, endedAt: deps.clock.now() }
  const resting = await moveBatch(systemScope, deps.db, { batchId, event: 'stop', set })
  if (resting === undefined) return releaseBatch(deps, { batchId })
  await enqueueMail(deps, resting)
}

async function end(
  deps: Deps,
  work: BatchWork,
  batch: StoredBatch,
  { event, problem = null }: { event: 'complete' | 'abort'; problem?: string | null },
): Promise<void> {
  const set = { isWorking: false, problem, endedAt: deps.clock.now() }
  const ended = await moveBatch(systemScope, deps.db, { batchId: batch.batchId, event, set })
  // Somebody stopped it in the last moment.
  if (ended === undefined) return releaseBatch(deps, batch)
  await work.ended?.(ended)
  await enqueueMail(deps, ended)
}

async function releaseBatch({ db }: Deps, { batchId }: Pick<StoredBatch, 'batchId'>): Promise<void> {
  await changeBatch(systemScope, db, { batchId, set: { isWorking: false } })
}

/** What is a kind's own about its batches; states, starts, stops, ends and their mails are shared (BULK-03, C-71). */
interface BatchWork {
  kind: BatchKind
  /**
   * Brings the rows of a batch to their end, from where an earlier start left them. Throws `BatchFailure` where going on is
   * senseless; anything else is tried again.
   */
  run(batch: StoredBatch, signal: AbortSignal): Promise<'done' | 'stopped'>
  /** What is no longer needed once a batch has ended; a crash may leave it to others. */
  ended?(batch: StoredBatch): Promise<void>
  /** The mail that tells how a batch ended. */
  tell(batch: StoredBatch): Promise<Pick<Mail, 'subject' | 'text'>>
}

/** Tells how a batch ended, once; a mail that went out just before a crash goes out again as the same message. */
async function notify(deps: Deps, work: BatchWork, { batchId, run }: BatchJob): Promise<void> {
  const batch = await readBatch(systemScope, deps.db, batchId)
  if (batch.run !== run || batch.notifiedAt !== null || batch.isWorking) return
  const told = await work.tell(batch)
  await deps.mail.send({ id: `batch-${batchId}.run-${run}`, to: batch.notificationEmail, ...told })
  await changeBatch(systemScope, deps.db, { batchId, set: { notifiedAt: deps.clock.now() } })
}

/** The reasons for which the platform gives a batch up (C-42). */
type FailureKey =
  | 'bulk.storageDirectory'
  | 'validation.fileFormat'
  | 'bulk.fileLost'
  | 'bulk.creatorGone'
  | 'memberImport.fileLost'
  | 'memberImport.accountGone'

/**
 * What makes going on with a batch senseless: it ends as Cancelled with this sentence. No KinoraError, so that the
 * engine takes it for no single row's failure.
 */
export class BatchFailure extends Error {
  override readonly name = 'BatchFailure'

  constructor(key: FailureKey, cause?: unknown) {
    super(en[key], { cause })
  }
}

/** The failure in an error or in what caused it. */
const findBatchFailure = (error: unknown): BatchFailure | undefined =>
  causesOf(error).find(cause => cause instanceof BatchFailure)

/** Bytes that are read before others have their turn; of the worst they take half a second. */
const READ_SIZE = 16_384

/** A file in pieces. */
export async function* piecesOf(file: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += READ_SIZE) {
    yield new Uint8Array(await file.slice(at, at + READ_SIZE).arrayBuffer())
    await yieldToEventLoop()
  }
}

/** The payload of a job: which start of which batch it is for. */
interface BatchJob {
  batchId: string
  run: number
}

const rooms = { titles: 'batches', members: 'member-imports' } as const satisfies Record<BatchKind, string>
const queuesOf = (kind: BatchKind) =>
  ({ process: `${rooms[kind]}.process`, mail: `${rooms[kind]}.mail` }) as const

const toJob = ({ batchId, run }: StoredBatch): BatchJob => ({ batchId, run })
const toKey = ({ batchId, run }: StoredBatch): string => `${batchId}.${run}`

export async function enqueueBatch({ jobs }: Pick<Deps, 'jobs'>, batch: StoredBatch): Promise<void> {
  await jobs.enqueue(queuesOf(batch.kind).process, toJob(batch), { key: toKey(batch) })
}

/** The mail that tells how a batch ended. */
async function enqueueMail({ jobs }: Pick<Deps, 'jobs'>, batch: StoredBatch): Promise<void> {
  await jobs.enqueue(queuesOf(batch.kind).mail, toJob(batch), { key: toKey(batch) })
}
