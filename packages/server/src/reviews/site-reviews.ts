import type { SiteReview } from '@kinora/core'
import { and, eq, inArray } from 'drizzle-orm'
import { newTag } from '../kernel/rows/stamps.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { reviewsTable as r } from './tables.ts'

type Site = Scope & { kind: 'tenant' }

/** What a review says, to tell whether it was handed in before. */
export const reviewText = ({ titleTag, user, rating, comment, date }: Omit<SiteReview, 'reviewId'>): string =>
  JSON.stringify([titleTag, user, rating, comment, new Date(date).getTime()])

/** What those of these ids say that the site has handed in. */
export async function findSiteReviews(
  { tenantId }: Site,
  db: Database,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select()
    .from(r)
    .where(and(eq(r.tenantId, tenantId), inArray(r.siteReviewId, [...ids])))
  return new Map(
    rows.map(({ siteReviewId, userName: user, writtenAt, ...row }) => [
      siteReviewId!,
      reviewText({ ...row, user, date: writtenAt.toISOString() }),
    ]),
  )
}

/** C-120: reviews that are new; their dates are instants. */
export async function insertSiteReviews(
  { tenantId }: Site,
  tx: Database,
  reviews: readonly SiteReview[],
): Promise<void> {
  if (reviews.length === 0) return
  await tx.insert(r).values(
    reviews.map(({ reviewId: siteReviewId, user: userName, date, ...review }) => ({
      ...review,
      reviewId: newTag(),
      tenantId,
      siteReviewId,
      userName,
      writtenAt: new Date(date),
    })),
  )
}
