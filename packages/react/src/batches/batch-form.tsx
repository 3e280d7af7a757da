import { limits } from '@kinora/core'
import { FileSpreadsheet } from 'lucide-react'
import { DraftField } from '../kernel/draft-field.tsx'
import { DraftForm } from '../kernel/draft-form.tsx'
import type { DirtyListener } from '../kernel/use-draft.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { TemplateButton } from './batch-list.tsx'
import { BatchProblems } from './batch-problems.tsx'
import { useBatchTexts } from './texts.ts'
import { type BatchForm as Model, useBatchForm } from './use-batch-form.ts'

export interface BatchFormProps {
  listHref?: string
  onAdded?: (batchId: string) => void
  /** Told whether there is something that leaving the page would lose. */
  onDirtyChange?: DirtyListener
}

/** A new bulk upload: title, e-mail and CSV, whose problems are shown by row and column before it is sent (BULK-06, BULK-07). */
export function BatchForm({ listHref, onAdded, onDirtyChange }: BatchFormProps) {
  const { text } = useBatchTexts()
  const { draft, file, choose } = useBatchForm(onAdded, onDirtyChange)
  return (
    <DraftForm
      draft={draft}
      isNew
      title={text('ui.batches.newTitle')}
      text={text('ui.batches.newText')}
      back={{ href: listHref, label: text('ui.batches.back') }}
      actions={<TemplateButton />}
      saveLabel={text('ui.batches.send')}
      barActions={
        listHref === undefined ? null : <ButtonLink href={listHref}>{text('ui.cancel')}</ButtonLink>
      }
    >
      <Card>
        <BatchFile {...{ draft, file, choose }} />
        <DraftField draft={draft} name="title" label={text('field.title')} required>
          {({ value, set }) => (
            <TextInput
              autoComplete="off"
              maxLength={limits.text}
              value={value}
              onChange={event => set(event.target.value)}
            />
          )}
        </DraftField>
        <DraftField
          draft={draft}
          name="notificationEmail"
          label={text('field.notificationEmail')}
          help={text('ui.batches.fieldEmailHelp')}
          required
        >
          {({ value, set }) => (
            <TextInput
              type="email"
              autoComplete="email"
              value={value}
              onChange={event => set(event.target.value)}
            />
          )}
        </DraftField>
      </Card>
      <BatchProblems file={file} />
    </DraftForm>
  )
}

function BatchFile({ draft, file, choose }: Model) {
  const { text } = useBatchTexts()
  return (
    <DraftField draft={draft} name="file" group label={text('field.file')} required>
      {() => (
        <>
          {file.kind === 'none' ? null : (
            <p className="kn-batch-file">
              <bdi>{file.file.name}</bdi>
              <Button
                size="compact"
                onClick={() => {
                  document.getElementById(draft.fieldId('file'))?.focus()
                  choose(undefined)
                }}
              >
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
        </>
      )}
    </DraftField>
  )
}
