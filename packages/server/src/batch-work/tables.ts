import type { WorkStatus } from '@kinora/core'
import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { entity, moment } from '../kernel/db/columns.ts'
import type { Behalf, ClientName } from '../kernel/handlers.ts'

/** What a batch brings in: titles with their media, or members of a tenant's site (C-71). */
export type BatchKind = 'titles' | 'members'

/** Work on an uploaded CSV, whatever it brings in (BULK-03). */
export const batchesTable = pgTable('batches', {
  batchId: text('batch_id').primaryKey(),
  kind: text().$type<BatchKind>().notNull().default('titles'),
  tenantId: text('tenant_id'),
  providerId: text('provider_id'),
  title: text().notNull(),
  notificationEmail: text('notification_email').notNull(),
  fileName: text('file_name').notNull(),
  fileKey: text('file_key').notNull(),
  status: text().$type<WorkStatus>(),
  problem: text(),
  isWorking: boolean('is_working').notNull().default(false),
  totalRows: integer('total_rows').notNull().default(0),
  /** Rows that were taken and that were refused, where they are counted as they come: those of members. */
  doneRows: integer('done_rows').notNull().default(0),
  badRows: integer('bad_rows').notNull().default(0),
  /** The last row of the file that is through, where rows come in their order: of members. */
  lastRow: integer('last_row').notNull().default(0),
  run: integer().notNull().default(0),
  /** The program that started it last: what the batch writes is recorded with it. */
  client: text().$type<ClientName>().notNull().default('api'),
  /** With what it was added. */
  behalf: jsonb().$type<Behalf>(),
  startedAt: moment('started_at'),
  endedAt: moment('ended_at'),
  notifiedAt: moment('notified_at'),
  ...entity,
})
export type StoredBatch = typeof batchesTable.$inferSelect
export type NewBatch = typeof batchesTable.$inferInsert
