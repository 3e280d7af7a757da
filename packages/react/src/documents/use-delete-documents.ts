import { type Document, documents } from '@kinora/core'
import { useState } from 'react'
import { saidByCaller, useWrite } from '../kernel/use-write.ts'
import type { BulkResult } from '../ui/list/result-panel.tsx'
import { useDocumentTexts } from './texts.ts'

export interface DeleteDocuments {
  /** Those that are asked about; none while nothing is asked. */
  asked: readonly Document[]
  ask(rows: readonly Document[]): void
  confirm(): Promise<void>
  pending: boolean
  error: string | undefined
  result: BulkResult | null
  clearResult(): void
}

/** API-116: deletes one or several, and says of each that stayed why. */
export function useDeleteDocuments(tenantId: string, onDone: () => void): DeleteDocuments {
  const { text, error } = useDocumentTexts()
  const [asked, ask] = useState<readonly Document[]>([])
  const [result, setResult] = useState<BulkResult | null>(null)
  const remove = useWrite(documents.remove, {
    failure: saidByCaller,
    invalidates: ['documents', 'collections'],
  })
  const confirm = async () => {
    const sent = await remove.send({ tenantId, ids: asked.map(row => row.documentId) })
    if (sent.kind !== 'done') return
    const failed = sent.output.filter(({ status }) => status !== 200)
    const count = sent.output.length - failed.length
    const names = new Map(asked.map(row => [row.documentId, row.title]))
    setResult({
      title: [
        ...(count > 0 || failed.length === 0 ? [text('ui.documents.deleted', { count })] : []),
        ...(failed.length > 0 ? [text('ui.documents.deleteFailed', { count: failed.length })] : []),
      ].join(', '),
      failed: failed.map(({ documentId: id, message: reason }) => ({
        ...{ id, reason, name: names.get(id) ?? id },
      })),
    })
    ask([])
    onDone()
  }
  return {
    ...{ asked, ask, confirm, pending: remove.pending },
    error: remove.error === null ? undefined : error(remove.error),
    ...{ result, clearResult: () => setResult(null) },
  }
}
