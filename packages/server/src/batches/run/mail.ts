import { createMessages, en } from '@kinora/core'
import type { StoredBatch } from '../../batch-work/index.ts'
import type { Deps } from '../../deps.ts'
import { systemScope } from '../../kernel/scope.ts'
import type { Mail } from '../../ports/mail.ts'
import { countRows } from '../counts.ts'

const messages = createMessages(en)

/** How a bulk upload ended, in words. */
export async function toMail(deps: Deps, batch: StoredBatch): Promise<Pick<Mail, 'subject' | 'text'>> {
  const { batchId, title, status, problem, fileName } = batch
  const counts = (await countRows(systemScope, deps.db, [batch])).get(batchId)!
  const params = { title, fileName, status: status ?? '', product: deps.settings.productName, ...counts }
  const lines = [
    messages.text('bulk.mailEnded', params),
    '',
    ...(problem === null ? [] : [problem, '']),
    ...(counts.total === 0 ? [] : [messages.text('bulk.mailCounts', params)]),
    messages.text('bulk.mailWhere', params),
  ]
  return { subject: messages.text('bulk.mailSubject', params), text: `${lines.join('\n')}\n` }
}
