import type { Issue } from '../../kernel/errors.ts'
import {
  checkNewProvider,
  checkProviderChange,
  type NewProvider,
  newProvider,
  type ProviderRecord,
  providers,
} from '../../providers/index.ts'
import { changesOf, defined, type Values } from '../compare.ts'
import { type Planning, refuse } from '../planning.ts'
import type { TenantFile } from '../schema.ts'
import { planSecrets } from '../secrets.ts'
import { platforms } from './general.ts'

type Given = NonNullable<TenantFile['providers']>[number]

/** A provider as a file has it; secrets are left out. */
export const toProviderFields = (row: ProviderRecord): Values => ({
  ...{ name: row.name, displayName: row.displayName, email: row.email, contact: row.contact },
  ...{ phoneNumber: row.phoneNumber, mediaPlatform: platforms[row.mediaPlatform] },
  ...{ jwPlayerSiteId: row.jwPlayerSiteId, stage1Encode: row.stage1Encode },
  isBulkUploadEnabled: row.isBulkUploadEnabled,
})

/** PROV-01 to PROV-07, C-99: providers that there must be, by name; those of tenants come with their tenant (C-93). */
export async function planProviders(planning: Planning, given: readonly Given[]): Promise<void> {
  const { providers: rows } = await planning.supply()
  for (const [index, each] of given.entries()) {
    const named = rows.filter(row => row.name.trim() === each.name.trim())
    // An address is one account's (C-92): the provider has got another name.
    const found = named.length > 0 ? named : rows.filter(row => isAddress(row.email, each.email))
    const isTwice = given.findIndex(other => other.name.trim() === each.name.trim()) < index
    const params = { value: each.name, count: found.length }
    const path = `providers.${index}`
    if (isTwice) refuse(planning, path, [{ path: 'name', code: 'tenantFile.twice', params }])
    else if (found.length > 1)
      refuse(planning, path, [{ path: 'name', code: 'tenantFile.ambiguous', params }])
    else planProvider(planning, { path, each, row: found[0] })
  }
}

function planProvider(
  planning: Planning,
  { path, each, row }: { path: string; each: Given; row: ProviderRecord | undefined },
): void {
  const { password, jwPlayerSecret, ...fields } = each
  const secrets = planSecrets(planning, path, {
    references: { password, jwPlayerSecret },
    states: { password: row !== undefined, jwPlayerSecret: row?.hasJwPlayerSecret ?? false },
  })
  const { mediaPlatform, ...rest } = fields
  const wire = defined({ ...rest, mediaPlatform: mediaPlatform && platforms.indexOf(mediaPlatform) })
  const draft = { ...wire, ...secrets.draft } as Partial<NewProvider>
  const changes = [...changesOf(row && toProviderFields(row), fields), ...secrets.changes]
  if (row !== undefined && changes.length === 0) return
  refuse(planning, path, row === undefined ? checkNewProvider(draft) : checkChange(draft, row))
  planning.steps.push({
    ...{ action: row === undefined ? 'create' : 'update', section: 'providers', name: each.name, changes },
    run(work) {
      const input = { ...wire, ...secrets.values(work) }
      const { send } = work.ports
      return row === undefined
        ? send(providers.create, { ...newProvider, ...input } as NewProvider, planning.inTenant)
        : send(providers.update, { tag: row.tag, version: row.version, ...input }, planning.inTenant)
    },
  })
}

function checkChange({ email, ...draft }: Partial<NewProvider>, row: ProviderRecord): Issue[] {
  const isOther = email !== undefined && !isAddress(row.email, email)
  return [
    ...checkProviderChange(draft, row),
    ...(isOther ? [{ path: 'email', code: 'provider.emailFixed' } as const] : []),
  ]
}

const isAddress = (one: string, other: string | undefined): boolean =>
  one.trim().toLowerCase() === other?.trim().toLowerCase()
