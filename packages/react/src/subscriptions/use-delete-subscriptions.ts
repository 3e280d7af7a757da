import { type Subscription, subscriptions } from '@kinora/core'
import { type DeleteRows, useDeleteRows } from '../kernel/use-delete-rows.ts'
import { useSubscriptionTexts } from './texts.ts'

/** SUBS-07: deletes one or several, and says of each that stayed why. */
export function useDeleteSubscriptions(tenantId: string, onDone: () => void): DeleteRows<Subscription> {
  const { text } = useSubscriptionTexts()
  return useDeleteRows(subscriptions.remove, {
    idOf: row => row.subsPackageId,
    nameOf: row => row.title,
    input: ids => ({ tenantId, ids }),
    stayed: ({ failed }) => failed,
    said: {
      deleted: count => text('ui.subscriptions.deleted', { count }),
      failed: count => text('ui.subscriptions.deleteFailed', { count }),
    },
    onDone,
  })
}
