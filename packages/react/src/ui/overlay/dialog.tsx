import { type ReactNode, type RefObject, useCallback, useState } from 'react'
import { classes } from '../classes.ts'
import { LazyMount } from '../lazy-mount.tsx'
import { lazyPart } from '../lazy-part.tsx'

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  closeLabel: string
  children: ReactNode
  /** Buttons, the one that goes on last. */
  actions?: ReactNode
  size?: 'normal' | 'wide' | 'full'
  /** Where the focus goes first; else where the work begins: the first thing of the body that takes it, or else of the actions, or the dialog itself. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Where it goes when the dialog closes; back where it came from where this is left out or has none. */
  finalFocus?: RefObject<HTMLElement | null> | undefined
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

/**
 * A panel beside what it speaks of, which stays in sight and in use: at the end of a wide window, at the foot of another; Escape
 * closes. At the start, or as a sheet from below, it is modal.
 */
export function SidePanel({ side = 'end', className, ...rest }: SidePanelProps) {
  return <Modal {...rest} className={classes('kn-panel', className)} side={side} isBeside={side === 'end'} />
}

export interface ModalProps extends Omit<DialogProps, 'size'> {
  size?: string
  side?: string
  /** The page makes room and goes on. */
  isBeside?: boolean
}

const LazyDialog = lazyPart(async () => ({ default: (await import('./lazy-dialog.tsx')).OpenDialog }))

function Modal(props: ModalProps) {
  return (
    <LazyMount when={props.open} onCancel={props.onClose}>
      <LazyDialog {...props} />
    </LazyMount>
  )
}

/** What a dialog is opened for; it keeps that while it closes, and begins anew each time. */
export function useOpening<T>() {
  const [opening, setOpening] = useState<{ subject: T; isOpen: boolean; nth: number }>()
  return {
    subject: opening?.subject,
    isOpen: opening?.isOpen ?? false,
    nth: opening?.nth,
    open: useCallback(
      (subject: T) => setOpening(before => ({ subject, isOpen: true, nth: (before?.nth ?? 0) + 1 })),
      [],
    ),
    close: useCallback(() => setOpening(before => before && { ...before, isOpen: false }), []),
  }
}
