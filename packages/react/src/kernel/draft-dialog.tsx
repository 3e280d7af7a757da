import { type FormEvent, type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { useFormTexts } from './form-texts.ts'
import { type Draft, type DraftOptions, useDraft } from './use-draft.ts'
import { useFirstProblem } from './use-first-problem.ts'

interface DraftDialogProps<D extends FieldValues, O> extends Pick<DraftOptions<D, O>, 'check' | 'save'> {
  title: string
  /** What its button says; Save unless given. */
  act?: string
  /** What the fields begin with. */
  values: () => D
  /** Names the form: what is typed is back after a way back, and forgotten once it is closed. */
  keep: string
  onSaved: (output: O) => void
  onClose: () => void
  children: (draft: Draft<D>) => ReactNode
}

/** A form in a dialog, bound to its draft. */
export function DraftDialog<D extends FieldValues, O>(props: DraftDialogProps<D, O>) {
  const { title, act, values, check, save, keep, onSaved, onClose, children } = props
  const { text } = useFormTexts()
  const [stored] = useState(() => ({ values: values() }))
  const draft = useDraft<D, O>({ stored, check, save, keep, staysWhenLeft: true, onSaved })
  useFirstProblem(draft)
  const close = () => {
    draft.forget()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void draft.save()
  }
  return (
    <Dialog open onClose={close} title={title} closeLabel={text('ui.close')}>
      <form className="kn-dialog-form" noValidate onSubmit={submit}>
        {children(draft)}
        {draft.message === undefined ? null : <Banner tone="negative">{draft.message}</Banner>}
        <div className="kn-dialog-form-actions">
          <Button onClick={close}>{text('ui.cancel')}</Button>
          <Button type="submit" variant="primary" loading={draft.isSaving}>
            {act ?? text('ui.form.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
