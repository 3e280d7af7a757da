import { type Category, categories, mayChangeCategory } from '@kinora/core'
import { useState } from 'react'
import { useReorder } from '../kernel/use-reorder.ts'
import { useRowMoves } from '../kernel/use-row-moves.ts'
import { useWrite } from '../kernel/use-write.ts'
import type { RowMoves } from '../ui/table/row-handle.tsx'
import type { CategoryReader } from './category-gate.tsx'
import { useCategoryTexts } from './texts.ts'

export interface CategoryOrder {
  /** As they are shown. */
  rows: readonly Category[]
  /** Of a row that may be moved. */
  movesOf(id: string): RowMoves
  /** Where a row stands among those that may be moved, from 0, and how many there are. */
  placeOf(id: string): { place: number; count: number }
  /** What the last move came to, for those who listen. */
  said: string
}

/** CAT-06: the display order of the categories that this person may order (C-84); the others keep their places. */
export function useCategoryOrder(stored: readonly Category[], by: CategoryReader): CategoryOrder {
  const { text } = useCategoryTexts()
  const [said, say] = useState('')
  const reorder = useWrite(categories.reorder, {
    invalidates: ['categories', 'metadata'],
    success: text('success.displayOrder'),
  })
  const own = stored.filter(row => mayChangeCategory(row, by))
  const first = own[0] === undefined ? 0 : stored.indexOf(own[0])
  const order = useReorder(
    own.map(row => row.categoryId),
    async ids => {
      const { kind } = await reorder.send({ tenantId: by.tenantId, categoryIds: [...ids] })
      return kind === 'done'
    },
  )
  const byId = new Map(stored.map(row => [row.categoryId, row]))
  const shown = order.ids.map(id => byId.get(id)!)
  const rows = [...stored.slice(0, first), ...shown, ...stored.slice(first + own.length)]

  const movesOf = useRowMoves(order, {
    first,
    tell: (id, place) =>
      say(
        text('ui.categories.moved', {
          name: byId.get(id)?.name.invariantText ?? '',
          place: place + 1,
          count: own.length,
        }),
      ),
  })
  const placeOf = (id: string) => ({ place: order.ids.indexOf(id), count: order.ids.length })
  return { rows, movesOf, placeOf, said }
}
