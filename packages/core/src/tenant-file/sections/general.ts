import { Role } from '../../access.ts'
import {
  checkTenant,
  checkTenantId,
  newTenant,
  type TenantDraft,
  type TenantSettings,
  tenants,
} from '../../tenants/index.ts'
import { changesOf, defined, type Values } from '../compare.ts'
import { type Planning, refuse, type Step, type Work } from '../planning.ts'
import type { TenantFile } from '../schema.ts'
import { planSecrets } from '../secrets.ts'

export const platforms = ['platform', 'jwplayer'] as const

/** General settings of a tenant as a file has them; secrets are left out. */
export function toGeneral(row: TenantSettings): Values {
  return {
    ...{ name: row.name, customerNumber: row.customerNumber, timeZone: row.timeZoneInfo.offsetName },
    ...{ languageCodes: row.languageCodes, languageTag: row.languageTag },
    ...{ activatedProducts: row.activatedProducts, siteSourceType: row.siteSourceType, connect: row.connect },
    ...{ isProviderActive: row.isProviderActive, email: row.email },
    ...{ mediaPlatform: platforms[row.mediaPlatform], jwPlayerSiteId: row.jwPlayerSiteId },
    ...{ audioNormalize: row.audioNormalize, isBulkUploadEnabled: row.isBulkUploadEnabled },
    ...{ isRichTextEnabled: row.isRichTextEnabled, isPlatformOwnedCategories: row.isPlatformOwnedCategories },
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
  const step = { section: 'general', name: tenant.name, changes } as const
  const input = (work: Work) => ({ ...toWire(given), ...secrets.values(work) })
  planning.steps.push(stored === undefined ? toCreate() : toUpdate(stored))

  function toCreate(): Step {
    const run = ({ ports, ...work }: Work) =>
      ports.send(tenants.create, {
        tenantID: id,
        ...newTenant,
        ...input({ ports, ...work }),
      } as Parameters<typeof ports.send<typeof tenants.create>>[1])
    return { ...step, action: 'create', run }
  }
  function toUpdate({ version }: TenantSettings): Step {
    const run = (work: Work) =>
      work.ports.send(tenants.update, { tenantID: id, version, ...input(work) }, planning.inTenant)
    return { ...step, action: 'update', run }
  }
}

function refuseGeneral(planning: Planning, secrets: Values): void {
  const { id, stored, tenant, role } = planning
  const issues = checkTenant({ ...tenant, ...secrets }, stored).map(issue =>
    issue.path === 'timeZoneInfo.offsetName' ? { ...issue, path: 'timeZone' } : issue,
  )
  const isNamed = planning.file.id !== undefined
  const ofId = stored === undefined && isNamed ? checkTenantId(id, 'tenantID') : []
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
