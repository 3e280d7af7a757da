import { session as calls, Role, type Send, tenants } from '@kinora/core'
import { safe } from './cells.ts'
import { explain, usage } from './exit.ts'

/** ROLE-06: a tenant that was named must be one that the account may act for. */
export async function assertTenant(send: Send, tenant: string): Promise<void> {
  const { user } = await send(calls.verify, {})
  const isProvider = user.role === Role.Provider
  if (isProvider)
    throw usage('--tenant is not for accounts of providers', 'Run the command without --tenant.')
  // The one that it acts for in this call; a key may not be good for the list.
  if (user.role === Role.Tenant && user.tenants[0]?.tenantId === tenant) return
  const known = (await send(tenants.list, {})).data.map(({ tenantId }) => tenantId)
  if (known.includes(tenant)) return
  const how = safe`Pass one of these: ${known.join(', ')}`
  throw explain('notFound', { what: safe`This account can’t act for tenant ${tenant}`, how })
}
