import type { MailType } from '@kinora/core'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { entity } from '../kernel/db/columns.ts'

/** What accounts are mailed every month, or every week (decisions 0120, 0137). */
export const reportSubscriptionsTable = pgTable('report_subscriptions', {
  subscriptionId: text('subscription_id').primaryKey(),
  userId: text('user_id').notNull(),
  type: text().$type<MailType>().notNull(),
  /** Null for every tenant. */
  tenantId: text('tenant_id'),
  /** A month, as 2026-11, or the Monday of a week: what was mailed last; of one that is new the period before, which needs no mail. */
  mailedPeriod: text('mailed_period').notNull(),
  ...entity,
})
