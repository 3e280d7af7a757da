import type { Issue } from '../../kernel/errors.ts'
import type { SecretState } from '../../kernel/secrets.ts'
import {
  type AppSettings,
  type AppSettingsDraft,
  appSettings,
  checkAppSettings,
  checkWebSettings,
  missingProduct,
  newAppSettings,
  newWebSettings,
  type WebSettings,
  type WebSettingsDraft,
  webSettings,
} from '../../tenant-settings/index.ts'
import { changesOf, defined, type Values } from '../compare.ts'
import { type Planning, refuse, type Work } from '../planning.ts'
import type { TenantFile } from '../schema.ts'
import { planSecrets } from '../secrets.ts'

/** Web settings as a file has them: the site type stands with the tenant. */
export const toWeb = ({
  tenantID: _id,
  version: _version,
  secretKey: _key,
  webHookKey: _hook,
  siteSourceType: _type,
  ...rest
}: WebSettings): Values => rest

/** App settings as a file has them. */
export const toApp = ({
  tenantID: _id,
  version: _version,
  sharedSecret: _secret,
  siteSourceType: _type,
  hasStripe: _stripe,
  ...rest
}: AppSettings): Values => rest

/** TENANT-15 to TENANT-24 */
export async function planWeb(planning: Planning, given: NonNullable<TenantFile['web']>): Promise<void> {
  const { id, stored: tenant, ports } = planning
  const row = tenant && (await ports.send(webSettings.view, { tenantID: id }, planning.inTenant))
  const { secretKey, webHookKey, ...fields } = given
  const { siteSourceType } = planning.tenant
  const draft = { ...newWebSettings, ...(row && toWeb(row)), siteSourceType, ...defined(fields) }
  planning.facts = { siteSourceType, hasStripe: draft.subscriptionSource.includes('stripe') }
  await planPart(planning, {
    ...{ part: 'web', fields, row, stored: row && toWeb(row) },
    references: { secretKey, webHookKey },
    states: { secretKey: row?.secretKey ?? null, webHookKey: row?.webHookKey ?? null },
    check: secrets => checkWebSettings({ ...draft, ...secrets } as WebSettingsDraft, row),
    save: (input, version, { ports: { send } }) =>
      version === null
        ? send(webSettings.create, { tenantID: id, ...input }, planning.inTenant)
        : send(webSettings.update, { tenantID: id, version, ...input }, planning.inTenant),
  })
}

/** TENANT-16, TENANT-25, TENANT-26 */
export async function planApp(planning: Planning, given: NonNullable<TenantFile['app']>): Promise<void> {
  const { id, stored: tenant, ports } = planning
  const row = tenant && (await ports.send(appSettings.view, { tenantID: id }, planning.inTenant))
  const { sharedSecret, ...fields } = given
  await planPart(planning, {
    ...{ part: 'app', fields, row, stored: row && toApp(row) },
    references: { sharedSecret },
    states: { sharedSecret: row?.sharedSecret ?? null },
    check(secrets) {
      const draft = { ...newAppSettings, ...(row && toApp(row)), ...defined(fields), ...secrets }
      const { siteSourceType = null, hasStripe } = planning.facts ?? row ?? { hasStripe: false }
      const sharedSecret = row?.sharedSecret ?? null
      return checkAppSettings(draft as AppSettingsDraft, { sharedSecret, siteSourceType, hasStripe })
    },
    save: (input, version, { ports: { send } }) =>
      version === null
        ? send(appSettings.create, { tenantID: id, ...input }, planning.inTenant)
        : send(appSettings.update, { tenantID: id, version, ...input }, planning.inTenant),
  })
}

interface Part {
  part: 'web' | 'app'
  fields: Values
  row: { version: number | null } | undefined
  stored: Values | undefined
  references: Parameters<typeof planSecrets>[2]['references']
  states: Readonly<Record<string, SecretState>>
  /** Core's rule, of the settings as they will be. */
  check(secrets: Values): readonly Issue[]
  save(input: Values, version: number | null, work: Work): Promise<unknown>
}

async function planPart(planning: Planning, part: Part): Promise<void> {
  const { part: section, fields, row, references, states } = part
  const secrets = planSecrets(planning, section, { references, states })
  const version = row?.version ?? null
  const changes = [...changesOf(version === null ? undefined : part.stored, fields), ...secrets.changes]
  if (version !== null && changes.length === 0) return
  const unfit = missingProduct(section, planning.tenant.activatedProducts)
  if (unfit !== undefined) return refuse(planning, section, [{ path: '', code: unfit }])
  refuse(planning, section, part.check(secrets.draft))
  planning.steps.push({
    ...{ action: version === null ? 'create' : 'update', section, name: '', changes },
    run: work => part.save({ ...defined(fields), ...secrets.values(work) }, version, work),
  })
}
