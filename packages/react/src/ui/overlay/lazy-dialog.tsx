import * as Ariakit from '@ariakit/react'
import { X } from 'lucide-react'
import { IconButton } from '../icon-button.tsx'
import type { ModalProps } from './dialog.tsx'

/** The dialog itself, loaded lazily: what a dialog and a side panel have in common. */
export function LazyDialog({
  open,
  onClose,
  title,
  closeLabel,
  children,
  actions,
  initialFocus,
  finalFocus,
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
      finalFocus={finalFocus}
      getPersistentElements={() => document.querySelectorAll('.kn-toasts')}
      data-size={size}
      data-side={side}
    >
      <div className="kn-dialog-head">
        <Ariakit.DialogHeading className="kn-dialog-title">{title}</Ariakit.DialogHeading>
        <Ariakit.DialogDismiss
          render={<IconButton label={closeLabel} icon={<X size={16} aria-hidden="true" />} tooltip={false} />}
        />
      </div>
      <div className="kn-dialog-body">{children}</div>
      {actions ? <div className="kn-dialog-foot">{actions}</div> : null}
    </Ariakit.Dialog>
  )
}
