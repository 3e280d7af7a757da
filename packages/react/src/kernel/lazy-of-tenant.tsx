import { type ComponentType, Suspense } from 'react'
import { lazyPart } from '../ui/lazy-part.ts'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { useTexts } from './message.ts'
import { TenantGate } from './tenant-gate.tsx'

/**
 * A screen of the tenant acted for, whose script comes when it is opened: a list needs nothing of its form and the other way
 * round. It starts anew where another tenant is chosen.
 */
export function lazyOfTenant<P extends object>(
  load: () => Promise<ComponentType<P & { tenantId: string }>>,
): ComponentType<P> {
  const Screen = lazyPart(async () => ({ default: await load() })) as unknown as ComponentType<
    P & { tenantId: string }
  >
  return function OfTenant(props: P) {
    return (
      <TenantGate>
        {({ tenantId }) => (
          <Suspense fallback={<Coming />}>
            <Screen key={tenantId} {...props} tenantId={tenantId} />
          </Suspense>
        )}
      </TenantGate>
    )
  }
}

function Coming() {
  const { text } = useTexts()
  return (
    <div role="status" aria-label={text('ui.loading')} aria-busy="true">
      <Skeleton width="220px" height={32} />
    </div>
  )
}
