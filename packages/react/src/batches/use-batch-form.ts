import {
  assertNoIssues,
  batches,
  checkBatch,
  checkBatchFile,
  type Issue,
  isKinoraError,
  KinoraError,
  metadata,
} from '@kinora/core'
import type { BatchInspection } from '@kinora/core/bulk'
import { useRef, useState } from 'react'
import { readCsvFile } from '../adapters/csv-file.ts'
import { useKinora, useUser } from '../kernel/provider.tsx'
import { type DirtyListener, type Draft, useDraft } from '../kernel/use-draft.ts'
import { saidByCaller, useWrite } from '../kernel/use-write.ts'
import { useBatchTexts } from './texts.ts'

/** The CSV on its way: chosen, being checked, checked, or refused for what it is. */
export type BatchFileState =
  | { kind: 'none' }
  | { kind: 'checking'; file: File }
  | { kind: 'refused'; file: File; issues: readonly Issue[] }
  | { kind: 'checked'; file: File; found: BatchInspection }

/** What a person sets on a new batch. */
export type BatchValues = { title: string; notificationEmail: string; file: File | null }

export interface BatchForm {
  draft: Draft<BatchValues>
  file: BatchFileState
  choose(file: File | undefined): void
}

/** State of the form of a new batch: its fields, the check of its CSV before anything is sent, and the sending (BULK-06, BULK-07). */
export function useBatchForm(onAdded?: (batchId: string) => void, onDirtyChange?: DirtyListener): BatchForm {
  const user = useUser()
  const { text } = useBatchTexts()
  const { file, inspection, inspect } = useInspection()
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

/** Checks a CSV as soon as it is chosen; one that is chosen meanwhile takes its place. */
function useInspection() {
  const { session } = useKinora()
  const [file, setFile] = useState<BatchFileState>({ kind: 'none' })
  const inspection = useRef<Promise<BatchFileState>>(undefined)
  const inspect = async (chosen: File | undefined): Promise<BatchFileState> => {
    const running: Promise<BatchFileState> =
      chosen === undefined
        ? Promise.resolve({ kind: 'none' })
        : inspectFile(chosen, () => session.send(metadata.view, {}))
    inspection.current = running
    if (chosen !== undefined) setFile({ kind: 'checking', file: chosen })
    const found = await running
    if (inspection.current === running) setFile(found)
    return found
  }
  return { file, inspection, inspect }
}

async function inspectFile(
  file: File,
  readMetadata: () => Promise<Parameters<typeof import('@kinora/core/bulk')['createDirectory']>[0]>,
): Promise<BatchFileState> {
  try {
    assertNoIssues(checkBatchFile(file))
    const [known, { createDirectory, inspectBatch }] = await Promise.all([
      readMetadata(),
      import('@kinora/core/bulk'),
    ])
    const found = await inspectBatch(readCsvFile(file), { directory: createDirectory(known) })
    return { kind: 'checked', file, found }
  } catch (error) {
    const issues = isKinoraError(error) && error.issues.length > 0 ? error.issues : [unreadable]
    return { kind: 'refused', file, issues }
  }
}

const unreadable: Issue = { path: 'file', code: 'validation.fileFormat' }
