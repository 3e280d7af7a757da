import type { EmbedFeature, EmbedTitles, Right } from '@kinora/core'
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { entity, moment } from '../kernel/db/columns.ts'

export const embedSessionsTable = pgTable('embed_sessions', {
  sessionId: text('session_id').primaryKey(),
  hash: text().notNull(),
  keyId: text('key_id').notNull(),
  /** Whose the key is. */
  tenantId: text('tenant_id'),
  providerId: text('provider_id'),
  /** Whom it acts for. */
  asTenantId: text('as_tenant_id'),
  asProviderId: text('as_provider_id'),
  externalId: text('external_id').notNull(),
  externalName: text('external_name').notNull(),
  rights: text().array().$type<Right[]>().notNull(),
  features: jsonb().$type<Partial<Record<EmbedFeature, boolean>>>().notNull(),
  titles: jsonb().$type<EmbedTitles>(),
  origins: text().array().notNull(),
  expiresAt: moment('expires_at').notNull(),
  endedAt: moment('ended_at'),
  ...entity,
})
export type EmbedSessionRow = typeof embedSessionsTable.$inferSelect

export const tenantOriginsTable = pgTable('tenant_origins', {
  tenantId: text('tenant_id').primaryKey(),
  origins: text().array().notNull(),
  ...entity,
})
