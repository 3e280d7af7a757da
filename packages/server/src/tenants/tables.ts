import type { Tenant } from '@kinora/core'
import { boolean, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { entity, moment } from '../kernel/db/columns.ts'
import type { StoredSecret } from '../kernel/secrets.ts'

export const tenantsTable = pgTable('tenants', {
  tenantId: text('tenant_id').primaryKey(),
  name: text().notNull(),
  customerNumber: text('customer_number').notNull(),
  email: text(),
  /** C-97: the offset is derived from the name, whatever an old row has. */
  timeZone: jsonb('time_zone').$type<{ offsetName: string; utcOffset?: string }>().notNull(),
  languageCodes: text('language_codes').array().notNull(),
  languageTag: text('language_tag').notNull(),
  activatedProducts: text('activated_products').array().$type<Tenant['activatedProducts']>().notNull(),
  isProviderActive: boolean('is_provider_active').notNull().default(false),
  mediaPlatform: smallint('media_platform').$type<Tenant['mediaPlatform']>().notNull().default(0),
  audioNormalize: boolean('audio_normalize').notNull().default(false),
  connect: text().$type<Tenant['connect']>(),
  isBulkUploadEnabled: boolean('is_bulk_upload_enabled').notNull().default(false),
  siteSourceType: text('site_source_type').$type<Tenant['siteSourceType']>().notNull().default('fac'),
  isPlatformOwnedCategories: boolean('is_platform_owned_categories').notNull().default(false),
  isRichTextEnabled: boolean('is_rich_text_enabled').notNull().default(false),
  jwPlayerSiteId: text('jw_player_site_id').notNull().default(''),
  jwPlayerSecret: jsonb('jw_player_secret').$type<StoredSecret>(),
  /** TENANT-27: with `appSecret`, or neither is there. */
  accessKey: text('access_key'),
  appSecret: jsonb('app_secret').$type<StoredSecret>(),
  /** When a token was last asked for with them. */
  keysUsedAt: moment('keys_used_at'),
  /** C-98: it can be restored for 30 days. */
  deletedAt: moment('deleted_at'),
  ...entity,
})
