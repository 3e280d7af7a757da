import type { Review } from '@kinora/core'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { dayOf } from './review-columns.tsx'
import { Stars } from './stars.tsx'
import type { ReviewTexts } from './texts.ts'

export interface ReviewDialogProps {
  review: Review | undefined
  texts: ReviewTexts
  onClose: () => void
}

/** A whole review, with its line breaks; plain text always. */
export function ReviewDialog({ review, texts, onClose }: ReviewDialogProps) {
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
            <span>{dayOf(review.date)}</span>
          </p>
          <p className="kn-reviews-text" dir="auto">
            {review.comment}
          </p>
        </>
      ) : null}
    </Dialog>
  )
}
