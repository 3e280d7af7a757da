import { useLayoutEffect, useState } from 'react'
import { resizeColumn } from './column-width.ts'
import type { ColumnModel } from './use-data-table.ts'

export interface ColumnWidthSliderProps {
  model: ColumnModel
  id: string
  /** "Width of Status" */
  label: string
  /** What stands around the table too. */
  around: ParentNode
}

/** px of one press of an arrow key. */
const STEP = 16

/** The width of a column, by keys and by single clicks; nothing while the column isn't on screen, or as cards has none. */
export function ColumnWidthSlider({ model, id, label, around }: ColumnWidthSliderProps) {
  const headIn = () => around.querySelector<HTMLElement>(`th[data-column="${CSS.escape(id)}"]`)
  const [width, setWidth] = useState(0)
  const { minSize = 0, maxSize = 0 } = model.table.getColumn(id)!.columnDef
  // The table is drawn by now, and a column that has no width of its own takes what is left.
  useLayoutEffect(() => setWidth(widthOf(headIn())))
  if (width === 0) return null
  return (
    <input
      type="range"
      className="kn-column-width"
      aria-label={label}
      min={minSize}
      max={Math.max(maxSize, width)}
      step={1}
      value={width}
      onKeyDown={event => {
        const by = stepOf(event.key, getComputedStyle(event.currentTarget).direction === 'rtl')
        const head = headIn()
        if (by === 0 || head === null) return
        event.preventDefault()
        resizeColumn(model, head, head.offsetWidth + by)
      }}
      onChange={event => {
        const head = headIn()
        if (head !== null) resizeColumn(model, head, event.target.valueAsNumber)
      }}
    />
  )
}

const widthOf = (head: HTMLElement | null): number =>
  head !== null && getComputedStyle(head.parentElement!).display === 'grid' ? head.offsetWidth : 0

/** The browser’s own step would be a px. */
function stepOf(key: string, isBackwards: boolean): number {
  if (key === 'ArrowUp' || key === (isBackwards ? 'ArrowLeft' : 'ArrowRight')) return STEP
  if (key === 'ArrowDown' || key === (isBackwards ? 'ArrowRight' : 'ArrowLeft')) return -STEP
  return 0
}
