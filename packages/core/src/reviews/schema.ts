import * as z from 'zod'
import { Id, LimitedText } from '../kernel/fields.ts'

/** B-7: stars, from 1 to 5. */
export const Rating = z.int().min(1).max(5)
export const ratingValues = [1, 2, 3, 4, 5] as const

/** REVIEW-01, B-7: what a member of a site wrote about a title. `comment` is plain text, never markup. */
export const Review = z.object({
  reviewId: z.string(),
  date: z.string(),
  rating: Rating,
  comment: z.string(),
  /** The name that the member goes by. */
  user: z.string(),
  titleTag: z.string(),
  title: z.string(),
  providerId: z.string().nullable(),
  provider: z.string(),
  channelId: z.string().nullable(),
  channel: z.string(),
  /** The site that it was written on (†). */
  tenantId: z.string(),
})
export type Review = z.infer<typeof Review>

/** REVIEW-02; what is null, empty or left out doesn’t filter. `query` and `rating` are ours (†). */
export const ReviewFilter = z.object({
  channelId: Id.nullish(),
  providerId: Id.nullish(),
  tenantId: Id.nullish(),
  /** Part of a comment, of a member’s name or of a title. */
  query: LimitedText().optional(),
  /** Any of these ratings. */
  rating: z.array(Rating).max(ratingValues.length).optional(),
})
export type ReviewFilter = z.infer<typeof ReviewFilter>

/** How titles were rated in one month. */
export const MonthOfRatings = z.object({
  /** `2026-11`, of the UTC clock. */
  month: z.string(),
  count: z.int(),
  /** Null where nobody rated. */
  average: z.number().nullable(),
})
export type MonthOfRatings = z.infer<typeof MonthOfRatings>

/** How titles were rated: in all, and in each of the last twelve months, the earliest first. */
export const RatingSummary = z.object({
  count: z.int(),
  average: z.number().nullable(),
  months: z.array(MonthOfRatings),
})
export type RatingSummary = z.infer<typeof RatingSummary>
