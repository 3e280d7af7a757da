import { type DirtyListener, lazyPart } from '@kinora/react'
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigation } from '../router/use-navigation.ts'

const LeaveQuestion = lazyPart(async () => ({
  default: (await import('./leave-question.tsx')).LeaveQuestion,
}))

export interface LeaveGuard {
  /** What a form tells of itself: whether leaving loses something, and how to save it first. */
  setDirty: DirtyListener
  /** The next move is wanted: it is not asked about. */
  release(): void
  dialog: ReactNode
}

/** Asks before unsaved changes are left behind, inside the portal and when the tab closes. */
export function useLeaveGuard(): LeaveGuard {
  const dirty = useRef(false)
  const save = useRef<() => Promise<boolean>>(undefined)
  const [waiting, setWaiting] = useState<{ proceed: () => void }>()
  useBlocking(dirty, setWaiting)
  const setDirty = useCallback<DirtyListener>((next, saveIt) => {
    dirty.current = next
    save.current = saveIt
  }, [])
  const release = useCallback(() => {
    dirty.current = false
  }, [])
  const leave = () => {
    release()
    setWaiting(undefined)
    waiting?.proceed()
  }
  // Once there it stays, to give the focus back.
  const wasAsked = useRef(false)
  wasAsked.current ||= waiting !== undefined
  const dialog = wasAsked.current ? (
    <Suspense>
      <LeaveQuestion
        open={waiting !== undefined}
        save={() => save.current?.() ?? Promise.resolve(false)}
        onLeave={leave}
        onStay={() => setWaiting(undefined)}
      />
    </Suspense>
  ) : null
  return { setDirty, release, dialog }
}

function useBlocking(dirty: { current: boolean }, wait: (move: { proceed: () => void }) => void): void {
  const navigation = useNavigation()
  useEffect(
    () =>
      navigation.block(proceed => {
        if (dirty.current) wait({ proceed })
        return dirty.current
      }),
    [navigation, dirty, wait],
  )
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (dirty.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', onUnload)
    return () => window.removeEventListener('beforeunload', onUnload)
  }, [dirty])
}
