import { type ReactNode, Suspense, useState } from 'react'

/** Mounts lazy children when they are first needed, and keeps them, so that they can animate closing. */
export function LazyMount({ when, children }: { when: boolean; children: ReactNode }) {
  const [isMounted, setIsMounted] = useState(when)
  if (when && !isMounted) setIsMounted(true)
  return isMounted || when ? <Suspense>{children}</Suspense> : null
}
