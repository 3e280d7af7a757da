import { channels } from '../channels/index.ts'
import { isKinoraError } from '../kernel/errors.ts'
import { providers } from '../providers/index.ts'
import { type TenantSettings, tenants } from '../tenants/index.ts'
import { inTenant, type Planning, type Supply } from './planning.ts'
import type { TenantFilePorts } from './ports.ts'
import { tenantOf } from './sections/general.ts'

/** What the sections plan and export with: the tenant as it is stored, and nothing found yet. */
export async function begin({
  file,
  id,
  ports,
  options,
}: Pick<Planning, 'file' | 'id' | 'ports' | 'options'>): Promise<Planning> {
  const stored = await readTenant(ports, id)
  let supply: Promise<Supply> | undefined
  return {
    ...{ ports, role: ports.role, file, options, id, stored },
    tenant: tenantOf(file, stored),
    facts: undefined,
    supply() {
      supply ??= readSupply(ports, id)
      return supply
    },
    inTenant: inTenant(id, ports),
    ...{ steps: [], issues: [], kept: [], prompts: [], extra: [] },
  }
}

async function readTenant(ports: TenantFilePorts, id: string): Promise<TenantSettings | undefined> {
  if (id === '') return undefined
  try {
    return await ports.send(tenants.view, { tenantID: id }, inTenant(id, ports))
  } catch (error) {
    if (isKinoraError(error) && error.code === 'notFound') return undefined
    throw error
  }
}

async function readSupply(ports: TenantFilePorts, id: string): Promise<Supply> {
  const options = inTenant(id, ports)
  const all = { page: 1, take: -1 }
  const { data, tenantProviders } = await ports.send(providers.list, all, options)
  const { data: rows } = await ports.send(channels.search, all, options)
  return { providers: data, own: tenantProviders.find(row => row.tenantId === id), channels: rows }
}
