import type { KeyboardEvent, PointerEvent } from 'react'
import type { ColumnModel } from './use-data-table.ts'

export interface ColumnResizerProps {
  model: ColumnModel
  id: string
  /** "Width of Status" */
  label: string
}

const STEP = 16
const isBackwards = (element: Element) => getComputedStyle(element).direction === 'rtl'
const headOf = (element: Element) => element.closest<HTMLElement>('th')!

/** The edge of a column's header: dragged, or moved by arrow keys; a double click lets the column take its own width again. */
export function ColumnResizer({ model: { table }, id, label }: ColumnResizerProps) {
  const column = table.getColumn(id)
  if (column === undefined) return null
  const { minSize = 0, maxSize = 0 } = column.columnDef
  const resize = (head: HTMLElement, width: number) => {
    const clamped = Math.round(Math.min(maxSize, Math.max(minSize, width)))
    table.setColumnSizing(before => ({ ...widthsBefore(head), ...before, [id]: clamped }))
  }
  const drag = (start: PointerEvent<HTMLElement>) => {
    const handle = start.currentTarget
    const head = headOf(handle)
    const sign = isBackwards(head) ? -1 : 1
    const width = head.offsetWidth
    start.preventDefault()
    handle.setPointerCapture(start.pointerId)
    const move = (event: globalThis.PointerEvent) =>
      resize(head, width + sign * (event.clientX - start.clientX))
    const end = () => handle.removeEventListener('pointermove', move)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', end, { once: true })
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const head = headOf(event.currentTarget)
    const forward = isBackwards(head) ? 'ArrowLeft' : 'ArrowRight'
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    resize(head, head.offsetWidth + (event.key === forward ? STEP : -STEP))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is no thematic break
    <span
      className="kn-resizer"
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={column.getSize()}
      aria-valuemin={minSize}
      aria-valuemax={maxSize}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={press}
      onDoubleClick={() => column.resetSize()}
    />
  )
}

/** The columns before one keep the width that they have, so that its edge stays under the pointer; those after it share what is left. */
function widthsBefore(head: HTMLElement): Record<string, number> {
  const heads = [...head.parentElement!.querySelectorAll<HTMLElement>('th[data-column]')]
  return Object.fromEntries(
    heads.slice(0, heads.indexOf(head)).map(each => [each.dataset.column!, each.offsetWidth]),
  )
}
