import type { LiveSnapshot, Title } from '@kinora/core'
import { useEffect, useSyncExternalStore } from 'react'
import { useActingTenant, useKinora, useSession } from './provider.tsx'

/** Follows titles that are being worked on; all that follow any share one request (VIDEO-07). */
export function useLiveTitles(tags: readonly string[]): LiveSnapshot {
  useWatch(tags.join(' '))
  const { live } = useKinora()
  return useSyncExternalStore(live.subscribe, live.getSnapshot, live.getSnapshot)
}

/** The same for one title; undefined until there is an answer, and where there is no tag. */
export function useLiveTitle(tag: string | undefined): Title | undefined {
  useWatch(tag ?? '')
  const { live } = useKinora()
  const read = () => (tag === undefined ? undefined : live.getSnapshot().get(tag))
  return useSyncExternalStore(live.subscribe, read, read)
}

function useWatch(tags: string): void {
  const { live } = useKinora()
  const isSignedIn = useSession().kind === 'loggedIn'
  const tenantId = useActingTenant()?.tenantId
  useEffect(
    () => (isSignedIn && tags !== '' ? live.watch(tags.split(' '), tenantId) : undefined),
    [live, isSignedIn, tags, tenantId],
  )
}
