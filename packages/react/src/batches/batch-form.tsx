import { limits } from '@kinora/core'
import { CsvField } from '../file-work/csv-field.tsx'
import { CsvProblems } from '../file-work/csv-problems.tsx'
import { DraftField } from '../kernel/draft-field.tsx'
import { DraftForm } from '../kernel/draft-form.tsx'
import type { DirtyListener } from '../kernel/use-draft.ts'
import { Card } from '../ui/form/split-form.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { TemplateButton } from './batch-list.tsx'
import { useBatchTexts } from './texts.ts'
import { useBatchForm } from './use-batch-form.ts'

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
    >
      <Card>
        <CsvField {...{ draft, file, choose }} />
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
      <CsvProblems
        file={file}
        words={{
          unusable: text('ui.batches.unusable'),
          allGood: counts => text('ui.batches.allGood', counts),
        }}
      />
    </DraftForm>
  )
}
