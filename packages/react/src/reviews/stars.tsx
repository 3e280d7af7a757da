import { ratingValues } from '@kinora/core'
import type { ReviewTexts } from './texts.ts'

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
