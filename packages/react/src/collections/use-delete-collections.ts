import { type Collection, collections } from '@kinora/core'
import { useState } from 'react'
import { saidByCaller, useWrite } from '../kernel/use-write.ts'
import type { BulkResult } from '../ui/list/result-panel.tsx'
import { useCollectionTexts } from './texts.ts'

export interface DeleteCollections {
  /** Those that are asked about; none while nothing is asked. */
  asked: readonly Collection[]
  ask(rows: readonly Collection[]): void
  confirm(): Promise<void>
  pending: boolean
  error: string | undefined
  result: BulkResult | null
  clearResult(): void
}

/** COLL-12, C-113: deletes one or several, and says of each that stayed why. */
export function useDeleteCollections(tenantId: string, onDone: () => void): DeleteCollections {
  const { text, error } = useCollectionTexts()
  const [asked, ask] = useState<readonly Collection[]>([])
  const [result, setResult] = useState<BulkResult | null>(null)
  const remove = useWrite(collections.remove, { failure: saidByCaller })
  const confirm = async () => {
    const { kind, ...rest } = await remove.send({
      tenant: tenantId,
      tags: asked.map(row => row.collectionTag),
    })
    if (kind !== 'done' || !('output' in rest)) return
    const failed = rest.output.filter(({ status }) => status !== 200)
    const count = rest.output.length - failed.length
    const names = new Map(asked.map(row => [row.collectionTag, row.name]))
    setResult({
      title: [
        ...(count > 0 || failed.length === 0 ? [text('ui.collections.deleted', { count })] : []),
        ...(failed.length > 0 ? [text('ui.collections.deleteFailed', { count: failed.length })] : []),
      ].join(', '),
      failed: failed.map(({ collectionTag: id, message: reason }) => ({
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
