import { useIdle } from '@kinora/react'
import { type ReactNode, Suspense } from 'react'

/** What may come once the page has what it needs: its script isn't asked for before. */
export function WhenIdle({ children }: { children: ReactNode }) {
  return <Suspense>{useIdle() ? children : null}</Suspense>
}
