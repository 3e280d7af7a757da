import { batchTexts, createMessages, en, fillText, KinoraError, workWords } from '@kinora/core'
import {
  type CheckedRow,
  type Clock,
  createSendFile,
  type OpenMedia,
  type RunRecord,
  type RunReport,
  runRows,
} from '@kinora/core/bulk'
import {
  BatchFailure,
  type StopWatch,
  type StoredBatch,
  startBatchWork,
  watchForStop,
} from '../batch-work/index.ts'
import type { Deps } from '../deps.ts'
import type { Mail } from '../ports/services.ts'
import { type Creator, findCreator, type Request } from './access.ts'
import { checkRows } from './check.ts'
import { createAppend, loadRun } from './journal.ts'
import { countRows } from './view.ts'

/** Starts the background work on batches of titles. `request` is the platform's own front door. */
export function startBatchJobs(deps: Deps, request: Request): Promise<void> {
  return startBatchWork(deps, {
    kind: 'titles',
    run: async (batch, signal) =>
      runBatch(deps, { batch, creator: await findCreator(deps, request, batch), signal }),
    tell: batch => toMail(deps, batch),
  })
}

/** Milliseconds between polls of titles that are being processed. */
const POLL_INTERVAL = 1000

interface BatchRun {
  batch: StoredBatch
  creator: Creator
  /** Ends when the server stops. */
  signal: AbortSignal
}

/**
 * Brings the rows of a batch to their end with the engine of `kinora titles bulk`, media coming from the file store.
 * After a stop the row in hand is finished and no other begun; what the pipeline has of it goes on by itself.
 */
async function runBatch(deps: Deps, given: BatchRun): Promise<'done' | 'stopped'> {
  const { batch, creator } = given
  const stop = watchForStop(deps, batch)
  const halt = new AbortController()
  const signal = AbortSignal.any([given.signal, halt.signal])
  try {
    const open = createOpen(deps, batch, signal)
    const assertThere = () => assertReachable(deps, batch)
    await assertThere()
    const run = await loadRun(deps, batch)
    const rows = await checkRows(deps, {
      batch,
      creator,
      run,
      open,
      signal,
      assertThere,
      isStopped: stop.isRequested,
    })
    const ports = createPorts(deps, { batch, creator, signal }, { open, run: onlyThese(rows, run) })
    await runRows(untilStopped(rows, stop, halt), ports)
  } catch (error) {
    if (!halt.signal.aborted || given.signal.aborted) throw error
  } finally {
    stop.end()
  }
  return stop.isRequested() ? 'stopped' : 'done'
}

/** A row that has begun is finished; once none is being sent, a stop ends the waiting for the pipeline as well. */
function* untilStopped(rows: readonly CheckedRow[], stop: StopWatch, halt: AbortController) {
  for (const row of rows) {
    if (stop.isRequested()) break
    yield row
  }
  stop.onRequested(() => halt.abort())
}

/** Finished rows are no business of this start: a title that was deleted since stays deleted. */
function onlyThese(rows: readonly CheckedRow[], run: RunRecord): RunRecord {
  const ids = rows.map(({ row }) => row.externalId)
  return { ...run, rows: new Map(ids.map(id => [id, run.rows.get(id)!])) }
}

function createPorts(
  deps: Deps,
  { batch, creator, signal }: BatchRun,
  { open, run }: { open: OpenMedia; run: RunRecord },
) {
  const clock = createClock(deps)
  const sendFile = createSendFile({ send: creator.send, clock, userId: creator.userId })
  const append = createAppend(deps, batch, run)
  const fixed = { report: silent, publish: false, poll: POLL_INTERVAL }
  return { send: creator.send, sendFile, clock, signal, open, append, run, ...fixed }
}

/** BULK-10: a file that is missing is its row's affair, a folder that is missing the batch's. */
function createOpen(deps: Deps, batch: StoredBatch, signal: AbortSignal): OpenMedia {
  return async path => {
    try {
      return await deps.fileStore.open(batch, path, signal)
    } catch (error) {
      await assertReachable(deps, batch)
      throw error
    }
  }
}

async function assertReachable({ fileStore }: Deps, batch: StoredBatch): Promise<void> {
  if (!(await fileStore.isReachable(batch))) throw new BatchFailure('bulk.storageDirectory')
}

function createClock({ clock }: Deps): Clock {
  return {
    now: () => clock.now().getTime(),
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        const stop = () => {
          clearTimeout(timer)
          reject(new KinoraError('aborted', { cause: signal?.reason }))
        }
        const timer = setTimeout(() => {
          signal?.removeEventListener('abort', stop)
          resolve()
        }, milliseconds)
        signal?.addEventListener('abort', stop, { once: true })
        if (signal?.aborted) stop()
      }),
  }
}

/** What a terminal would show is in the journal for everybody to see. */
const silent: RunReport = {
  sending: () => ({ update: () => undefined, end: () => undefined }),
  result: () => undefined,
  waiting: () => undefined,
}

const messages = createMessages(en)

/** How a bulk upload ended, in words. */
async function toMail(deps: Deps, batch: StoredBatch): Promise<Pick<Mail, 'subject' | 'text'>> {
  const { batchId, title, status, problem, fileName } = batch
  const counts = (await countRows(deps.db, [batch])).get(batchId)!
  const params = {
    title,
    fileName,
    status: fillText(batchTexts[workWords(status, counts.bad)], counts),
    product: deps.settings.productName,
    ...counts,
  }
  const lines = [
    messages.text('bulk.mailEnded', params),
    '',
    ...(problem === null ? [] : [problem, '']),
    ...(counts.total === 0 ? [] : [messages.text('bulk.mailCounts', params)]),
    messages.text('bulk.mailWhere', params),
  ]
  return { subject: messages.text('bulk.mailSubject', params), text: `${lines.join('\n')}\n` }
}
