import { Role } from '../../access.ts'
import type { Issue } from '../../kernel/errors.ts'
import { isBlank } from '../../kernel/field-rules.ts'
import type { SecretState } from '../../kernel/fields.ts'
import { appSettings, webSettings } from '../../tenant-settings/endpoints.ts'
import { checkAppSettings, checkWebSettings, missingProduct } from '../../tenant-settings/rules.ts'
import {
  type AppSettings,
  type AppSettingsDraft,
  newAppSettings,
  newWebSettings,
  type WebSettings,
  type WebSettingsDraft,
} from '../../tenant-settings/schema.ts'
import { tenants } from '../../tenants/endpoints.ts'
import { checkTenant } from '../../tenants/rules.ts'
import { checkTenantId, newTenant, type TenantDraft, type TenantSettings } from '../../tenants/schema.ts'
import { changesOf, defined, type Values } from '../compare.ts'
import { type Planning, refuse, type Step, type Work } from '../planning.ts'
import type { TenantFile } from '../schema.ts'
import { planSecrets } from '../secrets.ts'

export const platforms = ['platform', 'jwplayer'] as const

/** General settings of a tenant as a file has them; secrets are left out. */
export function toGeneral(row: TenantSettings): Values {
  return {
    name: row.name,
    customerNumber: row.customerNumber,
    timeZone: row.timeZoneInfo.offsetName,
    languageCodes: row.languageCodes,
    languageTag: row.languageTag,
    activatedProducts: row.activatedProducts,
    siteSourceType: row.siteSourceType,
    connect: row.connect,
    isProviderActive: row.isProviderActive,
    email: row.email,
    mediaPlatform: platforms[row.mediaPlatform],
    jwPlayerSiteId: row.jwPlayerSiteId,
    audioNormalize: row.audioNormalize,
    isBulkUploadEnabled: row.isBulkUploadEnabled,
    isRichTextEnabled: row.isRichTextEnabled,
    isPlatformOwnedCategories: row.isPlatformOwnedCategories,
  }
}

type General = NonNullable<TenantFile['general']>

function toWire({ timeZone, mediaPlatform, password: _, jwPlayerSecret: __, ...rest }: General): Values {
  return defined({
    ...rest,
    timeZoneInfo: timeZone === undefined ? undefined : { offsetName: timeZone },
    mediaPlatform: mediaPlatform && platforms.indexOf(mediaPlatform),
  })
}

/** The tenant as it will be, whether or not the file says anything of it. */
export function tenantOf(file: TenantFile, stored: TenantSettings | undefined): TenantDraft {
  const before = stored && { ...stored, password: '', jwPlayerSecret: '' }
  return { ...newTenant, ...before, ...toWire(file.general ?? {}) } as TenantDraft
}

/** TENANT-01 to TENANT-13, C-33: a new tenant, or what changes of one. */
export async function planGeneral(planning: Planning, given: General): Promise<void> {
  const { id, stored, tenant } = planning
  const secrets = planSecrets(planning, 'general', {
    references: { password: given.password, jwPlayerSecret: given.jwPlayerSecret },
    states: {
      password: stored?.hasPassword ?? false,
      jwPlayerSecret: stored?.jwPlayerSecret ?? null,
    },
  })
  const fields = { ...given, password: undefined, jwPlayerSecret: undefined }
  const changes = [...changesOf(stored && toGeneral(stored), fields), ...secrets.changes]
  if (stored !== undefined && changes.length === 0) return
  refuseGeneral(planning, secrets.draft)
  if (!isBlank(given.email) && changes.some(({ path }) => path === 'email'))
    planning.addresses.push({ path: 'general.email', email: given.email!, tenantId: stored?.tenantId })
  const step = { section: 'general', name: tenant.name, changes } as const
  const input = (work: Work) => ({ ...toWire(given), ...secrets.values(work) })
  planning.steps.push(stored === undefined ? toCreate() : toUpdate(stored))

  function toCreate(): Step {
    const run = ({ ports, ...work }: Work) =>
      ports.send(tenants.create, {
        tenantId: id,
        ...newTenant,
        ...input({ ports, ...work }),
      } as Parameters<typeof ports.send<typeof tenants.create>>[1])
    return { ...step, action: 'create', run }
  }
  function toUpdate({ version }: TenantSettings): Step {
    const run = (work: Work) =>
      work.ports.send(tenants.update, { tenantId: id, version, ...input(work) }, planning.inTenant)
    return { ...step, action: 'update', run }
  }
}

function refuseGeneral(planning: Planning, secrets: Values): void {
  const { id, stored, tenant, role } = planning
  const issues = checkTenant({ ...tenant, ...secrets }, stored).map(issue =>
    issue.path === 'timeZoneInfo.offsetName' ? { ...issue, path: 'timeZone' } : issue,
  )
  const isNamed = planning.file.id !== undefined
  const ofId = stored === undefined && isNamed ? checkTenantId(id, 'tenantId') : []
  refuse(
    planning,
    '',
    ofId.map(issue => ({ ...issue, path: 'id' })),
  )
  // The id was given, so that the name needs not make one.
  refuse(
    planning,
    'general',
    issues.filter(issue => !(isNamed && issue.code.startsWith('tenant.id'))),
  )
  if (tenant.siteSourceType !== (stored ?? newTenant).siteSourceType && role !== Role.Admin)
    refuse(planning, 'general', [{ path: 'siteSourceType', code: 'tenantFile.siteType' }])
}

/** Web settings as a file has them: the site type stands with the tenant. */
export const toWeb = ({
  tenantId: _id,
  version: _version,
  secretKey: _key,
  webHookKey: _hook,
  siteSourceType: _type,
  ...rest
}: WebSettings): Values => rest

/** App settings as a file has them. */
export const toApp = ({
  tenantId: _id,
  version: _version,
  sharedSecret: _secret,
  siteSourceType: _type,
  hasStripe: _stripe,
  ...rest
}: AppSettings): Values => rest

/** TENANT-15 to TENANT-24 */
export async function planWeb(planning: Planning, given: NonNullable<TenantFile['web']>): Promise<void> {
  const { id, stored: tenant, ports } = planning
  const row = tenant && (await ports.send(webSettings.view, { tenantId: id }, planning.inTenant))
  const { secretKey, webHookKey, ...fields } = given
  const { siteSourceType } = planning.tenant
  const draft = { ...newWebSettings, ...(row && toWeb(row)), siteSourceType, ...defined(fields) }
  planning.facts = { siteSourceType, hasStripe: draft.subscriptionSource.includes('stripe') }
  await planPart(planning, {
    part: 'web',
    fields,
    row,
    stored: row && toWeb(row),
    references: { secretKey, webHookKey },
    states: { secretKey: row?.secretKey ?? null, webHookKey: row?.webHookKey ?? null },
    check: secrets => checkWebSettings({ ...draft, ...secrets } as WebSettingsDraft, row),
    save: (input, version, { ports: { send } }) =>
      version === null
        ? send(webSettings.create, { tenantId: id, ...input }, planning.inTenant)
        : send(webSettings.update, { tenantId: id, version, ...input }, planning.inTenant),
  })
}

/** TENANT-16, TENANT-25, TENANT-26 */
export async function planApp(planning: Planning, given: NonNullable<TenantFile['app']>): Promise<void> {
  const { id, stored: tenant, ports } = planning
  const row = tenant && (await ports.send(appSettings.view, { tenantId: id }, planning.inTenant))
  const { sharedSecret, ...fields } = given
  await planPart(planning, {
    part: 'app',
    fields,
    row,
    stored: row && toApp(row),
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
        ? send(appSettings.create, { tenantId: id, ...input }, planning.inTenant)
        : send(appSettings.update, { tenantId: id, version, ...input }, planning.inTenant),
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
    action: version === null ? 'create' : 'update',
    section,
    name: '',
    changes,
    run: work => part.save({ ...defined(fields), ...secrets.values(work) }, version, work),
  })
}
