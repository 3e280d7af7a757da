import {
  assertNoIssues,
  batches,
  checkBatch,
  checkBatchFile,
  type Issue,
  isKinoraError,
  metadata,
} from '@kinora/core'
import type { BatchInspection } from '@kinora/core/bulk'
import { useCallback, useRef, useState } from 'react'
import { readCsvFile } from '../adapters/csv-file.ts'
import { useKinora, useUser } from '../kernel/provider.tsx'
import { useToasts } from '../ui/overlay/toast-region.tsx'
import { useBatchTexts } from './texts.ts'

/** The CSV on its way: chosen, being checked, checked, or refused for what it is. */
export type BatchFileState =
  | { kind: 'none' }
  | { kind: 'checking'; file: File }
  | { kind: 'refused'; file: File; issues: readonly Issue[] }
  | { kind: 'checked'; file: File; found: BatchInspection }

export interface BatchForm {
  title: string
  setTitle(title: string): void
  notificationEmail: string
  setEmail(email: string): void
  file: BatchFileState
  choose(file: File | undefined): void
  /** What is wrong with a field, once sending was tried or the field's file was looked at. */
  issueOf(path: string): Issue | undefined
  sending: boolean
  /** Why the server refused the batch. */
  refusal: string | undefined
  send(): Promise<void>
}

/** A new batch without looks: its fields, the check of its CSV before anything is sent, and the sending (BULK-06, BULK-07). */
export function useBatchForm(onAdded?: (batchId: string) => void): BatchForm {
  const user = useUser()
  const [title, setTitle] = useState('')
  const [notificationEmail, setEmail] = useState(user.email)
  const given = useRef('')
  const { file, choose } = useBatchFile(name => {
    setTitle(before => (before === '' || before === given.current ? name : before))
    given.current = name
  })
  const [tried, setTried] = useState(false)
  const { add, sending, refusal } = useAdding(onAdded)
  const chosen = file.kind === 'none' ? undefined : file.file
  const found = checkBatch({ title, notificationEmail }, chosen)
  const issues = [...found, ...(file.kind === 'refused' ? file.issues : [])]
  const isSound = issues.length === 0 && file.kind === 'checked' && !file.found.unusable
  return {
    ...{ title, setTitle, notificationEmail, setEmail, file, choose, sending, refusal },
    issueOf: path =>
      issues.find(issue => issue.path === path && (tried || (path === 'file' && file.kind === 'refused'))),
    async send() {
      setTried(true)
      if (isSound && chosen !== undefined && !sending) await add({ title, notificationEmail, file: chosen })
    },
  }
}

/** Checks a CSV as soon as it is chosen; one that is chosen meanwhile takes its place. */
function useBatchFile(onName: (name: string) => void) {
  const { session } = useKinora()
  const [file, setFile] = useState<BatchFileState>({ kind: 'none' })
  const latest = useRef<File>(undefined)
  const choose = useCallback(
    async (chosen: File | undefined) => {
      latest.current = chosen
      if (chosen === undefined) return setFile({ kind: 'none' })
      setFile({ kind: 'checking', file: chosen })
      onName(chosen.name.replace(/\.csv$/i, ''))
      const next = await inspect(chosen, () => session.send(metadata.view, {}))
      if (latest.current === chosen) setFile(next)
    },
    [session, onName],
  )
  return { file, choose: (chosen: File | undefined) => void choose(chosen) }
}

async function inspect(
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

/** BULK-11: "uploading file" once the server has it (API-47). */
function useAdding(onAdded?: (batchId: string) => void) {
  const { session, queries } = useKinora()
  const texts = useBatchTexts()
  const toasts = useToasts()
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const add = useCallback(
    async (draft: { title: string; notificationEmail: string; file: File }) => {
      setSending(true)
      setRefusal(undefined)
      try {
        const { batchId } = await session.send(batches.add, draft, { timeout: 0 })
        toasts.show({ text: texts.text('success.uploadingFile'), tone: 'positive' })
        await queries.invalidateQueries({ queryKey: ['batches'] })
        onAdded?.(batchId)
      } catch (error) {
        setRefusal(texts.error(error))
      } finally {
        setSending(false)
      }
    },
    [session, queries, texts, toasts, onAdded],
  )
  return { add, sending, refusal }
}
