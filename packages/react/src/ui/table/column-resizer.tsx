import type { PointerEvent } from 'react'
import { resizeColumn } from './column-width.ts'
import type { ColumnModel } from './use-data-table.ts'

export interface ColumnResizerProps {
  model: ColumnModel
  id: string
}

/**
 * The edge of a column's header, for a pointer: dragged; a double click lets the column take its own width again.
 * No stop for Tab, or a table of twelve columns would cost twelve: the panel of columns sets widths by key and by click.
 */
export function ColumnResizer({ model, id }: ColumnResizerProps) {
  const drag = (start: PointerEvent<HTMLElement>) => {
    const handle = start.currentTarget
    const head = handle.closest<HTMLElement>('th')!
    const sign = getComputedStyle(head).direction === 'rtl' ? -1 : 1
    const width = head.offsetWidth
    start.preventDefault()
    handle.setPointerCapture(start.pointerId)
    const move = (event: globalThis.PointerEvent) =>
      resizeColumn(model, head, width + sign * (event.clientX - start.clientX))
    const end = () => handle.removeEventListener('pointermove', move)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', end, { once: true })
  }
  return (
    <span
      className="kn-resizer"
      aria-hidden="true"
      onPointerDown={drag}
      onDoubleClick={() => model.table.getColumn(id)?.resetSize()}
    />
  )
}
