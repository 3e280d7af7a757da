import { checkWith, limits, ViewDraft } from '@kinora/core'
import { type FormEvent, useId } from 'react'
import { DraftSwitch } from '../kernel/active.tsx'
import { DraftText } from '../kernel/draft-field.tsx'
import { useDraft } from '../kernel/use-draft.ts'
import type { WriteResult } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { useViewTexts } from './use-views.ts'

interface ViewDialogProps {
  title: string
  start: ViewDraft
  /** Whether it also asks if the view is shared. */
  asksToShare: boolean
  onSave: (draft: ViewDraft) => Promise<WriteResult<unknown>>
  onSaved?: () => void
  onClose: () => void
}

const check = (draft: ViewDraft) => checkWith(ViewDraft, draft)

/** What a view is called, and who sees it. */
export function ViewDialog({ title, start, asksToShare, onSave, onSaved, onClose }: ViewDialogProps) {
  const { text } = useViewTexts()
  const id = useId()
  const draft = useDraft<ViewDraft, unknown>({
    stored: { values: start },
    check,
    save: onSave,
    keep: `views ${title}`,
    staysWhenLeft: true,
    onSaved() {
      onClose()
      onSaved?.()
    },
  })
  const close = () => {
    draft.forget()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void draft.save()
  }
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      closeLabel={text('ui.close')}
      actions={
        <>
          <Button onClick={close}>{text('ui.cancel')}</Button>
          <Button type="submit" form={id} variant="primary" loading={draft.saving}>
            {text('ui.form.save')}
          </Button>
        </>
      }
    >
      <form id={id} className="kn-view-form" noValidate onSubmit={submit}>
        {asksToShare ? <p className="kn-field-help">{text('ui.views.saveText')}</p> : null}
        <DraftText
          draft={draft}
          name="name"
          label={text('field.name')}
          max={limits.title}
          required
          input={{ autoComplete: 'off' }}
        />
        {asksToShare ? (
          <DraftSwitch
            draft={draft}
            name="isShared"
            label={text('field.isShared')}
            word={text('ui.views.share')}
            help={text('ui.views.shareHelp')}
          />
        ) : null}
        {draft.message === undefined ? null : <Banner tone="negative">{draft.message}</Banner>}
      </form>
    </Dialog>
  )
}
