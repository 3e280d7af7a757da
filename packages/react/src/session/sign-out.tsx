import type { UploadItem } from '@kinora/core/uploads'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../kernel/message.ts'
import { useKinora } from '../kernel/provider.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { useUploadState } from '../uploads/use-upload-state.ts'

export interface SignOutProps {
  onSignedOut?: (() => void) | undefined
  /** Carries the way out out, or asks first: what is on the page may not be saved. */
  leave?: ((act: () => void) => void) | undefined
  /** The person stays, or is out. */
  onClose: () => void
}

const atOnce = (act: () => void) => act()

/** AUTH-11: the way out, taken as soon as it is mounted; where files upload it asks first. */
export function SignOut({ onSignedOut, leave = atOnce, onClose }: SignOutProps) {
  const { session } = useKinora()
  const { text } = useTexts()
  const uploading = useUploadState(({ items }) => items.filter(isSending).length)
  const [asking] = useState(uploading > 0)
  const hasBegun = useRef(false)
  // KEY-05: the session at the identity provider ends there.
  const goOn = (address: string | undefined) =>
    address === undefined ? onSignedOut?.() : window.location.assign(address)
  const logout = () => {
    onClose()
    leave(() => void session.logout().then(goOn))
  }
  useEffect(() => {
    if (asking || hasBegun.current) return
    hasBegun.current = true
    logout()
  })
  return (
    <ConfirmDialog
      open={asking}
      onClose={onClose}
      onConfirm={logout}
      title={text('ui.account.uploadingTitle', { count: uploading })}
      text={text('ui.account.uploadingText')}
      confirmLabel={text('ui.account.logout')}
      cancelLabel={text('ui.account.stay')}
      closeLabel={text('ui.close')}
    />
  )
}

const isSending = ({ state }: UploadItem): boolean =>
  ['waiting', 'starting', 'uploading', 'retrying'].includes(state.kind)
