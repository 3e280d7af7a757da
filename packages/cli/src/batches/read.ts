import { type Batch, type BatchRow, batches, batchTexts, fillText, workTone, workWords } from '@kinora/core'
import { showResults } from '../bulk/results.ts'
import { followWork } from '../file-work/follow.ts'
import { contextFlags } from '../kernel/hints.ts'
import { messages } from '../kernel/messages.ts'
import { orNotFound } from '../kernel/missing.ts'
import { type Column, looks } from '../kernel/print.ts'
import { saveResponse } from '../kernel/save-response.ts'
import type { Session } from '../kernel/session.ts'

type Standing = Pick<Batch, 'status'> & { rows: Pick<Batch['rows'], 'bad'> }

export const statusOf = ({ status, rows: { bad } }: Standing): string =>
  fillText(batchTexts[workWords(status, bad)], { bad })

export const statusLook = ({ status, rows: { bad } }: Standing) =>
  status === null ? undefined : looks[workTone(status, bad)]

const columns: readonly Column<Batch>[] = [
  { header: 'ID', value: batch => batch.batchId, look: 'accent' },
  { header: 'TITLE', value: batch => batch.title, flexible: true },
  { header: 'STATUS', value: statusOf, look: statusLook },
  { header: 'ROWS', value: batch => batch.rows.total, align: 'right' },
  { header: 'DONE', value: batch => batch.rows.done, align: 'right' },
  { header: 'BAD', value: batch => batch.rows.bad, align: 'right' },
  { header: 'CREATED', value: batch => batch.createdDate, look: 'dim' },
]

/** API-45 */
export async function listCommand(session: Session, { all }: { all?: boolean }): Promise<void> {
  const send = await session.send()
  const { data } = await send(batches.list, all ? { take: -1 } : {})
  session.print.table(data, columns)
}

/** API-46 */
export async function showCommand(session: Session, id: string): Promise<void> {
  const batch = await ofBatch((await session.send())(batches.fetch, { id }))
  const { rows } = batch
  session.print.record(batch, [
    ['id', batch.batchId],
    ['title', batch.title],
    ['status', statusOf(batch)],
    ['problem', batch.problem],
    ['rows', rows.total],
    ['done', rows.done],
    ['bad', rows.bad],
    ['file', batch.fileToProcess],
    ['file store', `${batch.fileStoreFolder}: ${batch.fileStoreStatus}`],
    ['files found', batch.filesFound],
    ['email', batch.notificationEmail],
    ['created', batch.createdDate],
  ])
}

/** The result of every row; on a terminal what went wrong stands below the table in whole sentences. */
export async function resultsCommand(
  session: Session,
  id: string,
  { csv }: { csv?: boolean },
): Promise<void> {
  const send = await session.send()
  if (csv)
    return saveResponse(session, await ofBatch(send(batches.download, { id }, { timeout: 0 })), undefined)
  const { data } = await ofBatch(send(batches.results, { id, take: -1 }))
  await showResults(session, [data], lookOfRow)
}

function lookOfRow({ state }: BatchRow): 'good' | 'bad' | 'dim' {
  if (state === 'failed' || state === 'refused') return 'bad'
  return ['published', 'completed', 'saved'].includes(state) ? 'good' : 'dim'
}

/** A batch that isn't found is reported as a missing batch, not as a missing title. */
const ofBatch = <T>(call: Promise<T>): Promise<T> =>
  orNotFound(call, 'Check the id. List your batches: kinora batches list')

/** API-49: exit code 7 while another batch is being processed. */
export async function processCommand(
  session: Session,
  id: string,
  { watch }: { watch?: boolean },
): Promise<void> {
  await ofBatch((await session.send())(batches.process, { id }))
  session.print.done(messages.text('success.bulkProcessing'))
  if (watch) await watchCommand(session, id, true)
}

/** API-48 */
export async function stopCommand(session: Session, id: string): Promise<void> {
  await ofBatch((await session.send())(batches.stop, { id }))
  session.print.done(messages.text('success.bulkStopped'))
}

/** Follows a batch; see `followWork`. */
export async function watchCommand(session: Session, id: string, isBegun = false): Promise<void> {
  const context = contextFlags(session)
  await followWork(
    session,
    {
      look: async () => ofBatch((await session.send())(batches.fetch, { id })),
      toWork: batch => batch,
      again: `kinora batches watch ${id}${context}`,
      resume: `kinora batches process ${id}${context}`,
    },
    isBegun,
  )
}
