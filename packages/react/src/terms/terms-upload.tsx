import { languageName, MEGABYTE, TERMS_FILE_MAX, toFileSize } from '@kinora/core'
import { FileCode2 } from 'lucide-react'
import type { FormEvent } from 'react'
import type { DirtyListener } from '../kernel/use-draft.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { FormSummary } from '../ui/form/form-summary.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { ProgressBar } from '../ui/status/progress-bar.tsx'
import type { Previewed } from './terms-preview.tsx'
import { useTermsTexts } from './texts.ts'
import { type TermsUpload as Model, useTermsUpload } from './use-terms-upload.ts'

export interface TermsUploadProps {
  tenantId: string
  languageCodes: readonly string[]
  onPreview: (previewed: Previewed) => void
  onDirtyChange?: DirtyListener | undefined
}

/** TERMS-02, TERMS-03: a row for each language of the tenant, all of them sent at once. */
export function TermsUpload({ tenantId, languageCodes, onPreview, onDirtyChange }: TermsUploadProps) {
  const { text } = useTermsTexts()
  const model = useTermsUpload(tenantId, { languageCodes, onDirtyChange })
  if (languageCodes.length === 0) return <Banner tone="warning">{text('session.noLanguages')}</Banner>
  const filled = languageCodes.filter(tag => model.files[tag] !== undefined).length
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (model.sending === undefined) void model.submit()
  }
  return (
    <form noValidate onSubmit={submit} aria-label={text('ui.terms.upload')}>
      <Card title={text('ui.terms.upload')}>
        <FormSummary title={text('ui.terms.problems')} problems={model.problems} attempt={model.attempt} />
        <Field
          id={model.fieldId('Title')}
          label={text('ui.terms.name')}
          help={text('ui.terms.nameHelp')}
          error={model.issueAt('Title')}
          required
        >
          <TextInput
            value={model.title}
            maxLength={255}
            onChange={event => model.setTitle(event.target.value)}
          />
        </Field>
        <Field
          id={model.fieldId('files')}
          group
          announces
          label={text('ui.terms.files')}
          help={text('ui.terms.filesHelp', { max: TERMS_FILE_MAX / MEGABYTE })}
          error={
            model.unplaced.length === 0
              ? undefined
              : text('ui.terms.unplaced', { names: model.unplaced.join(', ') })
          }
        >
          <FileDrop
            look="compact"
            multiple
            accept=".html"
            disabled={model.sending !== undefined}
            title={text('ui.terms.dropAll')}
            buttonLabel={text('ui.terms.chooseAll')}
            onFiles={model.place}
          />
        </Field>
        <div role="status">
          <ProgressBar
            label={text('ui.terms.count', { s: filled, count: languageCodes.length })}
            value={filled / languageCodes.length}
            tone={filled === languageCodes.length ? 'positive' : 'accent'}
          />
        </div>
        <ul className="kn-terms-languages">
          {languageCodes.map(tag => (
            <li key={tag}>
              <Language tag={tag} model={model} onPreview={onPreview} />
            </li>
          ))}
        </ul>
        <Sending model={model} />
      </Card>
    </form>
  )
}

function Language({
  tag,
  model,
  onPreview,
}: {
  tag: string
  model: Model
  onPreview: TermsUploadProps['onPreview']
}) {
  const { text } = useTermsTexts()
  const path = `files.${tag}`
  const file = model.files[tag]
  const language = languageName(tag)
  return (
    <Field id={model.fieldId(path)} group announces label={language} error={model.issueAt(path)}>
      <div className="kn-terms-file">
        <FileDrop
          look="compact"
          accept=".html"
          icon={<FileCode2 size={20} aria-hidden="true" />}
          disabled={model.sending !== undefined}
          title={file === undefined ? text('ui.terms.drop') : <bdi>{file.name}</bdi>}
          hint={file === undefined ? undefined : toFileSize(file.size)}
          buttonLabel={text('ui.terms.chooseShort')}
          onFiles={([first]) => first && model.put(tag, first)}
        />
        {file === undefined ? null : (
          <Button
            aria-label={text('ui.terms.preview', { language })}
            onClick={() => onPreview({ tag, name: file.name, read: () => file.text() })}
          >
            {text('ui.terms.previewShort')}
          </Button>
        )}
      </div>
    </Field>
  )
}

/** Once all has left, the server may still be storing it. */
function Sending({ model: { sending, files, stop } }: { model: Model }) {
  const { text } = useTermsTexts()
  const count = Object.keys(files).length
  if (sending === undefined)
    return (
      <div className="kn-terms-acts">
        <Button type="submit" variant="primary">
          {text('ui.terms.submit')}
        </Button>
      </div>
    )
  const { sent, total } = sending
  const size = toFileSize(total)
  return (
    <div className="kn-terms-acts">
      <ProgressBar
        label={text('ui.terms.sending', { count })}
        value={total > 0 && sent < total ? sent / total : undefined}
        detail={text('ui.terms.sent', { part: toFileSize(sent), size })}
      />
      <Button onClick={stop}>{text('ui.terms.stop')}</Button>
    </div>
  )
}
