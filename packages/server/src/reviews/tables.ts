import { pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { moment } from '../kernel/db/columns.ts'

/** B-7 as it is stored; provider and channel are those of the title. */
export const reviewsTable = pgTable('reviews', {
  reviewId: text('review_id').primaryKey(),
  /** The site that it was written on. */
  tenantId: text('tenant_id').notNull(),
  titleTag: text('title_tag').notNull(),
  /** The name that the member goes by. */
  userName: text('user_name').notNull(),
  rating: smallint().notNull(),
  comment: text().notNull().default(''),
  /** The site’s own id of it, where it was handed in (C-120). */
  siteReviewId: text('site_review_id'),
  writtenAt: moment('written_at').notNull(),
})
