import { moved } from '@kinora/core'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { RowMoves } from '../ui/table/row-handle.tsx'

export interface Reorder {
  /** The ids as they are shown: as stored, or as somebody has put them and the server hasn't refused. */
  ids: readonly string[]
  /** As the server has them. */
  stored: readonly string[]
  /** Shows another order without sending it. */
  preview(ids: readonly string[]): void
  /** Sends what is shown. */
  commit(): void
  /** Back to what is stored. */
  cancel(): void
}

/**
 * An order that people change: shown at once, sent one at a time, taken back where the server refuses. `send` answers whether
 * it is stored, once the stored order has been read again.
 */
export function useReorder(
  stored: readonly string[],
  send: (ids: readonly string[]) => Promise<boolean>,
): Reorder {
  const [shown, setShown] = useState<readonly string[]>()
  const wanted = useRef<readonly string[]>(undefined)
  const state = useRef({ sending: false, previewing: false })
  const latest = useRef({ stored, send })
  latest.current = { stored, send }
  const show = useCallback((ids: readonly string[] | undefined) => {
    wanted.current = ids
    setShown(ids)
  }, [])

  const preview = useCallback(
    (ids: readonly string[]) => {
      state.current.previewing = true
      show(ids)
    },
    [show],
  )
  const commit = useCallback(() => {
    state.current.previewing = false
    const save = async () => {
      if (state.current.sending) return
      state.current.sending = true
      for (let sent: readonly string[] | undefined; wanted.current !== undefined; ) {
        if (state.current.previewing) break
        sent = wanted.current
        const isStored = isSame(sent, latest.current.stored) || (await latest.current.send(sent))
        if (!isStored || wanted.current === sent) show(undefined)
      }
      state.current.sending = false
    }
    void save()
  }, [show])
  const cancel = useCallback(() => {
    state.current.previewing = false
    show(undefined)
  }, [show])

  return { ids: shown === undefined ? stored : merged(shown, stored), stored, preview, commit, cancel }
}

/** What is shown, without what is gone and with what is new behind it; of thousands, at every step of a drag. */
function merged(shown: readonly string[], stored: readonly string[]): string[] {
  const [known, seen] = [new Set(stored), new Set(shown)]
  return [...shown.filter(id => known.has(id)), ...stored.filter(id => !seen.has(id))]
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index])

interface RowMovesOptions {
  /** Rows of the table above the first that may be moved. */
  first?: number
  /** Called with where a row was put, from 0 among those that may be moved. */
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
