import { type ReactNode, Suspense, useEffect, useState } from 'react'

/** Milliseconds after which a page that never rests gets its children all the same. */
const PATIENCE = 2000

/** What may come once the page has what it needs: its script isn't asked for before. */
export function WhenIdle({ children }: { children: ReactNode }) {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!('requestIdleCallback' in window)) return setIdle(true)
    const asked = requestIdleCallback(() => setIdle(true), { timeout: PATIENCE })
    return () => cancelIdleCallback(asked)
  }, [])
  return <Suspense>{isIdle ? children : null}</Suspense>
}
