import { TriangleAlert } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  title: ReactNode
  /** What will happen, in a sentence. */
  text?: ReactNode
  /** What will be lost and how much, one line each: "Unpublishes 41 titles in 3 collections". */
  losses?: readonly string[]
  /** A verb and its object: "Delete 3 titles". */
  confirmLabel: string
  cancelLabel: string
  closeLabel: string
  /** `danger` unless nothing is lost. */
  tone?: 'danger' | 'primary'
  /** While the act runs. */
  busy?: boolean
  error?: ReactNode
  /** Where the focus goes when it closes; back where it came from unless given. */
  finalFocus?: RefObject<HTMLElement | null> | undefined
}

/** A decision: names what is lost; the focus starts on the way back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    text,
    losses = [],
    confirmLabel,
    cancelLabel,
    onConfirm,
    onClose,
    tone = 'danger',
    busy,
    error,
  } = props
  const cancel = useRef<HTMLButtonElement>(null)
  const actions = (
    <>
      <Button ref={cancel} onClick={onClose}>
        {cancelLabel}
      </Button>
      <Button variant={tone} loading={busy} onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog
      open={props.open}
      onClose={onClose}
      title={props.title}
      closeLabel={props.closeLabel}
      role="alertdialog"
      initialFocus={cancel}
      finalFocus={props.finalFocus}
      actions={actions}
    >
      {text ? <p>{text}</p> : null}
      <LossList losses={losses} />
      {error ? (
        <p className="kn-field-error" role="alert">
          {error}
        </p>
      ) : null}
    </Dialog>
  )
}

/** What is lost by going on, a line each; nothing where nothing is. */
export function LossList({ losses }: { losses: readonly string[] }) {
  if (losses.length === 0) return null
  return (
    <ul className="kn-loss">
      {losses.map(loss => (
        <li key={loss}>
          <TriangleAlert size={16} aria-hidden="true" />
          {loss}
        </li>
      ))}
    </ul>
  )
}
