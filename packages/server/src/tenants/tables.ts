import type { Tenant } from '@kinora/core'
import { boolean, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { entity } from '../kernel/db/columns.ts'

export const tenantsTable = pgTable('tenants', {
  tenantId: text('tenant_id').primaryKey(),
  name: text().notNull(),
  customerNumber: text('customer_number').notNull(),
  email: text(),
  timeZone: jsonb('time_zone').$type<Tenant['timeZoneInfo']>().notNull(),
  languageCodes: text('language_codes').array().notNull(),
  languageTag: text('language_tag').notNull(),
  activatedProducts: text('activated_products').array().$type<Tenant['activatedProducts']>().notNull(),
  isProviderActive: boolean('is_provider_active').notNull().default(false),
  mediaPlatform: smallint('media_platform').$type<Tenant['mediaPlatform']>().notNull().default(0),
  audioNormalize: boolean('audio_normalize').notNull().default(false),
  connect: text().$type<Tenant['connect']>(),
  isBulkUploadEnabled: boolean('is_bulk_upload_enabled').notNull().default(false),
  siteSourceType: text('site_source_type').$type<Tenant['siteSourceType']>().notNull().default('fac'),
  isPlatformOwnedCategories: boolean('is_platform_owned_categories').notNull().default(true),
  isRichTextEnabled: boolean('is_rich_text_enabled').notNull().default(false),
  ...entity,
})
