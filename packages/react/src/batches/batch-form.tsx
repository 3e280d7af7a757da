import { batches, checkBatch, type Input, KinoraError, limits, metadata } from '@kinora/core'
import { useRef, useState } from 'react'
import { readCsvFile } from '../adapters/csv-file.ts'
import { CsvField, CsvProblems, type CsvState, useCsv } from '../file-work/csv-field.tsx'
import { useWorkTexts } from '../file-work/work.tsx'
import { DraftField } from '../kernel/draft-field.tsx'
import { DraftForm } from '../kernel/draft-form.tsx'
import { setFollower, shownIssues, withoutHidden } from '../kernel/form-fields.ts'
import { FormPart } from '../kernel/form-state.tsx'
import { useKinora, useUser } from '../kernel/provider.tsx'
import type { FormPageProps } from '../kernel/row-form.tsx'
import { type DirtyListener, type Draft, useDraft } from '../kernel/use-draft.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { Card } from '../ui/form/split-form.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { BatchTemplateButton } from './batch-list.tsx'

/** Its fields, and what a host says of its page. */
export type BatchFormProps = Omit<FormPageProps<keyof BatchValues>, 'id' | 'onDeleted'>

/** A new bulk upload: title, e-mail and CSV, whose problems are shown by row and column before it is sent (BULK-06, BULK-07). */
export function BatchForm(props: BatchFormProps) {
  const { listHref, className, rootRef } = props
  const { text } = useWorkTexts()
  const back = { href: listHref, label: text('ui.nav.bulkUpload') }
  return (
    <FormPart part="batches-form" readings={[]} {...{ className, rootRef, back }}>
      <Form {...props} back={back} />
    </FormPart>
  )
}

function Form({ back, ...props }: BatchFormProps & { back: { href: string | undefined; label: string } }) {
  const { text } = useWorkTexts()
  const { draft, file, choose } = useBatchForm(props.onAdded, props.onDirtyChange, props)
  return (
    <DraftForm
      draft={{ ...draft, look: props }}
      isNew
      title={text('ui.batches.newTitle')}
      text={text('ui.batches.newText')}
      back={back}
      actions={<BatchTemplateButton />}
      saveLabel={text('ui.batches.add')}
    >
      <Card>
        <CsvField {...{ draft, file, choose }} />
        <DraftField draft={draft} name="title" required>
          {({ value, set }) => (
            <TextInput
              autoComplete="off"
              maxLength={limits.text}
              value={value}
              onChange={event => set(event.target.value)}
            />
          )}
        </DraftField>
        <DraftField draft={draft} name="notificationEmail" help={text('ui.batches.fieldEmailHelp')} required>
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
export type BatchValues = { title: string; notificationEmail: string; file: File | null }

export interface BatchFormModel {
  draft: Draft<BatchValues>
  file: CsvState
  choose(file: File | undefined): void
}

/** State of the form of a new batch: its fields, the check of its CSV before anything is sent, and the sending (BULK-06, BULK-07). */
export function useBatchForm(
  onAdded?: (batchId: string) => void,
  onDirtyChange?: DirtyListener,
  { fields, defaults }: Pick<BatchFormProps, 'fields' | 'defaults'> = {},
): BatchFormModel {
  const user = useUser()
  const { text } = useWorkTexts()
  const { session } = useKinora()
  const { file, inspect, refusal, issues } = useCsv(async chosen => {
    // A bundler leaves out what no import names: one inside `Promise.all` would take all of it.
    const { createDirectory, inspectBatch } = await import('@kinora/core/bulk')
    const directory = createDirectory(await session.send(metadata.view, {}))
    return inspectBatch(readCsvFile(chosen), { directory })
  })
  const [stored] = useState(() => {
    const start: BatchValues = { title: '', notificationEmail: user.email, file: null }
    return { values: { ...start, ...(defaults as Partial<BatchValues>) } }
  })
  const add = useWrite(batches.add, {
    success: text('success.uploadingFile'),
    failure: handledByCaller,
    timeout: 0,
  })
  const draft = useDraft<BatchValues, { batchId: string }>({
    stored,
    fields,
    check: ({ file: chosen, ...values }) =>
      shownIssues([...checkBatch(values, chosen ?? undefined), ...issues], fields),
    async save({ file: chosen, ...values }) {
      const error = await refusal(chosen)
      if (error !== undefined) return { kind: 'failed', error }
      const sent = { ...withoutHidden(values, fields, defaults), file: chosen! }
      return add.send(sent as Input<typeof batches.add>)
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
    if (['', given.current].includes(form.getValues('title'))) setFollower(draft, 'title', name)
    given.current = name
    const found = await inspect(chosen)
    if (found.kind === 'refused' && form.getValues('file') === chosen)
      draft.refuse(new KinoraError('invalid', { issues: found.issues }))
  }
  return { draft, file, choose: chosen => void choose(chosen) }
}
