import { type readiness, toReadiness } from '@kinora/core'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { collectionsTable as c } from '../collections/tables.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import type { Database } from '../ports/db.ts'
import { siteConfigurationsTable as s } from '../site/tables.ts'
import { channelsTable, channelTenantsTable as ct } from '../stored-channels/tables.ts'
import { appSettingsTable as app, webSettingsTable as web } from '../tenant-settings/tables.ts'
import { tenantsTable } from '../tenants/tables.ts'
import { termsTable } from '../terms/tables.ts'

export const readinessHandlers: Handlers<typeof readiness> = {
  /** 28.3 */
  async view({ tenantId }, { deps: { db } }) {
    const { name, timeZone, languageCodes, activatedProducts, deletedAt } = tenantsTable
    const [tenant] = await db
      .select({ name, timeZone, languageCodes, activatedProducts })
      .from(tenantsTable)
      .where(and(eq(tenantsTable.tenantId, tenantId), isNull(deletedAt)))
    if (tenant === undefined) throw notFound()
    return toReadiness({
      ...tenant,
      timeZone: tenant.timeZone.offsetName,
      hasWeb: (await db.$count(web, eq(web.tenantId, tenantId))) > 0,
      hasApp: (await db.$count(app, eq(app.tenantId, tenantId))) > 0,
      hasLook: (await db.$count(s, and(eq(s.tenantId, tenantId), eq(s.configurationType, 'general')))) > 0,
      termsLanguages: await termsLanguagesOf(db, tenantId),
      channels: await countChannels(db, tenantId),
      collections: await db.$count(c, and(eq(c.tenantId, tenantId), eq(c.isActive, true))),
    })
  },
}

/** Of the current version. */
async function termsLanguagesOf(db: Database, tenantId: string): Promise<string[]> {
  const { version, languageCode } = termsTable
  const rows = await db
    .select({ version, languageCode })
    .from(termsTable)
    .where(eq(termsTable.tenantId, tenantId))
    .orderBy(desc(version))
  return rows.filter(row => row.version === rows[0]!.version).map(row => row.languageCode)
}

async function countChannels(db: Database, tenantId: string): Promise<number> {
  const rows = await db
    .select({ tag: channelsTable.tag })
    .from(channelsTable)
    .innerJoin(ct, eq(ct.channelTag, channelsTable.tag))
    .where(and(eq(ct.tenantId, tenantId), eq(channelsTable.isActive, true)))
  return rows.length
}
