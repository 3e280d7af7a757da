import { batches, checkBatch, KinoraError, limits, metadata } from '@kinora/core'
import { useRef, useState } from 'react'
import { readCsvFile } from '../adapters/csv-file.ts'
import { CsvField, CsvProblems, type CsvState, useCsv } from '../file-work/csv-field.tsx'
import { useWorkTexts } from '../file-work/work.tsx'
import { DraftField } from '../kernel/draft-field.tsx'
import { DraftForm } from '../kernel/draft-form.tsx'
import { useKinora, useUser } from '../kernel/provider.tsx'
import { type DirtyListener, type Draft, useDraft } from '../kernel/use-draft.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { Card } from '../ui/form/split-form.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { BatchTemplateButton } from './batch-list.tsx'

export interface BatchFormProps {
  listHref?: string
  onAdded?: (batchId: string) => void
  /** Called with whether there are unsaved changes. */
  onDirtyChange?: DirtyListener
}

/** A new bulk upload: title, e-mail and CSV, whose problems are shown by row and column before it is sent (BULK-06, BULK-07). */
export function BatchForm({ listHref, onAdded, onDirtyChange }: BatchFormProps) {
  const { text } = useWorkTexts()
  const { draft, file, choose } = useBatchForm(onAdded, onDirtyChange)
  return (
    <DraftForm
      draft={draft}
      isNew
      title={text('ui.batches.newTitle')}
      text={text('ui.batches.newText')}
      back={{ href: listHref, label: text('ui.nav.bulkUpload') }}
      actions={<BatchTemplateButton />}
      saveLabel={text('ui.batches.add')}
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

/** What a person sets on a new batch. */
type BatchValues = { title: string; notificationEmail: string; file: File | null }

export interface BatchFormModel {
  draft: Draft<BatchValues>
  file: CsvState
  choose(file: File | undefined): void
}

/** State of the form of a new batch: its fields, the check of its CSV before anything is sent, and the sending (BULK-06, BULK-07). */
export function useBatchForm(
  onAdded?: (batchId: string) => void,
  onDirtyChange?: DirtyListener,
): BatchFormModel {
  const user = useUser()
  const { text } = useWorkTexts()
  const { session } = useKinora()
  const { file, inspect, refusal, issues } = useCsv(async chosen => {
    const [known, { createDirectory, inspectBatch }] = await Promise.all([
      session.send(metadata.view, {}),
      import('@kinora/core/bulk'),
    ])
    return inspectBatch(readCsvFile(chosen), { directory: createDirectory(known) })
  })
  const [stored] = useState({ values: { title: '', notificationEmail: user.email, file: null } })
  const add = useWrite(batches.add, {
    success: text('success.uploadingFile'),
    failure: handledByCaller,
    timeout: 0,
  })
  const draft = useDraft<BatchValues, { batchId: string }>({
    stored,
    check: ({ file: chosen, ...values }) => [...checkBatch(values, chosen ?? undefined), ...issues],
    async save({ file: chosen, ...values }) {
      const error = await refusal(chosen)
      return error === undefined ? add.send({ ...values, file: chosen! }) : { kind: 'failed', error }
    },
    onSaved: ({ batchId }) => onAdded?.(batchId),
    onDirtyChange,
    keep: 'batches new',
  })
  const given = useRef('')
  const choose = async (chosen: File | undefined) => {
    const { form } = draft
    form.setValue('file', chosen ?? null)
    form.clearErrors('file')
    if (chosen === undefined) return inspect(undefined)
    const name = chosen.name.replace(/\.csv$/i, '')
    if (['', given.current].includes(form.getValues('title'))) form.setValue('title', name)
    given.current = name
    const found = await inspect(chosen)
    if (found.kind === 'refused' && form.getValues('file') === chosen)
      draft.refuse(new KinoraError('invalid', { issues: found.issues }))
  }
  return { draft, file, choose: chosen => void choose(chosen) }
}
