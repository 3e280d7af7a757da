import { batchTexts, createMessages, en, fillText, Role, workWords } from '@kinora/core'
import { type MemberRow, memberColumns, readCsv, readMembers } from '@kinora/core/bulk'
import {
  BatchFailure,
  readBatchFile,
  type StopWatch,
  type StoredBatch,
  startBatchWork,
  watchForStop,
} from '../batch-work/index.ts'
import type { Deps } from '../deps.ts'
import { startRecurring } from '../kernel/recurring.ts'
import type { Mail } from '../ports/services.ts'
import { findCaller } from '../session/index.ts'
import { deleteRested, storeBatch } from './rows.ts'

const DAY = 86_400_000
/** Milliseconds for which an import that nobody works on is kept, with its file and its results (decision 0065). */
const RETENTION = 30 * DAY
const messages = createMessages(en)

/** Starts the background work on imports of members, and once a day lets go of what is older than 30 days. */
export async function startMemberImportJobs(deps: Deps): Promise<void> {
  await startBatchWork(deps, {
    kind: 'members',
    run: (batch, signal) => runImport(deps, batch, signal),
    // Members are in the database now; their file is nobody's business any more.
    ended: ({ fileKey }) => deps.blobs.remove(fileKey),
    tell: async batch => toMail(deps, batch),
  })
  await startRecurring(deps, {
    queue: 'member-imports.forget',
    period: DAY,
    work: () => purgeImports(deps),
  })
}

/** Forgets imports that have rested for 30 days, finished or not. */
export async function purgeImports({
  db,
  blobs,
  clock,
}: Pick<Deps, 'db' | 'blobs' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - RETENTION)
  for (const { fileKey } of await deleteRested(db, before)) await blobs.remove(fileKey)
}

function toMail({ settings }: Deps, batch: StoredBatch): Pick<Mail, 'subject' | 'text'> {
  const { title, status, problem, fileName } = batch
  const counts = { total: batch.totalRows, done: batch.doneRows, bad: batch.badRows }
  const params = {
    title,
    fileName,
    status: fillText(batchTexts[workWords(status, counts.bad)], counts),
    product: settings.productName,
    ...counts,
  }
  const lines = [
    messages.text('memberImport.mailEnded', params),
    '',
    ...(problem === null ? [] : [problem, '']),
    messages.text('bulk.mailCounts', params),
    messages.text('memberImport.mailWhere', params),
  ]
  return { subject: messages.text('memberImport.mailSubject', params), text: `${lines.join('\n')}\n` }
}

/** Rows of one transaction: what a crash repeats at most, and what is held of a file. */
const BATCH_SIZE = 1000

/**
 * Brings the rows of an import to their end, from the row after the last that is through: the first start, one after a crash and one
 * after a stop are the same. Nothing is held but a portion.
 */
export async function runImport(
  deps: Deps,
  batch: StoredBatch,
  signal: AbortSignal,
  portion = BATCH_SIZE,
): Promise<'done' | 'stopped'> {
  const stop = watchForStop(deps, batch)
  try {
    let after = batch.lastRow
    for await (const rows of batchesOf(deps, batch, portion)) {
      signal.throwIfAborted()
      if (stop.isRequested()) return 'stopped'
      await assertAllowed(deps, batch)
      const taken = await storeBatch(deps.db, { batch, after, rows, now: deps.clock.now() })
      if (!taken) return movedOn(stop)
      after = rows.at(-1)!.row
    }
    return stop.isRequested() ? 'stopped' : 'done'
  } finally {
    stop.end()
  }
}

/** The account is read anew with each portion, as other work in somebody's name does: it may have been closed or moved since. */
async function assertAllowed(deps: Deps, { createdBy, tenantId }: StoredBatch): Promise<void> {
  const caller = createdBy === null ? undefined : await findCaller(deps, createdBy)
  const isAllowed =
    caller?.role === Role.Support ||
    (caller?.role === Role.Tenant && tenantId !== null && caller.tenantIds.includes(tenantId))
  if (!isAllowed) throw new BatchFailure('memberImport.accountGone')
}

/** Another process does the same import, or somebody has stopped it: there is nothing to end here. */
function movedOn(stop: StopWatch): 'stopped' {
  if (stop.isRequested()) return 'stopped'
  throw new Error('this import has been taken on elsewhere')
}

async function* batchesOf(deps: Deps, batch: StoredBatch, size: number): AsyncGenerator<MemberRow[]> {
  const file = await readBatchFile(deps, batch)
  if (file === undefined) throw new BatchFailure('memberImport.fileLost')
  let waiting: MemberRow[] = []
  for await (const event of readMembers(readCsv(file, memberColumns))) {
    if (event.kind === 'unusable') throw new BatchFailure('validation.fileFormat')
    for (const row of event.rows) {
      if (row.row <= batch.lastRow) continue
      waiting.push(row)
      if (waiting.length < size) continue
      yield waiting
      waiting = []
    }
  }
  if (waiting.length > 0) yield waiting
}
