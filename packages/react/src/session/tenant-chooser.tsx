import { Role } from '@kinora/core'
import { Building2 } from 'lucide-react'
import { useTexts } from '../kernel/message.ts'
import { useSession } from '../kernel/provider.tsx'
import { LazyBoundary, lazyPart } from '../ui/lazy-part.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'

export interface TenantChooserProps {
  /** Carries a change out, or asks first: what is on the page belongs to the tenant before. */
  change?: (act: () => void) => void
}

const TenantPicker = lazyPart(async () => ({ default: (await import('./acting-tenant.tsx')).TenantPicker }))

/** ROLE-04, ROLE-05: customer support's choice of tenant; nothing for other roles, not even its script. */
export function TenantChooser({ change }: TenantChooserProps) {
  const state = useSession()
  if (state.kind !== 'loggedIn' || state.user.role !== Role.Support) return null
  return (
    <LazyBoundary>
      <TenantPicker change={change} />
    </LazyBoundary>
  )
}

export interface ActingBannerProps {
  /** Carries a change out, or asks first: what is on the page belongs to the tenant. */
  change?: (act: () => void) => void
}

const ActingWords = lazyPart(async () => ({ default: (await import('./acting-tenant.tsx')).ActingWords }))

/** ROLE-05: which tenant customer support acts for, and the way to stop; nothing for other roles. */
export function ActingBanner({ change = act => act() }: ActingBannerProps) {
  const state = useSession()
  if (state.kind !== 'loggedIn' || state.tenant === undefined) return null
  return (
    <div className="kn-acting">
      <LazyBoundary>
        <ActingWords name={state.tenant.name} change={change} />
      </LazyBoundary>
    </div>
  )
}

/** ROLE-04: what customer support sees until a tenant is chosen. */
export function ChooseTenantPrompt() {
  const { text } = useTexts()
  return (
    <EmptyState
      isPage
      icon={<Building2 size={20} aria-hidden="true" />}
      title={text('session.chooseTenant')}
      actions={<TenantChooser />}
    />
  )
}
