import { CAPTION_TITLE_MAX, type Caption, captionEndings, languageName, languages } from '@kinora/core'
import { FileText } from 'lucide-react'
import type { FormEvent } from 'react'
import { DraftField } from '../kernel/draft-field.tsx'
import { useFirstProblem } from '../kernel/use-first-problem.ts'
import { Button } from '../ui/button.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Combobox } from '../ui/picker/combobox.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { CaptionFileReport } from './caption-file-report.tsx'
import { useCaptionTexts } from './texts.ts'
import { useCaptionForm } from './use-caption-form.ts'

export interface CaptionDialogProps {
  open: boolean
  titleTag: string
  /** Whole seconds of the title; 0, or left out, where it has no video yet. */
  length?: number | undefined
  /** Left out, a new track is made. */
  track?: Caption
  /** All of the title: a language has one track. */
  tracks: readonly Caption[]
  onClose: () => void
}

const accepted = captionEndings.map(ending => `.${ending}`).join()
const options = languages.map(({ ietfTag, name }) => ({ value: ietfTag, label: name }))

/** Adds captions, or changes their name, language or file; what they would replace is named before (CAPTION-02 to CAPTION-05). */
export function CaptionDialog({ open, titleTag, length, track, tracks, onClose }: CaptionDialogProps) {
  const { text } = useCaptionTexts()
  const form = useCaptionForm({ titleTag, length, track, tracks, onSaved: onClose })
  const { draft, read, replaced } = form
  useFirstProblem(draft)
  const file = draft.form.watch('file')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The dialog may be opened from within another form.
    event.stopPropagation()
    void draft.save()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={
        track === undefined
          ? text('ui.captions.addTitle')
          : text('ui.captions.change', { language: languageName(track.language) })
      }
      closeLabel={text('ui.close')}
      actions={
        <>
          <Button onClick={onClose}>{text('ui.cancel')}</Button>
          <Button variant="primary" loading={draft.saving} onClick={() => void draft.save()}>
            {text(replaced === undefined ? 'ui.captions.save' : 'ui.captions.replace')}
          </Button>
        </>
      }
    >
      <form className="kn-captions-form" noValidate onSubmit={submit}>
        <DraftField draft={draft} name="file" label={text('field.file')} group required={track === undefined}>
          {() => (
            <FileDrop
              look="compact"
              icon={<FileText size={20} aria-hidden="true" />}
              title={
                file?.name ?? text(track === undefined ? 'ui.captions.fileDrop' : 'ui.captions.fileReplace')
              }
              hint={text('ui.captions.fileHint')}
              buttonLabel={text('ui.captions.choose')}
              accept={accepted}
              onFiles={([chosen]) => chosen && form.choose(chosen)}
            />
          )}
        </DraftField>
        {read === undefined ? null : (
          <CaptionFileReport read={read} shift={form.shift} onShift={form.setShift} />
        )}
        <DraftField draft={draft} name="language" label={text('field.language')} required>
          {({ value }) => (
            <Combobox
              value={value}
              onChange={form.setLanguage}
              options={options}
              placeholder={text('ui.captions.chooseLanguage')}
              searchLabel={text('ui.captions.searchLanguage')}
              emptyText={text('ui.captions.noLanguage')}
            />
          )}
        </DraftField>
        <DraftField
          draft={draft}
          name="title"
          label={text('field.title')}
          help={text('ui.captions.nameHelp')}
          max={CAPTION_TITLE_MAX}
          required
        >
          {({ value, set, blur }) => (
            <TextInput
              autoComplete="off"
              value={value}
              onChange={event => set(event.target.value)}
              onBlur={blur}
            />
          )}
        </DraftField>
        {replaced === undefined ? null : (
          <Banner tone="warning">
            {text('ui.captions.replaces', {
              language: languageName(replaced.language),
              title: replaced.title,
            })}
          </Banner>
        )}
        {draft.message === undefined ? null : <Banner tone="negative">{draft.message}</Banner>}
      </form>
    </Dialog>
  )
}
