import { type Document, documents } from '@kinora/core'
import { type DeleteRows, useDeleteRows } from '../kernel/use-delete-rows.ts'
import { useDocumentTexts } from './texts.ts'

/** API-116: deletes one or several, and says of each that stayed why. */
export function useDeleteDocuments(tenantId: string, onDone: () => void): DeleteRows<Document> {
  const { text } = useDocumentTexts()
  return useDeleteRows(documents.remove, {
    idOf: row => row.documentId,
    nameOf: row => row.title,
    input: ids => ({ tenantId, ids }),
    stayed: results =>
      results
        .filter(({ status }) => status !== 200)
        .map(({ documentId: id, message: reason }) => ({ id, reason })),
    said: {
      deleted: count => text('ui.documents.deleted', { count }),
      failed: count => text('ui.documents.deleteFailed', { count }),
    },
    onDone,
    invalidates: ['documents', 'collections'],
  })
}
