import type { ConfigurationType, SiteSettings } from '@kinora/core'
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { tenantEntity } from '../kernel/db/columns.ts'

export const siteConfigurationsTable = pgTable('site_configurations', {
  tag: text().primaryKey(),
  configurationType: text('configuration_type').$type<ConfigurationType>().notNull(),
  /** The network or store of a link; empty for all others. */
  subType: text('sub_type').notNull().default(''),
  /** Of custom links, from 1. */
  displayOrder: integer('display_order').notNull().default(0),
  /** What people write, by the names of the contract. */
  settings: jsonb().$type<SiteSettings>().notNull(),
  ...tenantEntity,
})
export type SiteRow = typeof siteConfigurationsTable.$inferSelect
