import type { Role, TenantChoice } from '@kinora/core'
import { Building2 } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { LazyBoundary, lazyPart } from '../ui/lazy-part.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { useTexts } from './message.ts'
import { useActingTenant, useSession } from './provider.tsx'

/** Shows what belongs to the tenant acted for; before one is chosen it says so (ROLE-04). */
export function TenantGate({ children }: { children: (tenant: TenantChoice) => ReactNode }) {
  const tenant = useActingTenant()
  const { text } = useTexts()
  if (tenant !== undefined) return children(tenant)
  return (
    <EmptyState
      isPage
      icon={<Building2 size={20} aria-hidden="true" />}
      title={text('session.chooseTenant')}
    />
  )
}

/** A screen of the tenant acted for; it starts anew where another tenant is chosen. */
export function ofTenant<P extends object>(
  Screen: ComponentType<P & { tenantId: string }>,
): ComponentType<P> {
  return function OfTenant(props: P) {
    return (
      <TenantGate>{({ tenantId }) => <Screen key={tenantId} {...props} tenantId={tenantId} />}</TenantGate>
    )
  }
}

/** The same of a screen whose script comes when it is opened: a list needs nothing of its form and the other way round. */
export function lazyOfTenant<P extends object>(
  load: () => Promise<ComponentType<P & { tenantId: string }>>,
): ComponentType<P> {
  const Screen = lazyPart(async () => ({ default: await load() })) as unknown as ComponentType<
    P & { tenantId: string }
  >
  return ofTenant<P>(props => (
    <LazyBoundary fallback={<Coming />}>
      <Screen {...props} />
    </LazyBoundary>
  ))
}

function Coming() {
  const { text } = useTexts()
  return (
    <div role="status" aria-label={text('ui.loading')} aria-busy="true">
      <Skeleton width="220px" height={32} />
    </div>
  )
}

export interface RoleGateProps {
  role: Role
  /** Renders for every role but the given one. */
  inverted?: boolean
  children: ReactNode
}

/** ROLE-03: shows its children only to one role, or to all the others. Hiding is comfort; the server decides. */
export function RoleGate({ role, inverted = false, children }: RoleGateProps) {
  const state = useSession()
  if (state.kind !== 'loggedIn') return null
  return (state.user.role === role) !== inverted ? children : null
}
