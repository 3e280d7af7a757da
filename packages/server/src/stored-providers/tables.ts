import type { Provider } from '@kinora/core'
import { boolean, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { entity, moment } from '../kernel/db/columns.ts'

export const providersTable = pgTable('providers', {
  tag: text().primaryKey(),
  name: text().notNull(),
  displayName: text('display_name').notNull(),
  email: text().notNull(),
  phoneNumber: text('phone_number'),
  contact: text().notNull().default(''),
  mediaPlatform: smallint('media_platform').$type<Provider['mediaPlatform']>().notNull().default(0),
  /** Set exactly for the provider that a tenant yields (C-80). */
  tenantId: text('tenant_id'),
  isTenantProvider: boolean('is_tenant_provider').notNull().default(false),
  stage1Encode: boolean('stage1_encode').notNull().default(false),
  isBulkUploadEnabled: boolean('is_bulk_upload_enabled').notNull().default(false),
  jwPlayerSiteId: text('jw_player_site_id'),
  /** Sealed (`kernel/secrets.ts`); it never leaves. */
  jwPlayerSecret: text('jw_player_secret'),
  /** C-98: one that is deleted is nobody's, and can be restored for 30 days. */
  deletedAt: moment('deleted_at'),
  ...entity,
})
