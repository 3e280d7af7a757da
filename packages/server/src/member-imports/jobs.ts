import { createMessages, en } from '@kinora/core'
import { and, eq, lt } from 'drizzle-orm'
import { batchesTable as b, type StoredBatch, startBatchWork } from '../batch-work/index.ts'
import type { Deps } from '../deps.ts'
import { startRecurring } from '../kernel/recurring.ts'
import type { Mail } from '../ports/mail.ts'
import { runImport } from './run.ts'

const DAY = 86_400_000
/** Milliseconds for which an import that nobody works on is kept, with its file and its results (decision 0065). */
const KEPT = 30 * DAY
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
    work: () => forgetImports(deps),
  })
}

/** Forgets imports that have rested for 30 days, finished or not. */
export async function forgetImports({
  db,
  blobs,
  clock,
}: Pick<Deps, 'db' | 'blobs' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT)
  const gone = await db
    .delete(b)
    .where(and(eq(b.kind, 'members'), eq(b.isWorking, false), lt(b.updatedAt, before)))
    .returning()
  for (const { fileKey } of gone) await blobs.remove(fileKey)
}

function toMail({ settings }: Deps, batch: StoredBatch): Pick<Mail, 'subject' | 'text'> {
  const { title, status, problem, fileName } = batch
  const counts = { total: batch.totalRows, done: batch.doneRows, bad: batch.badRows }
  const params = { title, fileName, status: status ?? '', product: settings.productName, ...counts }
  const lines = [
    messages.text('memberImport.mailEnded', params),
    '',
    ...(problem === null ? [] : [problem, '']),
    messages.text('bulk.mailCounts', params),
    messages.text('memberImport.mailWhere', params),
  ]
  return { subject: messages.text('memberImport.mailSubject', params), text: `${lines.join('\n')}\n` }
}
