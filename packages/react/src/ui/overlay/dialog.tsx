import { lazy, type ReactNode, type RefObject, Suspense, useState } from 'react'
import { classes } from '../classes.ts'

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  closeLabel: string
  children: ReactNode
  /** Buttons, the one that goes on last. */
  actions?: ReactNode
  size?: 'normal' | 'wide'
  /** Where the focus goes first; else the first thing that takes it. */
  initialFocus?: RefObject<HTMLElement | null>
  role?: 'dialog' | 'alertdialog'
  className?: string
}

/** A modal decision: focus goes in, stays in and comes back; Escape closes. */
export function Dialog({ size = 'normal', className, ...rest }: DialogProps) {
  return <Modal {...rest} className={classes('kn-dialog', className)} size={size} />
}

export interface SidePanelProps extends Omit<DialogProps, 'size' | 'role'> {
  side?: 'start' | 'end' | 'bottom'
}

/** A panel at the side (or a sheet from below), for editing beside the list. */
export function SidePanel({ side = 'end', className, ...rest }: SidePanelProps) {
  return <Modal {...rest} className={classes('kn-panel', className)} side={side} />
}

export interface ModalProps extends Omit<DialogProps, 'size'> {
  size?: string
  side?: string
}

const LazyDialog = lazy(async () => ({ default: (await import('./lazy-dialog.tsx')).LazyDialog }))

/** Lazy mount: loads when it is first opened, then stays mounted so that it can animate closing. */
function Modal(props: ModalProps) {
  const [wanted, setWanted] = useState(false)
  if (props.open && !wanted) setWanted(true)
  return wanted || props.open ? (
    <Suspense>
      <LazyDialog {...props} />
    </Suspense>
  ) : null
}
