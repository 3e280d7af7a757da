import { ratingValues } from '@kinora/core'
import type { ReviewTexts } from './texts.ts'

/** A rating as stars; who listens hears "4 out of 5". */
export function Stars({ rating, texts: { text } }: { rating: number; texts: ReviewTexts }) {
  return (
    <span role="img" className="kn-stars" aria-label={text('ui.reviews.outOf', { rating })}>
      {ratingValues.map(value => (
        <span key={value} aria-hidden="true" data-on={value <= rating ? '' : undefined}>
          ★
        </span>
      ))}
    </span>
  )
}
