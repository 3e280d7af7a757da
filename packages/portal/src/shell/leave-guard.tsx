import { ConfirmDialog, useTexts } from '@kinora/react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigation } from '../router/use-navigation.ts'

export interface LeaveGuard {
  setDirty(dirty: boolean): void
  /** The next move is wanted: it is not asked about. */
  release(): void
  dialog: ReactNode
}

/** Asks before unsaved changes are left behind, inside the portal and when the tab closes. */
export function useLeaveGuard(): LeaveGuard {
  const dirty = useRef(false)
  const { text } = useTexts()
  const navigation = useNavigation()
  const [waiting, setWaiting] = useState<{ proceed: () => void }>()
  useEffect(
    () =>
      navigation.block(proceed => {
        if (dirty.current) setWaiting({ proceed })
        return dirty.current
      }),
    [navigation],
  )
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (dirty.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', onUnload)
    return () => window.removeEventListener('beforeunload', onUnload)
  }, [])
  const setDirty = useCallback((next: boolean) => {
    dirty.current = next
  }, [])
  const release = useCallback(() => setDirty(false), [setDirty])
  const dialog = (
    <ConfirmDialog
      open={waiting !== undefined}
      title={text('ui.leave.title')}
      text={text('ui.leave.text')}
      confirmLabel={text('ui.leave.confirm')}
      cancelLabel={text('ui.leave.stay')}
      closeLabel={text('ui.close')}
      tone="danger"
      onConfirm={() => {
        dirty.current = false
        setWaiting(undefined)
        waiting?.proceed()
      }}
      onClose={() => setWaiting(undefined)}
    />
  )
  return { setDirty, release, dialog }
}
