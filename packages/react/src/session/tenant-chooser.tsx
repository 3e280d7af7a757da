import { Role } from '@kinora/core'
import { Building2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTexts } from '../kernel/message.ts'
import { useSession } from '../kernel/provider.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'

const TenantPicker = lazy(async () => ({ default: (await import('./tenant-picker.tsx')).TenantPicker }))

/** ROLE-04, ROLE-05: customer support's choice of tenant; nothing for other roles, not even its script. */
export function TenantChooser() {
  const state = useSession()
  if (state.kind !== 'loggedIn' || state.user.role !== Role.Support) return null
  return (
    <Suspense>
      <TenantPicker />
    </Suspense>
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
