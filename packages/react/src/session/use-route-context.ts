import { Role, type RouteContext, tenants, toRouteContext } from '@kinora/core'
import { useActingTenant, useSession } from '../kernel/provider.tsx'
import { useRead } from '../kernel/use-read.ts'

/** What decides about routes and sidebar for the signed-in user; undefined while nobody is (ROLE-06, ROLE-10, ROLE-22). */
export function useRouteContext(): RouteContext | undefined {
  const state = useSession()
  const tenant = useActingTenant()
  const isSupport = state.kind === 'loggedIn' && state.user.role === Role.Support
  const list = useRead(tenants.list, {}, { enabled: isSupport && tenant !== undefined })
  if (state.kind !== 'loggedIn') return undefined
  const chosen = list.data?.data.find(({ tenantId }) => tenantId === tenant?.tenantId)
  return toRouteContext(state.user, list.isPending ? undefined : (chosen ?? { connect: null }))
}
