import {
  type AppSettings,
  type AppSettingsDraft,
  type appSettings,
  assertNoIssues,
  checkAppSettings,
  newAppSettings,
} from '@kinora/core'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { stateOf } from '../kernel/secrets.ts'
import type { Database } from '../ports/db.ts'
import { assertProduct, assertStanding, readApp, readWeb, type StoredApp, writePart } from './parts.ts'
import { readTenant, type TenantRow } from './rows.ts'
import { readAppleWebhook } from './webhook.ts'

export const appSettingsHandlers: Handlers<typeof appSettings> = {
  async view({ tenantId }, { deps }) {
    const { row } = await readTenant(deps.db, tenantId)
    return toSettings(deps.db, row, await readApp(deps.db, tenantId))
  },
  async webhook({ tenantId }, { deps }) {
    await readTenant(deps.db, tenantId)
    return readAppleWebhook(deps, tenantId)
  },
  create: (draft, context) => save('create', draft, context),
  update: (draft, context) => save('update', draft, context),
}

type Draft = Partial<AppSettingsDraft> & { tenantId: string; version?: number | undefined }

/** API-65: what is left out stays. */
function save(verb: 'create' | 'update', { tenantId, version, ...given }: Draft, context: Context) {
  return context.deps.db.transaction(async (tx): Promise<AppSettings> => {
    const { row } = await readTenant(tx, tenantId, true)
    assertProduct('app', row)
    const stored = await readApp(tx, tenantId)
    assertStanding(verb, stored)
    const kept = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    const draft: AppSettingsDraft = { ...newAppSettings, ...stored?.settings, ...kept }
    assertNoIssues(checkAppSettings(draft, await toSettings(tx, row, stored)))
    const { sharedSecret, ...settings } = draft
    const written = await writePart(tx, context, {
      part: 'app',
      tenantId,
      verb,
      version,
      stored,
      settings,
      secrets: { sharedSecret },
    })
    return toSettings(tx, row, written)
  })
}

/** C-127: before web settings are saved, nothing is known of the site. */
async function toSettings(db: Database, row: TenantRow, stored: StoredApp | undefined): Promise<AppSettings> {
  const web = await readWeb(db, row.tenantId)
  return {
    tenantId: row.tenantId,
    ...newAppSettings,
    ...stored?.settings,
    version: stored?.version ?? null,
    sharedSecret: stateOf(stored?.secrets.sharedSecret ?? null),
    siteSourceType: web === undefined ? null : row.siteSourceType,
    hasStripe: web?.settings.subscriptionSource.includes('stripe') ?? false,
  }
}
