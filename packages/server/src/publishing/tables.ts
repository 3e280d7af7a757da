import type { PublishingOutcome, PublishingStatus, UnpublishLoss } from '@kinora/core'
import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { entity, moment } from '../kernel/db/columns.ts'
import type { Behalf, ClientName } from '../kernel/handlers.ts'

export const publishingJobsTable = pgTable('publishing_jobs', {
  jobId: text('job_id').primaryKey(),
  status: text().$type<PublishingStatus>().notNull(),
  problem: text().notNull().default(''),
  /** The program that it was made with: what it writes is recorded with it. */
  client: text().$type<ClientName>().notNull(),
  displayName: text('display_name').notNull(),
  behalf: jsonb().$type<Behalf>(),
  endedAt: moment('ended_at'),
  ...entity,
  createdBy: text('created_by').notNull(),
})

/** The tenants of a job in their order, each with what became of it; null for channels that are switched off. */
export const publishingItemsTable = pgTable(
  'publishing_items',
  {
    jobId: text('job_id').notNull(),
    nth: integer().notNull(),
    tenantId: text('tenant_id'),
    publish: text().array().notNull(),
    unpublish: text().array().notNull(),
    outcome: text().$type<PublishingOutcome>().notNull().default('waiting'),
    problem: text().notNull().default(''),
    /** The last title of the part before, where titles behind it may be left. */
    reached: text(),
    arriving: integer().notNull().default(0),
    leaving: integer().notNull().default(0),
    leaves: jsonb().$type<UnpublishLoss[]>().notNull().default([]),
  },
  table => [primaryKey({ columns: [table.jobId, table.nth] })],
)

export type StoredJob = typeof publishingJobsTable.$inferSelect
export type StoredItem = typeof publishingItemsTable.$inferSelect
