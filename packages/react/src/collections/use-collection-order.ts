import { type Collection, changedPart, collections } from '@kinora/core'
import { useState } from 'react'
import { useReorder } from '../kernel/use-reorder.ts'
import { useRowMoves } from '../kernel/use-row-moves.ts'
import { useWrite } from '../kernel/use-write.ts'
import type { RowMoves } from '../ui/table/row-handle.tsx'
import { useCollectionTexts } from './texts.ts'

export interface CollectionOrder {
  rows: readonly Collection[]
  ids: readonly string[]
  movesOf(tag: string): RowMoves
  /** What the last move came to, for those who listen. */
  said: string
}

/** COLL-11: the order of the collections, by drag, menu and key. What a move has changed is sent, and no more. */
export function useCollectionOrder(stored: readonly Collection[], tenantId: string): CollectionOrder {
  const { text } = useCollectionTexts()
  const [said, say] = useState('')
  const reorder = useWrite(collections.reorder, { success: text('success.collectionReordered') })
  const before = stored.map(row => row.collectionTag)
  const order = useReorder(before, async ids => {
    const CollectionIds = changedPart(before, ids)
    return (await reorder.send({ TenantId: tenantId, CollectionIds })).kind === 'done'
  })
  const byTag = new Map(stored.map(row => [row.collectionTag, row]))
  const movesOf = useRowMoves(order, {
    tell: (tag, place) =>
      say(
        text('ui.collections.moved', {
          name: byTag.get(tag)?.name ?? '',
          place: place + 1,
          count: stored.length,
        }),
      ),
  })
  return { rows: order.ids.map(tag => byTag.get(tag)!), ids: order.ids, movesOf, said }
}
