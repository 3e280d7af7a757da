import * as Ariakit from '@ariakit/react'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { classes } from './classes.ts'
import { IconButton } from './icon-button.tsx'

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

interface ModalProps extends Omit<DialogProps, 'size'> {
  size?: string
  side?: string
}

function Modal({
  open,
  onClose,
  title,
  closeLabel,
  children,
  actions,
  initialFocus,
  size,
  side,
  ...rest
}: ModalProps) {
  return (
    <Ariakit.Dialog
      {...rest}
      open={open}
      onClose={onClose}
      portal
      unmountOnHide
      backdrop={<div className="kn-backdrop" />}
      initialFocus={initialFocus}
      getPersistentElements={() => document.querySelectorAll('.kn-toasts')}
      data-size={size}
      data-side={side}
    >
      <div className="kn-dialog-head">
        <Ariakit.DialogHeading className="kn-dialog-title">{title}</Ariakit.DialogHeading>
        <IconButton
          label={closeLabel}
          icon={<X size={16} aria-hidden="true" />}
          tooltip={false}
          onClick={onClose}
        />
      </div>
      <div className="kn-dialog-body">{children}</div>
      {actions ? <div className="kn-dialog-foot">{actions}</div> : null}
    </Ariakit.Dialog>
  )
}
