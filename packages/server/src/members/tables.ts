import type { Member, MemberRowState } from '@kinora/core'
import { boolean, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { audit, moment, tenantEntity } from '../kernel/db/columns.ts'

/** Members of a tenant's site (C-115); `externalUserId` is the site's own id of them, as playback names them (C-119). */
export const membersTable = pgTable('members', {
  userId: text('user_id').primaryKey(),
  externalUserId: text('external_user_id').notNull(),
  name: text().notNull(),
  email: text().notNull(),
  lastAccessedAt: moment('last_accessed_at'),
  lastLoginAt: moment('last_login_at'),
  /** Null for a member that is on. */
  disabledAt: moment('disabled_at'),
  /** What staff has corrected by hand: imports leave it. */
  corrected: text().array().$type<Member['corrected']>().notNull().default([]),
  /** The version of the terms that it has consented to, as its site told; null where it hasn't told. */
  termsVersion: integer('terms_version'),
  ...tenantEntity,
})
export type MemberRow = typeof membersTable.$inferSelect

/** Days are UTC days; a subscription without an end goes on. */
export const memberSubscriptionsTable = pgTable('member_subscriptions', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  /** The id that its source has for it; null of one that is known by title and product. */
  externalId: text('external_id'),
  title: text().notNull(),
  status: text().notNull(),
  externalStatus: text('external_status'),
  source: text().notNull(),
  /** Empty where none is named (C-131). */
  productId: text('product_id').notNull().default(''),
  planId: text('plan_id'),
  price: text(),
  startDate: date('start_date'),
  endDate: date('end_date'),
  trialStart: date('trial_start'),
  trialEnd: date('trial_end'),
  cancelledDates: date('cancelled_dates').array().notNull().default([]),
  crmSource: text('crm_source'),
  crmUserId: text('crm_user_id'),
  discountCode: text('discount_code'),
  /** Staff has changed what an import had brought. */
  isCorrected: boolean('is_corrected').notNull().default(false),
  ...audit,
})
export type MemberSubscriptionRow = typeof memberSubscriptionsTable.$inferSelect

/** Whole days on which a member was off (UTC); the last ones of a member that is off now have no end. */
export const memberOffDaysTable = pgTable(
  'member_off_days',
  {
    userId: text('user_id').notNull(),
    offFrom: date('off_from').notNull(),
    offTo: date('off_to').notNull().default('infinity'),
  },
  table => [primaryKey({ columns: [table.userId, table.offFrom] })],
)

/** The result of every row of an import; an erased member is no longer named. */
export const memberImportRowsTable = pgTable(
  'member_import_rows',
  {
    batchId: text('batch_id').notNull(),
    row: integer().notNull(),
    externalUserId: text('external_user_id').notNull(),
    state: text().$type<MemberRowState>().notNull(),
    problem: text().notNull(),
  },
  table => [primaryKey({ columns: [table.batchId, table.row] })],
)
