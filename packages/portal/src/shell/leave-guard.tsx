import { formTexts } from '@kinora/core'
import { type DirtyListener, LeaveDialog, useTexts } from '@kinora/react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigation } from '../router/use-navigation.ts'

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
  const dialog = (
    <Asking
      open={waiting !== undefined}
      save={() => save.current?.() ?? Promise.resolve(false)}
      onLeave={leave}
      onStay={() => setWaiting(undefined)}
    />
  )
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

interface AskingProps {
  open: boolean
  save: () => Promise<boolean>
  onLeave: () => void
  onStay: () => void
}

/** A save that fails leaves the person on the page, at what the form says of it. */
function Asking({ open, save, onLeave, onStay }: AskingProps) {
  const { text } = useTexts(formTexts)
  const [saving, setSaving] = useState(false)
  const failed = useRef(false)
  const toMend = useRef({
    get current() {
      return failed.current ? document.querySelector<HTMLElement>('[data-problem]') : null
    },
  })
  useEffect(() => {
    if (open) failed.current = false
  }, [open])
  const saveAndLeave = async () => {
    setSaving(true)
    const saved = await save()
    setSaving(false)
    failed.current = !saved
    if (saved) onLeave()
    else onStay()
  }
  return (
    <LeaveDialog
      open={open}
      saving={saving}
      onStay={onStay}
      onLeave={onLeave}
      onSave={() => void saveAndLeave()}
      finalFocus={toMend.current}
      texts={{
        title: text('ui.leave.title'),
        text: text('ui.leave.text'),
        stay: text('ui.leave.stay'),
        leave: text('ui.leave.confirm'),
        save: text('ui.leave.save'),
        close: text('ui.close'),
      }}
    />
  )
}
