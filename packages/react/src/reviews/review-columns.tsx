import { type Review, ratingValues } from '@kinora/core'
import type { Dates } from '../kernel/use-dates.ts'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { TitleCell } from '../ui/table/title-cell.tsx'
import type { ReviewTexts } from './texts.ts'

interface ReviewColumnOptions {
  texts: ReviewTexts
  day: Dates['day']
  titleHref: ((tag: string) => string) | undefined
  onRead: (review: Review) => void
}

/** REVIEW-01: what was reviewed, what was said, by whom and when. Comments are text, whatever signs they hold. */
export function reviewColumns({
  texts,
  day,
  titleHref,
  onRead,
}: ReviewColumnOptions): DataTableColumn<Review>[] {
  const { text } = texts
  return [
    {
      id: 'title',
      header: text('field.title'),
      width: 180,
      grow: 2,
      cell: review => (
        <TitleCell
          href={titleHref?.(review.titleTag)}
          name={<bdi>{review.title}</bdi>}
          detail={<bdi>{review.channel}</bdi>}
        />
      ),
    },
    {
      id: 'rating',
      header: text('field.rating'),
      width: 112,
      card: 'plain',
      cell: ({ rating }) => <Stars rating={rating} texts={texts} />,
    },
    {
      id: 'comment',
      header: text('field.comment'),
      width: 240,
      grow: 4,
      card: 'plain',
      cell: review =>
        review.comment === '' ? (
          <span className="kn-reviews-none">{text('ui.reviews.noComment')}</span>
        ) : (
          <button
            type="button"
            className="kn-reviews-comment"
            dir="auto"
            title={text('ui.reviews.read', { user: review.user })}
            onClick={() => onRead(review)}
          >
            {review.comment}
          </button>
        ),
    },
    {
      id: 'user',
      header: text('field.user'),
      width: 120,
      grow: 1,
      cell: ({ user }) => <bdi className="kn-truncate">{user}</bdi>,
    },
    {
      id: 'provider',
      header: text('field.provider'),
      width: 120,
      grow: 1,
      wideOnly: true,
      cell: ({ provider }) => <bdi className="kn-truncate">{provider}</bdi>,
    },
    {
      id: 'date',
      header: text('field.date'),
      width: 120,
      align: 'end',
      cell: ({ date }) => <span className="kn-truncate">{day(date)}</span>,
    },
  ]
}

const best = Math.max(...ratingValues)

/** A rating as stars; who listens hears "4 out of 5". */
export function Stars({ rating, texts: { text } }: { rating: number; texts: ReviewTexts }) {
  return (
    <span role="img" className="kn-stars" aria-label={text('ui.reviews.outOf', { rating })}>
      <span aria-hidden="true" data-on="">
        {'★'.repeat(rating)}
      </span>
      <span aria-hidden="true">{'★'.repeat(best - rating)}</span>
    </span>
  )
}
