import { checkEach, SiteReview, type siteContent, toInstant } from '@kinora/core'
import type { Handler } from '../kernel/handlers.ts'
import { findSiteReviews, insertSiteReviews, reviewText } from '../reviews/index.ts'
import { assertPace } from '../site-access/index.ts'
import { handIn, type Kind } from './hand-in.ts'
import { siteOf } from './site-of.ts'

const kind: Kind<SiteReview> = {
  list: 'reviews',
  idKey: 'reviewId',
  differs: 'siteContent.reviewDiffers',
  idOf: review => review.reviewId,
  titleOf: review => review.titleTag,
  textOf: reviewText,
  find: findSiteReviews,
  insert: insertSiteReviews,
}

/** As it is stored: its date is an instant. */
const Stored = SiteReview.transform(review => ({ ...review, date: toInstant(review.date) }))

/** C-120 */
export const addReviews: Handler<typeof siteContent.addReviews> = async ({ reviews }, context) => {
  const site = siteOf(context)
  await assertPace('reviews', site.tenantId, context.deps)
  const given = checkEach(Stored, reviews, kind)
  return { data: await handIn(site, context.deps.db, { kind, given }) }
}
