import {
  assertNoIssues,
  checkWebSettings,
  KinoraError,
  newWebSettings,
  type PriceCheck,
  Role,
  type WebSettings,
  type WebSettingsDraft,
  type webSettings,
} from '@kinora/core'
import { eq } from 'drizzle-orm'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { refused } from '../kernel/rows/refusals.ts'
import { stateOf } from '../kernel/secrets.ts'
import { tenantsTable } from '../tenants/tables.ts'
import { askStripe, assertProduct, assertStanding, readWeb, type StoredWeb, writePart } from './parts.ts'
import { readTenant, type TenantRow } from './rows.ts'
import { readWebhook } from './webhook.ts'

export const webSettingsHandlers: Handlers<typeof webSettings> = {
  async view({ tenantId }, { deps }) {
    const { row } = await readTenant(deps.db, tenantId)
    return toSettings(row, await readWeb(deps.db, tenantId))
  },
  async webhook({ tenantId }, { deps }) {
    await readTenant(deps.db, tenantId)
    return readWebhook(deps, tenantId)
  },
  create: (draft, context) => save('create', draft, context),
  update: (draft, context) => save('update', draft, context),

  async checkPrice({ tenantId, id, secretKey }, { deps }): Promise<PriceCheck> {
    await readTenant(deps.db, tenantId)
    const answer = await askStripe(deps, { tenantId, id, typedKey: secretKey })
    if (answer === undefined) throw refused('web.noKey', undefined, 'secretKey')
    return answer
  },

  /** C-96 */
  checkAddress: async ({ url }, { deps, signal }) => ({
    accessible: await deps.addresses.isAccessible(url, signal),
  }),
}

type Draft = Partial<WebSettingsDraft> & { tenantId: string; version?: number | undefined }

/** API-64: what is left out stays. C-94: the site type is the tenant's, and only administrators change it. */
function save(verb: 'create' | 'update', { tenantId, version, ...given }: Draft, context: Context) {
  return context.deps.db.transaction(async (tx): Promise<WebSettings> => {
    const { row } = await readTenant(tx, tenantId, true)
    assertProduct('web', row)
    const stored = await readWeb(tx, tenantId)
    assertStanding(verb, stored)
    const before = toDraft(row, stored)
    const draft = { ...before, ...defined(given) }
    const isOtherType = draft.siteSourceType !== row.siteSourceType
    if (isOtherType && context.caller.role !== Role.Admin) throw new KinoraError('forbidden')
    const { secretKey, webHookKey } = toSettings(row, stored)
    assertNoIssues(checkWebSettings(draft, { secretKey, webHookKey }))
    const { siteSourceType, secretKey: key, webHookKey: hook, ...settings } = draft
    if (isOtherType)
      await tx.update(tenantsTable).set({ siteSourceType }).where(eq(tenantsTable.tenantId, tenantId))
    const written = await writePart(tx, context, {
      part: 'web',
      tenantId,
      verb,
      version,
      stored,
      settings,
      secrets: { secretKey: key, webHookKey: hook },
      beside: { before: { siteSourceType: row.siteSourceType }, after: { siteSourceType } },
    })
    return toSettings({ ...row, siteSourceType }, written)
  })
}

function toDraft({ siteSourceType }: TenantRow, stored: StoredWeb | undefined): WebSettingsDraft {
  return { ...newWebSettings, ...stored?.settings, siteSourceType }
}

function toSettings(row: TenantRow, stored: StoredWeb | undefined): WebSettings {
  const { secretKey, webHookKey } = stored?.secrets ?? {}
  return {
    tenantId: row.tenantId,
    ...toDraft(row, stored),
    version: stored?.version ?? null,
    secretKey: stateOf(secretKey ?? null),
    webHookKey: stateOf(webHookKey ?? null),
  }
}

const defined = <D extends object>(given: D): D =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as D
