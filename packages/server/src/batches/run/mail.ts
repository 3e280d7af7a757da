import { createMessages, en } from '@kinora/core'
import type { Deps } from '../../deps.ts'
import { systemScope } from '../../kernel/scope.ts'
import type { Mail } from '../../ports/mail.ts'
import { changeBatch, countRows, readBatch } from '../rows.ts'
import type { StoredBatch } from '../tables.ts'
import type { BatchJob } from './queue.ts'

const messages = createMessages(en)

/** Tells how a batch ended, once; a mail that went out just before a crash goes out again as the same message. */
export async function notify(deps: Deps, { batchId, run }: BatchJob): Promise<void> {
  const batch = await readBatch(systemScope, deps.db, batchId)
  if (batch.run !== run || batch.notifiedAt !== null || batch.isWorking) return
  await deps.mail.send(await toMail(deps, batch))
  await changeBatch(systemScope, deps.db, { batchId, set: { notifiedAt: deps.clock.now() } })
}

async function toMail(deps: Deps, batch: StoredBatch): Promise<Mail> {
  const { batchId, run, title, status, problem, notificationEmail, fileName } = batch
  const counts = (await countRows(systemScope, deps.db, [batch])).get(batchId)!
  const params = { title, fileName, status: status ?? '', product: deps.settings.productName, ...counts }
  const lines = [
    messages.text('bulk.mailEnded', params),
    '',
    ...(problem === null ? [] : [problem, '']),
    ...(counts.total === 0 ? [] : [messages.text('bulk.mailCounts', params)]),
    messages.text('bulk.mailWhere', params),
  ]
  return {
    id: `batch-${batchId}.run-${run}`,
    to: notificationEmail,
    subject: messages.text('bulk.mailSubject', params),
    text: `${lines.join('\n')}\n`,
  }
}
