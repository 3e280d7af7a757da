import { type Issue, KinoraError } from '../kernel/errors.ts'
import type { ReviewFilter } from './schema.ts'

/** NAV-62, REVIEW-10: a choice of one disables the other. */
export interface ReviewChoices {
  canChooseProvider: boolean
  canChooseChannel: boolean
}

type Source = Pick<ReviewFilter, 'providerId' | 'channelId'>

/** NAV-62, REVIEW-10 */
export const reviewChoices = ({ providerId, channelId }: Source): ReviewChoices => ({
  canChooseProvider: !channelId,
  canChooseChannel: !providerId,
})

/** NAV-62: reviews are those of a provider or of a channel, never of both. */
export function checkReviewFilter({ providerId, channelId }: Source): Issue[] {
  return providerId && channelId ? [{ path: 'channelId', code: 'reviews.oneSource' }] : []
}

/**
 * REVIEW-09: what a failed download is told as: a 400 as itself, anything else, a timeout included, as 500. A 401 was tried
 * again before; a download that a person ended stays that.
 */
export function toDownloadFailure(error: KinoraError): KinoraError {
  if (error.status === 400 || error.code === 'unauthorised' || error.code === 'aborted') return error
  return new KinoraError('server', {
    cause: error,
    ...(error.requestId !== undefined && { requestId: error.requestId }),
  })
}
