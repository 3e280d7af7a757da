import { isVideoInProgress, type Title } from '@kinora/core'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useActingTenant, useKinora, useSession } from './provider.tsx'

/** Follows those of the titles that are being worked on and shows what they have come to; all that follow any share one request (VIDEO-07). */
export function useLiveRows(found: readonly Title[] | undefined): readonly Title[] {
  useWatch(useMemo(() => (found ?? []).filter(isUnderWay).map(({ tag }) => tag), [found]).join(' '))
  const { live } = useKinora()
  const latest = useSyncExternalStore(live.subscribe, live.getSnapshot, live.getSnapshot)
  return useMemo(() => (found ?? []).map(title => latest.get(title.tag) ?? title), [found, latest])
}

const isUnderWay = (title: Title): boolean =>
  isVideoInProgress(title.videoStatus) || title.processing !== null

/** Follows one title; undefined until there is an answer, and where there is no tag. */
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
