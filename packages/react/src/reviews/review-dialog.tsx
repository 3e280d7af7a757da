import type { Review } from '@kinora/core'
import type { Dates } from '../kernel/use-dates.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Stars } from './stars.tsx'
import type { ReviewTexts } from './texts.ts'

export interface ReviewDialogProps {
  review: Review | undefined
  texts: ReviewTexts
  day: Dates['day']
  onClose: () => void
}

/** A whole review, with its line breaks; plain text always. */
export function ReviewDialog({ review, texts, day, onClose }: ReviewDialogProps) {
  const { text } = texts
  return (
    <Dialog
      open={review !== undefined}
      onClose={onClose}
      title={review && text('ui.reviews.by', { user: review.user })}
      closeLabel={text('ui.close')}
    >
      {review ? (
        <>
          <p className="kn-reviews-facts">
            <Stars rating={review.rating} texts={texts} />
            <bdi>{review.title}</bdi>
            <span>{day(review.date)}</span>
          </p>
          <p className="kn-reviews-text" dir="auto">
            {review.comment}
          </p>
        </>
      ) : null}
    </Dialog>
  )
}
