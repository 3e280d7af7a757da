import { type Collection, collections } from '@kinora/core'
import { type DeleteRows, useDeleteRows } from '../kernel/use-delete-rows.ts'
import { useCollectionTexts } from './texts.ts'

/** COLL-12, C-113: deletes one or several, and says of each that stayed why. */
export function useDeleteCollections(tenantId: string, onDone: () => void): DeleteRows<Collection> {
  const { text } = useCollectionTexts()
  return useDeleteRows(collections.remove, {
    idOf: row => row.collectionTag,
    nameOf: row => row.name,
    input: tags => ({ tenant: tenantId, tags }),
    stayed: results =>
      results
        .filter(({ status }) => status !== 200)
        .map(({ collectionTag: id, message: reason }) => ({ id, reason })),
    said: {
      deleted: count => text('ui.collections.deleted', { count }),
      failed: count => text('ui.collections.deleteFailed', { count }),
    },
    onDone,
  })
}
