import { Role, type SessionState, type TenantChoice } from '@kinora/core'
import { useSession } from './provider.tsx'

/** The tenant that a session acts for: the chosen one of customer support (ROLE-04, ROLE-06), the first entry of a tenant user (ROLE-10). */
export function actingTenant(state: SessionState): TenantChoice | undefined {
  if (state.kind !== 'loggedIn') return undefined
  return state.user.role === Role.Tenant ? state.user.tenants[0] : state.tenant
}

/** The same for the session of this page; undefined for administrators, providers and before a tenant is chosen. */
export function useActingTenant(): TenantChoice | undefined {
  return actingTenant(useSession())
}
