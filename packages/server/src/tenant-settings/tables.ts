import type { AppSettingsDraft, WebSettingsDraft } from '@kinora/core'
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { entity } from '../kernel/db/columns.ts'
import type { StoredSecret } from '../kernel/secrets.ts'

/** What of a part is stored open; its secrets are in a column of their own, the site type is the tenant's (C-127). */
export type OpenWebSettings = Omit<WebSettingsDraft, 'secretKey' | 'webHookKey' | 'siteSourceType'>
/** Those that were saved before there was a bundle id have none. */
export type OpenAppSettings = Omit<AppSettingsDraft, 'sharedSecret' | 'iosBundleId'> & {
  iosBundleId?: string
}
export type Sealed<Name extends string> = Partial<Record<Name, StoredSecret | null>>

export const webSettingsTable = pgTable('web_settings', {
  tenantId: text('tenant_id').primaryKey(),
  settings: jsonb().$type<OpenWebSettings>().notNull(),
  secrets: jsonb().$type<Sealed<'secretKey' | 'webHookKey'>>().notNull().default({}),
  ...entity,
})

export const appSettingsTable = pgTable('app_settings', {
  tenantId: text('tenant_id').primaryKey(),
  settings: jsonb().$type<OpenAppSettings>().notNull(),
  secrets: jsonb().$type<Sealed<'sharedSecret'>>().notNull().default({}),
  ...entity,
})
