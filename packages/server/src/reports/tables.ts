import type { ReportType } from '@kinora/core'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { entity } from '../kernel/db/columns.ts'

/** Reports that accounts are mailed every month (decision 0120). */
export const reportSubscriptionsTable = pgTable('report_subscriptions', {
  subscriptionId: text('subscription_id').primaryKey(),
  userId: text('user_id').notNull(),
  type: text().$type<ReportType>().notNull(),
  /** Null for every tenant. */
  tenantId: text('tenant_id'),
  /** As 2026-11: what was mailed last; of one that is new the month before, which needs no mail. */
  mailedMonth: text('mailed_month').notNull(),
  ...entity,
})
