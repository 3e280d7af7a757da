import type { Page, PageInput, ReviewFilter, SiteReview } from '@kinora/core'
import { and, avg, count, desc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import { counting, readPage } from '../kernel/db/pages.ts'
import { contains, eachPortion, owned, PORTION } from '../kernel/db/queries.ts'
import { newTag } from '../kernel/rows/audit.ts'
import { recordEvents } from '../kernel/rows/event-log.ts'
import type { OfTenant, Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { within } from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { reviewsTable as r } from './tables.ts'

const columns = {
  reviewId: r.reviewId,
  tenantId: r.tenantId,
  titleTag: r.titleTag,
  userName: r.userName,
  rating: r.rating,
  comment: r.comment,
  writtenAt: r.writtenAt,
  className: t.className,
  providerId: t.providerId,
  channelId: t.channelId,
}
const ofTitle = eq(t.tag, r.titleTag)
const newestFirst = [desc(r.writtenAt), desc(r.reviewId)]

const select = (db: Database, where: SQL | undefined) =>
  db
    .select(columns)
    .from(r)
    .innerJoin(t, ofTitle)
    .where(where)
    .orderBy(...newestFirst)
    .$dynamic()
export type StoredReview = Awaited<ReturnType<typeof select>>[number]

/** F-2: a provider reads what was written about its titles, a tenant what was written on its site. */
function matching(scope: Scope, filter: ReviewFilter): SQL | undefined {
  const { channelId, providerId, tenantId, query, rating } = filter
  return and(
    owned(scope, { tenantId: r.tenantId, providerId: t.providerId }),
    within(scope),
    channelId ? eq(t.channelId, channelId) : undefined,
    providerId ? eq(t.providerId, providerId) : undefined,
    tenantId ? eq(r.tenantId, tenantId) : undefined,
    rating?.length ? inArray(r.rating, rating) : undefined,
    contains(query, r.comment, r.userName, t.className),
  )
}

/** REVIEW-03: one page, the newest first. */
export async function listReviews(
  scope: Scope,
  db: Database,
  { page, take, ...filter }: ReviewFilter & Pick<PageInput, 'page' | 'take'>,
): Promise<Page<StoredReview>> {
  const where = matching(scope, filter)
  const joined = db.select({ id: r.reviewId }).from(r).innerJoin(t, ofTitle).where(where)
  return readPage(select(db, where), counting(db, joined.as('found')), { page, take })
}

/** Every match, the newest first. */
export function eachReview(scope: Scope, db: Database, filter: ReviewFilter): AsyncGenerator<StoredReview[]> {
  const where = matching(scope, filter)
  const behind = ({ writtenAt, reviewId }: StoredReview) =>
    sql`(${r.writtenAt}, ${r.reviewId}) < (${writtenAt.toISOString()}::timestamptz, ${reviewId})`
  return eachPortion(last => select(db, and(where, last && behind(last))).limit(PORTION))
}

const month = sql<string>`to_char(${r.writtenAt} AT TIME ZONE 'UTC', 'YYYY-MM')`
const average = avg(r.rating).mapWith(Number)

/** How many there are and their average: in all, and by month since a time. */
export async function sumRatings(scope: Scope, db: Database, filter: ReviewFilter, since: Date) {
  const where = matching(scope, filter)
  const [all] = await db.select({ count: count(), average }).from(r).innerJoin(t, ofTitle).where(where)
  const months = await db
    .select({ month, count: count(), average })
    .from(r)
    .innerJoin(t, ofTitle)
    .where(and(where, gte(r.writtenAt, since)))
    .groupBy(month)
  return { all: all!, months }
}

/** What a review says, to tell whether it was handed in before. */
export const reviewText = ({ titleTag, user, rating, comment, date }: Omit<SiteReview, 'reviewId'>): string =>
  JSON.stringify([titleTag, user, rating, comment, new Date(date).getTime()])

/** What those of these ids say that the site has handed in. */
export async function findSiteReviews(
  { tenantId }: OfTenant,
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
  { tenantId }: OfTenant,
  tx: Database,
  { reviews, now }: { reviews: readonly SiteReview[]; now: Date },
): Promise<void> {
  if (reviews.length === 0) return
  const rows = reviews.map(({ reviewId: siteReviewId, user: userName, date, ...review }) => ({
    ...review,
    reviewId: newTag(),
    tenantId,
    siteReviewId,
    userName,
    writtenAt: new Date(date),
  }))
  await tx.insert(r).values(rows)
  const type = 'review.created'
  await recordEvents(
    tx,
    rows.map(({ reviewId: subject }) => ({ type, at: now, owner: { tenantId }, subject })),
  )
}
