import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useActingTenant, useKinora, useSession } from './provider.tsx'
import { type ReadTarget, useInvalidate } from './use-read.ts'

/** Milliseconds in which what happens is one thing: a bulk upload makes many titles at once. */
const TOGETHER = 500

/**
 * HOOK-05: has answers read again as something of these families happens, such as `batch title`. Whether that is told here now: where it
 * isn’t, the caller polls.
 */
export function useEvents(families: string, targets: readonly ReadTarget[], enabled = true): boolean {
  const { events } = useKinora()
  const invalidate = useInvalidate()
  const isSignedIn = useSession().kind === 'loggedIn'
  const tenantId = useActingTenant()?.tenantId
  const latest = useRef(targets)
  latest.current = targets
  const isWanted = enabled && isSignedIn && families !== ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tenant has another stream
  useEffect(() => {
    if (!isWanted) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = events.listen(families.split(' '), () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void invalidate(latest.current)
      }, TOGETHER)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [events, families, invalidate, isWanted, tenantId])
  return useSyncExternalStore(events.subscribe, events.getSnapshot, () => false) && isWanted
}
