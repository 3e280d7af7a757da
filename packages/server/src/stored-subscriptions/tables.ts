import type { SubscriptionType } from '@kinora/core'
import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { tenantEntity } from '../kernel/db/columns.ts'

export const subscriptionsTable = pgTable('subscription_packages', {
  subsPackageId: text('subs_package_id').primaryKey(),
  title: text().notNull(),
  description: text().notNull(),
  subscriptionType: text('subscription_type').$type<SubscriptionType>().notNull(),
  /** In the order in which they were chosen; never empty. */
  collectionTags: text('collection_tags').array().notNull(),
  pricingTableId: text('pricing_table_id').notNull(),
  imageLink: text('image_link').notNull(),
  isActive: boolean('is_active').notNull().default(false),
  /** SESS-19 */
  activatedOnce: boolean('activated_once').notNull().default(false),
  ...tenantEntity,
})
