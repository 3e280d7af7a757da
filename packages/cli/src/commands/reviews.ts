import { assertNoIssues, checkReviewFilter, type Review, type ReviewFilter, reviews } from '@kinora/core'
import type { Command } from 'commander'
import { namesOf } from '../kernel/json-fields.ts'
import { type LazyCommand, verb } from '../kernel/lazy.ts'
import { exporting, listing } from '../kernel/pages.ts'
import type { Column } from '../kernel/print.ts'
import type { Session } from '../kernel/session.ts'
import { addFlags, fieldsOf, rowsOfPage } from '../kernel/verb.ts'
import { withIds } from '../titles/references.ts'

const reviewFields = namesOf<Review>({
  reviewId: true,
  date: true,
  rating: true,
  comment: true,
  user: true,
  titleTag: true,
  title: true,
  providerId: true,
  provider: true,
  channelId: true,
  channel: true,
  tenantId: true,
})

const columns: readonly Column<Review>[] = [
  { header: 'DATE', value: review => review.date.slice(0, 10), look: 'dim' },
  { header: 'RATING', value: review => review.rating, align: 'right', look: lookOf },
  { header: 'TITLE', value: review => review.title, look: 'accent', flexible: true },
  { header: 'USER', value: review => review.user, flexible: true },
  { header: 'COMMENT', value: review => review.comment, flexible: true },
]

function lookOf({ rating }: Review) {
  return rating >= 4 ? 'good' : rating <= 2 ? 'bad' : undefined
}

/** REVIEW-02: a flag for every filter; the tenant is that of `--tenant`. */
const addFilterFlags = (command: Command, kind: 'list' | 'export') =>
  addFlags(command, fieldsOf(reviews[kind].input), {
    names: { providerId: 'provider', channelId: 'channel' },
    help: {
      providerId: 'name or id; not together with --channel',
      channelId: 'name or id; not together with --provider',
      query: 'part of a comment, of a name or of a title',
      rating: '1 to 5',
    },
    omit: ['tenantId', ...rowsOfPage],
  })

/** Names become ids; what can’t be combined is reported before anything is sent (NAV-62). */
async function toFilter(session: Session, given: Record<string, unknown>): Promise<ReviewFilter> {
  assertNoIssues(checkReviewFilter(given))
  return { ...(await withIds(session, given)), tenantId: session.options.tenant }
}

/** REVIEW-03 */
const addList = listing({
  flags: command => addFilterFlags(command, 'list'),
  fields: reviewFields,
  ask: async (session, given) => (await session.send())(reviews.list, await toFilter(session, given)),
  columns,
  examples: [
    '--channel "Lumen Flow" --rating 1,2',
    '--provider "Ironside Training" --take -1 --json date,rating,comment',
  ],
})

/** REVIEW-08 */
const addExport = exporting({
  flags: command => addFilterFlags(command, 'export'),
  ask: async (session, given) => (await session.send())(reviews.export, await toFilter(session, given)),
  examples: ['-o RatingReviewsReport.csv', '--channel "Lumen Flow" > reviews.csv'],
})

/** REVIEW-01 to REVIEW-08: what members wrote about titles. */
export const reviewVerbs: readonly LazyCommand[] = [
  verb('list', 'list reviews, newest first', addList),
  verb('export', 'print the reviews that match, as CSV', addExport),
]
