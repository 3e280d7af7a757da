import { accounts, accountTexts, checkWith, PasswordChange, validationTexts } from '@kinora/core'
import { type FormEvent, type RefObject, useRef } from 'react'
import { DraftField } from '../kernel/draft-field.tsx'
import { useTexts } from '../kernel/message.ts'
import { useKinora, useUser } from '../kernel/provider.tsx'
import { useDraft } from '../kernel/use-draft.ts'
import { useFirstProblem } from '../kernel/use-first-problem.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { PasswordInput } from './sign-in-form.tsx'

export interface PasswordDialogProps {
  open: boolean
  onClose: () => void
}

/** C-99: one's own new password, with the old one; every other session of the account ends. */
export function PasswordDialog({ open, onClose }: PasswordDialogProps) {
  const { text } = useTexts(accountTexts)
  const first = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      initialFocus={first}
      title={text('ui.password.title')}
      closeLabel={text('ui.close')}
    >
      <PasswordForm onClose={onClose} first={first} />
    </Dialog>
  )
}

const empty = { values: { currentPassword: '', newPassword: '' } }

/** Mounted while the dialog is open: what was typed isn't kept. */
interface PasswordFormProps extends Pick<PasswordDialogProps, 'onClose'> {
  /** Where the focus begins. */
  first: RefObject<HTMLInputElement | null>
}

function PasswordForm({ onClose, first }: PasswordFormProps) {
  const { text } = useTexts(accountTexts, validationTexts)
  const { session } = useKinora()
  const { email } = useUser()
  const change = useWrite(accounts.changePassword, {
    success: text('ui.password.done'),
    failure: handledByCaller,
    invalidates: [],
    onSuccess: tokens => session.keepTokens?.(tokens),
  })
  const draft = useDraft<PasswordChange>({
    stored: empty,
    check: values => checkWith(PasswordChange, values),
    save: values => change.send(values),
    onSaved: onClose,
  })
  useFirstProblem(draft)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void draft.save()
  }
  return (
    <form className="kn-dialog-form" noValidate onSubmit={submit}>
      <p>{text('ui.password.text')}</p>
      {/* Password managers find the account by it. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <DraftField draft={draft} name="currentPassword" required>
        {({ value, set, blur }) => (
          <PasswordInput
            ref={first}
            name="current-password"
            autoComplete="current-password"
            value={value}
            onChange={event => set(event.target.value)}
            onBlur={blur}
          />
        )}
      </DraftField>
      <DraftField draft={draft} name="newPassword" help={text('ui.password.rule')} required>
        {({ value, set, blur }) => (
          <PasswordInput
            name="new-password"
            autoComplete="new-password"
            value={value}
            onChange={event => set(event.target.value)}
            onBlur={blur}
          />
        )}
      </DraftField>
      {draft.message === undefined ? null : <Banner tone="negative">{draft.message}</Banner>}
      <div className="kn-dialog-form-actions">
        <Button onClick={onClose}>{text('ui.cancel')}</Button>
        <Button type="submit" variant="primary" loading={draft.isSaving}>
          {text('ui.password.title')}
        </Button>
      </div>
    </form>
  )
}
