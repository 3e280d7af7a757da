import type {
  ItemOutcome,
  TitleAct,
  TitleEdit,
  TitleJob,
  TitleJobProblem,
  TitleJobStatus,
} from '@kinora/core'
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { entity, moment } from '../kernel/db/columns.ts'
import type { Behalf, ClientName } from '../kernel/handlers.ts'

export const titleJobsTable = pgTable('title_jobs', {
  jobId: text('job_id').primaryKey(),
  /** The side that made it, as it acted then; neither for an administrator. */
  tenantId: text('tenant_id'),
  providerId: text('provider_id'),
  act: text().$type<TitleJob['act']>().notNull(),
  edit: jsonb().$type<TitleEdit>(),
  undoes: text(),
  undoesAct: text('undoes_act').$type<TitleAct>(),
  status: text().$type<TitleJobStatus>().notNull(),
  problem: jsonb().$type<TitleJobProblem>().notNull().default([]),
  /** The program that it was made with: what it writes is recorded with it. */
  client: text().$type<ClientName>().notNull(),
  displayName: text('display_name').notNull(),
  /** KEY-02, KEY-06: with what it was asked for. */
  behalf: jsonb().$type<Behalf>(),
  endedAt: moment('ended_at'),
  ...entity,
  createdBy: text('created_by').notNull(),
})

/** The titles of a job in their order, each with what became of it. */
export const titleJobItemsTable = pgTable(
  'title_job_items',
  {
    jobId: text('job_id').notNull(),
    nth: integer().notNull(),
    tag: text().notNull(),
    className: text('class_name').notNull(),
    outcome: text().$type<ItemOutcome>().notNull().default('waiting'),
    problem: jsonb().$type<TitleJobProblem>().notNull().default([]),
    /** The audit entries that the act left. */
    firstEntry: bigint('first_entry', { mode: 'number' }),
    lastEntry: bigint('last_entry', { mode: 'number' }),
    isUndone: boolean('is_undone').notNull().default(false),
  },
  table => [primaryKey({ columns: [table.jobId, table.nth] })],
)

export type StoredJob = typeof titleJobsTable.$inferSelect
export type NewJob = typeof titleJobsTable.$inferInsert
export type StoredItem = typeof titleJobItemsTable.$inferSelect
