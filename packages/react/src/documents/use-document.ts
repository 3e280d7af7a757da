import {
  checkDocument,
  type DocumentDetails,
  type DocumentDraft,
  type DocumentPlaces,
  documents,
  type Issue,
  KinoraError,
  newDocument,
} from '@kinora/core'
import { useMemo, useRef, useState } from 'react'
import { useFormTexts } from '../kernel/form-texts.ts'
import type { FormPageProps } from '../kernel/row-form.tsx'
import { type Draft, useDraft } from '../kernel/use-draft.ts'
import { useRead } from '../kernel/use-read.ts'
import { saidByCaller, useWrite } from '../kernel/use-write.ts'

/** A document as its form holds it. `file` names the PDF that is chosen and not stored yet; empty where none is. */
export type DocumentValues = DocumentDraft & DocumentPlaces & { file: string }

/** The document with its places; nothing is read for a new one. */
export function useDocument(tenantId: string, documentId: string | undefined) {
  const asked = { tenantId, documentId: documentId ?? '' }
  const reading = useRead(documents.view, asked, { enabled: documentId !== undefined })
  return {
    reading,
    row: reading.data,
    refresh: () => reading.refetch({ throwOnError: true }).then(({ data }) => data),
  }
}

interface DocumentDraftOptions extends Pick<FormPageProps, 'onAdded' | 'onDirtyChange'> {
  tenantId: string
  row: DocumentDetails | undefined
  refresh(): Promise<DocumentDetails | undefined>
}

export interface DocumentDraftModel {
  draft: Draft<DocumentValues>
  /** The PDF that is chosen and not stored yet. */
  file: File | undefined
  choose(file: File): Promise<void>
  /** Bytes that have left while it is being stored. */
  sending: { sent: number; total: number } | undefined
  stop(): void
}

const invalidates = ['documents', 'collections'] as const

/** DOC-01 to DOC-03: the draft of a document with its PDF, its checks and its saving. */
export function useDocumentDraft(options: DocumentDraftOptions): DocumentDraftModel {
  const { tenantId, row, refresh, onAdded, onDirtyChange } = options
  const { text } = useFormTexts()
  const [file, setFile] = useState<File>()
  const [sending, setSending] = useState<DocumentDraftModel['sending']>()
  const chosen = useRef<File>(undefined)
  const told = {
    invalidates,
    failure: saidByCaller,
    timeout: 0,
    onProgress: (sent: number, total: number) => setSending({ sent, total }),
  }
  const add = useWrite(documents.create, { ...told, success: text('success.itemSaved') })
  const change = useWrite(documents.update, { ...told, success: text('success.saved') })
  const stored = useMemo(() => toStored(row), [row])
  const draft = useDraft<DocumentValues, { documentId: string } | DocumentDetails>({
    stored,
    check: values => checkValues(values, { row, file: chosen.current }),
    async save({ file: _, ...values }, { changes: { file: __, ...changes }, version }) {
      const pdf = chosen.current
      try {
        return row === undefined
          ? await add.send({ tenantId, ...values, file: pdf! })
          : await change.send({ tenantId, documentId: row.documentId, version, ...changes, file: pdf })
      } finally {
        setSending(undefined)
      }
    },
    refresh: () => refresh().then(fresh => fresh && toStored(fresh)),
    toStored: (answer, sent) => ('version' in answer ? toStored(answer) : { values: sent }),
    onSaved(answer) {
      put(undefined)
      if (row === undefined) onAdded?.(answer.documentId)
    },
    onDirtyChange,
    keep: `documents ${tenantId} ${row?.documentId ?? 'new'}`,
  })
  const put = (next: File | undefined) => {
    chosen.current = next
    setFile(next)
  }
  const choose = async (next: File) => {
    const { form, refuse } = draft
    // Loaded with the first file: it knows every kind there is.
    const { checkDocumentFile } = await import('@kinora/core/media')
    const [wrong] = await checkDocumentFile({ name: next.name, blob: next })
    if (wrong !== undefined) {
      refuse(new KinoraError('invalid', { issues: [{ ...wrong, path: 'file' }] }))
      return
    }
    const former = chosen.current?.name ?? ''
    put(next)
    form.clearErrors('file')
    form.setValue('file', `${next.name} ${next.size} ${next.lastModified}`, { shouldDirty: true })
    // A name that nobody has written follows the file.
    if (form.getValues('documentName') === former && row === undefined)
      form.setValue('documentName', next.name, { shouldValidate: true })
  }
  const stop = row === undefined ? add.abort : change.abort
  return { draft, file, choose, sending: file && sending, stop }
}

interface Known {
  row: DocumentDetails | undefined
  file: File | undefined
}

/** Core’s rules; a PDF that a reload took away is asked for again. */
function checkValues(
  { file: key, collectionTags: _, titleTags: __, ...draft }: DocumentValues,
  known: Known,
): Issue[] {
  const { documentName, ...rest } = draft
  const isNameless = documentName === '' && known.file === undefined && known.row === undefined
  const isGone = key !== '' && known.file === undefined
  const isMissing = known.row === undefined && key === ''
  return [
    ...checkDocument(isNameless ? rest : draft),
    ...(isGone ? [{ path: 'file', code: 'document.fileGone' } as const] : []),
    ...(isMissing ? [{ path: 'file', code: 'required.file' } as const] : []),
  ]
}

function toStored(row: DocumentDetails | undefined): { values: DocumentValues; version?: number } {
  const { title, description, documentName, active } = row ?? newDocument
  const values = {
    title,
    description,
    documentName,
    active,
    file: '',
    collectionTags: row?.collections.map(({ collectionTag }) => collectionTag) ?? [],
    titleTags: row?.titles.map(({ tag }) => tag) ?? [],
  }
  return row === undefined ? { values } : { values, version: row.version }
}
