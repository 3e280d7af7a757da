import { toWireDate } from '@kinora/core'
import { type CsvCell, toCsvLine } from '../kernel/csv.ts'
import type { TitleNames } from '../ports/names.ts'
import type { StoredReview } from './rows.ts'

const columns: readonly [string, (review: StoredReview, names: TitleNames) => CsvCell][] = [
  ['Date', review => toWireDate(review.writtenAt)],
  ['Rating', review => review.rating],
  ['Comment', review => review.comment],
  ['User', review => review.userName],
  ['Title', review => review.className],
  ['Title tag', review => review.titleTag],
  ['Provider', (review, names) => names.provider(review.providerId)?.name ?? ''],
  ['Channel', (review, names) => names.channel(review.channelId)],
  ['Tenant', review => review.tenantId],
]

/** REVIEW-08: the lines of the report, headed by its columns. */
export async function* toReport(
  batches: AsyncGenerator<StoredReview[]>,
  names: TitleNames,
): AsyncGenerator<string> {
  let before = toCsvLine(columns.map(([name]) => name))
  for await (const batch of batches) {
    yield before + batch.map(review => toCsvLine(columns.map(([, read]) => read(review, names)))).join('')
    before = ''
  }
  if (before !== '') yield before
}
