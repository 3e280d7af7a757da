import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from '../overlay/confirm-dialog.tsx'

export interface DeleteButtonProps
  extends Pick<
    ConfirmDialogProps,
    'title' | 'text' | 'losses' | 'confirmLabel' | 'cancelLabel' | 'closeLabel'
  > {
  label: string
  /** Asked when the dialog opens: the time to count what uses it. */
  onAsk?: () => void
  /** Whether it is deleted; the dialog stays open otherwise. */
  onDelete: () => Promise<boolean>
  busy?: boolean
  error?: string | undefined
}

/** Deletes after a decision that names what is lost. */
export function DeleteButton({ label, onAsk, onDelete, ...dialog }: DeleteButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        icon={<Trash2 size={16} aria-hidden="true" />}
        onClick={() => {
          onAsk?.()
          setOpen(true)
        }}
      >
        {label}
      </Button>
      <ConfirmDialog
        {...dialog}
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => void onDelete().then(gone => setOpen(!gone))}
      />
    </>
  )
}
