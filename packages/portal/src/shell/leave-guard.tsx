import { ConfirmDialog, useTexts } from '@kinora/react'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useCallback, useRef } from 'react'

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
  const blocker = useBlocker({
    shouldBlockFn: () => dirty.current,
    enableBeforeUnload: () => dirty.current,
    withResolver: true,
  })
  const setDirty = useCallback((next: boolean) => {
    dirty.current = next
  }, [])
  const release = useCallback(() => setDirty(false), [setDirty])
  const dialog = (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      title={text('ui.leave.title')}
      text={text('ui.leave.text')}
      confirmLabel={text('ui.leave.confirm')}
      cancelLabel={text('ui.leave.stay')}
      closeLabel={text('ui.close')}
      tone="danger"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  )
  return { setDirty, release, dialog }
}
