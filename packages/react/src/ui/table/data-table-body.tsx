import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { DataTableGap, DataTableRow } from './data-table-row.tsx'
import { roles } from './table-roles.ts'
import type { TableRows } from './table-rows.ts'
import type { DataTableModel } from './use-data-table.ts'
import type { DataTableSelection, RowSelection } from './use-selection.ts'

export interface DataTableBodyProps<Row> {
  rows: TableRows<Row>
  rowId: (row: Row) => string
  scroller: HTMLElement | null
  model: DataTableModel<Row>
  selection?: DataTableSelection<Row>
  boxes: RowSelection
  rowActions?: { render: (row: Row) => ReactNode }
  offset?: number
  query?: string
}

export const rowHeight = 56
/** Pixels of the table's own width under which its rows are cards, as table-cards.css has it: only those differ in height. */
const CARDS = 640
const toHeight = () => rowHeight

/** The rows in sight, placed where they stand among all. */
export function DataTableBody<Row>(props: DataTableBodyProps<Row>) {
  const { rows, rowId, scroller, model, selection, boxes, rowActions, offset = 0, query } = props
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: toHeight,
    overscan: 6,
    initialRect: { width: 1200, height: 800 },
  })
  const asked = useRef(query)
  useLayoutEffect(() => {
    if (asked.current !== query) scroller?.scrollTo({ top: 0 })
    asked.current = query
  }, [scroller, query])
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  useEffect(() => rows.show?.(first, last), [rows, first, last])
  const isNarrow = useIsNarrow(scroller)
  const measure = isNarrow ? virtualizer.measureElement : undefined
  // What was measured as a card is no longer its height as a row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: forgets when the width has crossed the line
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, isNarrow])
  return (
    <tbody {...roles.rowgroup} style={{ blockSize: virtualizer.getTotalSize() }}>
      {items.map(({ index, start }) => {
        const row = rows.at(index)
        const place = { index, start, place: offset + index + 2, measure }
        if (row === undefined) return <DataTableGap key={`gap ${index}`} {...place} />
        const id = rowId(row)
        return (
          <DataTableRow
            key={id}
            row={row}
            {...place}
            columns={model.shown}
            selected={selection?.selected.has(id)}
            selectLabel={selection?.rowLabel}
            toggle={boxes.toggle}
            actions={rowActions?.render}
          />
        )
      })}
    </tbody>
  )
}

function useIsNarrow(element: HTMLElement | null): boolean {
  const [isNarrow, setIsNarrow] = useState(false)
  useLayoutEffect(() => {
    if (element === null) return
    const look = () => setIsNarrow(element.offsetWidth < CARDS)
    const watch = new ResizeObserver(look)
    look()
    watch.observe(element)
    return () => watch.disconnect()
  }, [element])
  return isNarrow
}
