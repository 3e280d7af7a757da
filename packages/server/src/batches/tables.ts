import type { BatchStatus, BatchRow as Row } from '@kinora/core'
import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { entity } from '../kernel/db/columns.ts'
import type { ClientName } from '../kernel/handlers.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const batchesTable = pgTable('batches', {
  batchId: text('batch_id').primaryKey(),
  tenantId: text('tenant_id'),
  providerId: text('provider_id'),
  title: text().notNull(),
  notificationEmail: text('notification_email').notNull(),
  fileName: text('file_name').notNull(),
  fileKey: text('file_key').notNull(),
  status: text().$type<BatchStatus>(),
  problem: text(),
  isWorking: boolean('is_working').notNull().default(false),
  totalRows: integer('total_rows').notNull().default(0),
  run: integer().notNull().default(0),
  /** The program that started it last: what the batch writes is recorded with it. */
  client: text().$type<ClientName>().notNull().default('api'),
  startedAt: moment('started_at'),
  endedAt: moment('ended_at'),
  notifiedAt: moment('notified_at'),
  ...entity,
})

/** The journal of a batch: where every row of its CSV stands. */
export const batchRowsTable = pgTable(
  'batch_rows',
  {
    batchId: text('batch_id').notNull(),
    /** The external id, or `#` and the number of a row that has none of its own. */
    id: text().notNull(),
    row: integer().notNull(),
    title: text().notNull(),
    content: text().notNull(),
    tag: text().notNull(),
    created: boolean().notNull(),
    saved: text().notNull(),
    stored: jsonb().$type<Record<string, unknown>>().notNull(),
    state: text().$type<Row['state']>().notNull(),
    problem: text().notNull(),
    next: text().notNull(),
    retry: boolean().notNull(),
  },
  table => [primaryKey({ columns: [table.batchId, table.id] })],
)

export type StoredBatch = typeof batchesTable.$inferSelect
export type NewBatch = typeof batchesTable.$inferInsert
export type StoredRow = typeof batchRowsTable.$inferSelect
