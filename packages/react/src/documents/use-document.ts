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
import { useEffect, useRef, useState } from 'react'
import { type FormPageProps, type RowPage, useRowDraft } from '../kernel/row-form.tsx'
import type { Draft } from '../kernel/use-draft.ts'

/** A document as its form holds it. `file` names the PDF that is chosen and not stored yet; empty where none is. */
export type DocumentValues = DocumentDraft & DocumentPlaces & { file: string }

export const documentRow = { calls: documents, idKey: 'documentId', history: 'documents' } as const

type DocumentDraftOptions = Pick<
  FormPageProps,
  'id' | 'onAdded' | 'onDirtyChange' | 'fields' | 'defaults' | 'heading' | 'slots'
> &
  RowPage<DocumentDetails> & { tenantId: string }

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

const newValues: DocumentValues = { ...newDocument, file: '', collectionTags: [], titleTags: [] }

/** DOC-01 to DOC-03: the draft of a document with its PDF, its checks and its saving. */
export function useDocumentDraft(options: DocumentDraftOptions): DocumentDraftModel {
  const { row } = options
  const [file, setFile] = useState<File>()
  const [sending, setSending] = useState<DocumentDraftModel['sending']>()
  const chosen = useRef<File>(undefined)
  const draft = useRowDraft({
    ...options,
    ...documentRow,
    start: newValues,
    toValues,
    toInput: ({ file: _, ...values }) => ({ ...values, file: chosen.current }),
    check: values => checkValues(values, { row, file: chosen.current }),
    sending: { timeout: 0, onProgress: (sent, total) => setSending({ sent, total }) },
    invalidates,
    onSaved: () => put(undefined),
  })
  const { isPending: pending, abort } = draft.write
  useEffect(() => {
    if (!pending) setSending(undefined)
  }, [pending])
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
  return { draft, file, choose, sending: file && sending, stop: abort }
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

const toValues = ({ title, description, documentName, active, ...row }: DocumentDetails) => ({
  title,
  description,
  documentName,
  active,
  file: '',
  collectionTags: row.collections.map(({ collectionTag }) => collectionTag),
  titleTags: row.titles.map(({ tag }) => tag),
})
