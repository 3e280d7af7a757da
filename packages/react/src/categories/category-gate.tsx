import { Role } from '@kinora/core'
import type { ReactNode } from 'react'
import { useSession } from '../kernel/provider.tsx'
import { TenantGate } from '../kernel/tenant-gate.tsx'
import { useActingTenant } from '../kernel/use-acting-tenant.ts'

/** Who looks at categories: C-84 says by role and tenant which ones may be changed. */
export interface CategoryReader {
  role: Role
  /** The tenant acted for; none for administrators and providers. */
  tenantId: string | undefined
}

/** ROLE-18: categories are open to everyone; customer support chooses a tenant first (ROLE-04). */
export function CategoryGate({ children }: { children: (by: CategoryReader) => ReactNode }) {
  const state = useSession()
  const tenantId = useActingTenant()?.tenantId
  if (state.kind !== 'loggedIn') return null
  const { role } = state.user
  if (role === Role.Admin || role === Role.Provider) return children({ role, tenantId: undefined })
  return <TenantGate>{() => children({ role, tenantId })}</TenantGate>
}
