import type { BatchRow as Row } from '@kinora/core'
import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** The journal of a batch: the status of every row of its CSV. */
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

export type StoredRow = typeof batchRowsTable.$inferSelect
