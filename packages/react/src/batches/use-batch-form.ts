import { batches, checkBatch, KinoraError, metadata } from '@kinora/core'
import { useRef, useState } from 'react'
import { readCsvFile } from '../adapters/csv-file.ts'
import { type CsvState, unreadable, useCsv } from '../file-work/use-csv.ts'
import { useKinora, useUser } from '../kernel/provider.tsx'
import { type DirtyListener, type Draft, useDraft } from '../kernel/use-draft.ts'
import { saidByCaller, useWrite } from '../kernel/use-write.ts'
import { useBatchTexts } from './texts.ts'

/** What a person sets on a new batch. */
export type BatchValues = { title: string; notificationEmail: string; file: File | null }

export interface BatchForm {
  draft: Draft<BatchValues>
  file: CsvState
  choose(file: File | undefined): void
}

/** State of the form of a new batch: its fields, the check of its CSV before anything is sent, and the sending (BULK-06, BULK-07). */
export function useBatchForm(onAdded?: (batchId: string) => void, onDirtyChange?: DirtyListener): BatchForm {
  const user = useUser()
  const { text } = useBatchTexts()
  const { session } = useKinora()
  const { file, inspection, inspect } = useCsv(async chosen => {
    const [known, { createDirectory, inspectBatch }] = await Promise.all([
      session.send(metadata.view, {}),
      import('@kinora/core/bulk'),
    ])
    return inspectBatch(readCsvFile(chosen), { directory: createDirectory(known) })
  })
  const [stored] = useState({ values: { title: '', notificationEmail: user.email, file: null } })
  const add = useWrite(batches.add, {
    success: text('success.uploadingFile'),
    failure: saidByCaller,
    timeout: 0,
  })
  const draft = useDraft<BatchValues, { batchId: string }>({
    stored,
    check: ({ file: chosen, ...values }) => [
      ...checkBatch(values, chosen ?? undefined),
      ...(file.kind === 'refused' ? file.issues : []),
    ],
    async save({ file: chosen, ...values }) {
      const found = await inspection.current
      const issues = found?.kind === 'refused' ? found.issues : [unreadable]
      if (chosen === null || found?.kind !== 'checked' || found.found.unusable)
        return { kind: 'failed', error: new KinoraError('invalid', { issues }) }
      return add.send({ ...values, file: chosen })
    },
    onSaved: ({ batchId }) => onAdded?.(batchId),
    onDirtyChange,
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
