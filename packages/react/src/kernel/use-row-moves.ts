import { moved } from '@kinora/core'
import { useMemo, useRef } from 'react'
import type { RowMoves } from '../ui/table/row-handle.tsx'
import type { Reorder } from './use-reorder.ts'

export interface RowMovesOptions {
  /** Rows of the table above the first that may be moved. */
  first?: number
  /** Tells where a row was put, from 0 among those that may be moved. */
  tell(id: string, place: number): void
}

/** The ways to move a row of an order, by drag, menu and key. What it gives stays the same while the order changes. */
export function useRowMoves(order: Reorder, { first = 0, tell }: RowMovesOptions): (id: string) => RowMoves {
  const latest = useRef({ order, first, tell })
  latest.current = { order, first, tell }
  return useMemo(() => {
    const put = (id: string, to: number): number => {
      const { ids, preview } = latest.current.order
      const place = Math.max(0, Math.min(ids.length - 1, to))
      const from = ids.indexOf(id)
      if (from !== place) preview(moved(ids, from, place))
      return place
    }
    return id => ({
      preview: place => void put(id, place - latest.current.first),
      drop() {
        const { order, tell } = latest.current
        tell(id, order.ids.indexOf(id))
        order.commit()
      },
      cancel: () => latest.current.order.cancel(),
      step(to) {
        const { order, tell } = latest.current
        const from = order.ids.indexOf(id)
        const steps = { up: from - 1, down: from + 1, top: 0, bottom: order.ids.length - 1 }
        tell(id, put(id, typeof to === 'number' ? to - latest.current.first : steps[to]))
        order.commit()
      },
    })
  }, [])
}
