import type { ViewList } from '@kinora/core'
import { boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { entity } from '../kernel/db/columns.ts'

export const viewsTable = pgTable('views', {
  viewId: text('view_id').primaryKey(),
  userId: text('user_id').notNull(),
  tenantId: text('tenant_id'),
  providerId: text('provider_id'),
  list: text().$type<ViewList>().notNull(),
  name: text().notNull(),
  address: text().notNull(),
  isShared: boolean('is_shared').notNull(),
  ...entity,
})
export type ViewRow = typeof viewsTable.$inferSelect

/** The order in which an account has the views of a list; those that it doesn't name come after, the oldest first. */
export const viewOrdersTable = pgTable(
  'view_orders',
  {
    userId: text('user_id').notNull(),
    list: text().$type<ViewList>().notNull(),
    viewIds: text('view_ids').array().notNull(),
  },
  table => [primaryKey({ columns: [table.userId, table.list] })],
)
