import { type RefObject, useRef } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../overlay/dialog.tsx'

export interface UnsavedChangesDialogProps {
  open: boolean
  /** While the save runs. */
  saving?: boolean
  onStay: () => void
  onLeave: () => void
  /** Left out, there is nothing that could be saved. */
  onSave?: (() => void) | undefined
  /** Where the focus goes afterwards; else back to where it came from. */
  finalFocus?: RefObject<HTMLElement | null> | undefined
  texts: { title: string; text: string; stay: string; leave: string; save: string; close: string }
}

/** Asks before unsaved changes are lost: stay, discard them, or save and leave. */
export function UnsavedChangesDialog({
  open,
  saving,
  onStay,
  onLeave,
  onSave,
  finalFocus,
  texts,
}: UnsavedChangesDialogProps) {
  const stay = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onStay}
      title={texts.title}
      closeLabel={texts.close}
      role="alertdialog"
      initialFocus={stay}
      finalFocus={finalFocus}
      actions={
        <>
          <Button ref={stay} onClick={onStay}>
            {texts.stay}
          </Button>
          <Button variant="danger" disabled={saving} onClick={onLeave}>
            {texts.leave}
          </Button>
          {onSave === undefined ? null : (
            <Button variant="primary" loading={saving} onClick={onSave}>
              {texts.save}
            </Button>
          )}
        </>
      }
    >
      <p>{texts.text}</p>
    </Dialog>
  )
}
