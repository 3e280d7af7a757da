import {
  assertNoIssues,
  checkReviewFilter,
  type MonthOfRatings,
  type Review,
  type reviews,
  toWireDate,
} from '@kinora/core'
import { type CsvCell, toCsvFile, toCsvLine } from '../kernel/csv.ts'
import type { Handlers } from '../kernel/handlers.ts'
import type { TitleNames } from '../ports/names.ts'
import { eachReview, listReviews, type StoredReview, sumRatings } from './rows.ts'

export const reviewHandlers: Handlers<typeof reviews> = {
  async list(input, { scope, deps }) {
    assertNoIssues(checkReviewFilter(input))
    const found = await listReviews(scope, deps.db, input)
    const names = await deps.names.read()
    return { ...found, data: found.data.map(row => toReview(row, names)) }
  },

  /** REVIEW-08 */
  async export(input, { scope, deps }) {
    assertNoIssues(checkReviewFilter(input))
    const lines = toReport(eachReview(scope, deps.db, input), await deps.names.read())
    return toCsvFile(lines, 'RatingReviewsReport.csv')
  },

  async ratings(input, { scope, deps }) {
    assertNoIssues(checkReviewFilter(input))
    const months = lastMonths(deps.clock.now())
    const { all, months: rated } = await sumRatings(
      scope,
      deps.db,
      input,
      new Date(`${months[0]}-01T00:00:00Z`),
    )
    return {
      ...all,
      months: months.map(
        (month): MonthOfRatings =>
          rated.find(row => row.month === month) ?? { month, count: 0, average: null },
      ),
    }
  },
}

/** A year of months, the present one last: `2026-11`. */
function lastMonths(now: Date): string[] {
  const first = (ago: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago))
  return Array.from({ length: 12 }, (_, index) =>
    first(11 - index)
      .toISOString()
      .slice(0, 7),
  )
}

function toReview({ userName, className, writtenAt, ...review }: StoredReview, names: TitleNames): Review {
  return {
    ...review,
    date: toWireDate(writtenAt),
    user: userName,
    title: className,
    provider: names.provider(review.providerId)?.name ?? '',
    channel: names.channel(review.channelId),
  }
}

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
async function* toReport(batches: AsyncGenerator<StoredReview[]>, names: TitleNames): AsyncGenerator<string> {
  let before = toCsvLine(columns.map(([name]) => name))
  for await (const batch of batches) {
    yield before + batch.map(review => toCsvLine(columns.map(([, read]) => read(review, names)))).join('')
    before = ''
  }
  if (before !== '') yield before
}
