import type { Right, Role } from '@kinora/core'
import { pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { entity, moment } from '../kernel/db/columns.ts'

export const apiKeysTable = pgTable('api_keys', {
  keyId: text('key_id').primaryKey(),
  /** Its maker. */
  userId: text('user_id').notNull(),
  /** What its maker was then. */
  role: smallint().$type<Role>().notNull(),
  tenantId: text('tenant_id'),
  providerId: text('provider_id'),
  name: text().notNull(),
  start: text().notNull(),
  hash: text().notNull(),
  oldHash: text('old_hash'),
  oldEndsAt: moment('old_ends_at'),
  rights: text().array().$type<Right[]>().notNull(),
  tenantIds: text('tenant_ids').array().notNull(),
  networks: text().array().notNull(),
  /** KEY-06: pages that may embed with sessions of it. */
  origins: text().array().notNull().default([]),
  endsOn: text('ends_on').notNull(),
  revokedAt: moment('revoked_at'),
  lastUsedAt: moment('last_used_at'),
  ...entity,
})
export type KeyRow = typeof apiKeysTable.$inferSelect
