import { type Subscription, subscriptions, toRemovals } from '@kinora/core'
import { useState } from 'react'
import { saidByCaller, useWrite } from '../kernel/use-write.ts'
import type { BulkResult } from '../ui/list/result-panel.tsx'
import { useSubscriptionTexts } from './texts.ts'

export interface DeleteSubscriptions {
  /** Those that are asked about; none while nothing is asked. */
  asked: readonly Subscription[]
  ask(rows: readonly Subscription[]): void
  confirm(): Promise<void>
  pending: boolean
  error: string | undefined
  result: BulkResult | null
  clearResult(): void
}

/** SUBS-07: deletes one or several, and says of each that stayed why. */
export function useDeleteSubscriptions(tenantId: string, onDone: () => void): DeleteSubscriptions {
  const { text, error } = useSubscriptionTexts()
  const [asked, ask] = useState<readonly Subscription[]>([])
  const [result, setResult] = useState<BulkResult | null>(null)
  const remove = useWrite(subscriptions.remove, { failure: saidByCaller })
  const confirm = async () => {
    const ids = asked.map(row => row.subsPackageId)
    const sent = await remove.send({ tenantId, ids })
    if (sent.kind !== 'done') return
    const failures = toRemovals(ids, sent.output.failed).flatMap(({ failure }) => failure ?? [])
    const count = ids.length - failures.length
    const names = new Map(asked.map(row => [row.subsPackageId, row.title]))
    setResult({
      title: [
        ...(count > 0 ? [text('ui.subscriptions.deleted', { count })] : []),
        ...(failures.length > 0 ? [text('ui.subscriptions.deleteFailed', { count: failures.length })] : []),
      ].join(', '),
      failed: failures.map(({ id, reason }) => ({ id, reason, name: names.get(id) ?? id })),
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
