import { limits } from '@kinora/core'
import { FileSpreadsheet } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { BackLink } from '../ui/frame/back-link.tsx'
import { PageHeader } from '../ui/frame/page-header.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { TemplateButton } from './batch-list.tsx'
import { BatchProblems } from './batch-problems.tsx'
import { useBatchTexts } from './texts.ts'
import { type BatchForm as Model, useBatchForm } from './use-batch-form.ts'

export interface BatchFormProps {
  listHref?: string
  onAdded?: (batchId: string) => void
  /** Told whether there is something that leaving the page would lose. */
  onDirtyChange?: (dirty: boolean) => void
}

/** A new bulk upload: title, e-mail and CSV, whose problems are shown by row and column before it is sent (BULK-06, BULK-07). */
export function BatchForm({ listHref, onAdded, onDirtyChange }: BatchFormProps) {
  const { text } = useBatchTexts()
  const form = useBatchForm(onAdded)
  const refused = useRef<HTMLDivElement>(null)
  const dirty = form.file.kind !== 'none'
  useEffect(() => onDirtyChange?.(dirty), [dirty, onDirtyChange])
  useEffect(() => {
    if (form.refusal !== undefined) refused.current?.focus()
  }, [form.refusal])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void form.send()
  }
  return (
    <form className="kn-batch" aria-label={text('ui.batches.newTitle')} noValidate onSubmit={submit}>
      <PageHeader
        back={<BackLink href={listHref}>{text('ui.batches.back')}</BackLink>}
        title={text('ui.batches.newTitle')}
        text={text('ui.batches.newText')}
        actions={<TemplateButton />}
      />
      {form.refusal === undefined ? null : (
        <Banner ref={refused} tone="negative" tabIndex={-1} title={text('ui.batches.refused')}>
          {form.refusal}
        </Banner>
      )}
      <Card>
        <BatchFile form={form} />
        <BatchFields form={form} />
      </Card>
      <BatchProblems file={form.file} />
      <div className="kn-batch-acts">
        <Button type="submit" variant="primary" loading={form.sending || form.file.kind === 'checking'}>
          {text('ui.batches.send')}
        </Button>
        {listHref === undefined ? null : <ButtonLink href={listHref}>{text('ui.cancel')}</ButtonLink>}
      </div>
    </form>
  )
}

function BatchFields({ form }: { form: Model }) {
  const { text, issue } = useBatchTexts()
  const errorOf = (path: string): ReactNode => {
    const found = form.issueOf(path)
    return found === undefined ? undefined : issue(found)
  }
  return (
    <>
      <Field label={text('ui.batches.fieldTitle')} required error={errorOf('title')}>
        <TextInput
          autoComplete="off"
          maxLength={limits.text}
          value={form.title}
          onChange={event => form.setTitle(event.target.value)}
        />
      </Field>
      <Field
        label={text('ui.batches.fieldEmail')}
        help={text('ui.batches.fieldEmailHelp')}
        required
        error={errorOf('notificationEmail')}
      >
        <TextInput
          type="email"
          autoComplete="email"
          value={form.notificationEmail}
          onChange={event => form.setEmail(event.target.value)}
        />
      </Field>
    </>
  )
}

function BatchFile({ form: { file, choose, issueOf } }: { form: Model }) {
  const { text, issue } = useBatchTexts()
  const id = useId()
  const found = issueOf('file')
  return (
    <Field
      id={id}
      group
      label={text('ui.batches.fieldFile')}
      required
      error={found === undefined ? undefined : issue(found)}
    >
      {file.kind === 'none' ? null : (
        <p className="kn-batch-file">
          <bdi>{file.file.name}</bdi>
          <Button size="compact" onClick={() => choose(undefined)}>
            {text('ui.batches.letGo')}
          </Button>
        </p>
      )}
      <FileDrop
        look={file.kind === 'none' ? 'normal' : 'compact'}
        icon={<FileSpreadsheet size={20} aria-hidden="true" />}
        title={text(file.kind === 'none' ? 'ui.batches.drop' : 'ui.batches.dropOther')}
        hint={text('ui.batches.dropHint')}
        buttonLabel={text('ui.batches.choose')}
        accept=".csv,text/csv"
        onFiles={([first]) => choose(first)}
      />
    </Field>
  )
}
