import type { TenantChoice } from '@kinora/core'
import { Building2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { useTexts } from './message.ts'
import { useActingTenant } from './use-acting-tenant.ts'

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
