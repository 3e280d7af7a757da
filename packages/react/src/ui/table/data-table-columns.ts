import type { ReactNode } from 'react'

export interface DataTableColumn<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** The least width in px; with `grow` the column takes its share of what is left. */
  width: number
  grow?: number
  align?: 'start' | 'end'
  sortable?: boolean
  /** As a card: left out, or shown without its header. */
  card?: 'hidden' | 'plain'
}

export interface DataTableSort {
  id: string
  descending: boolean
}

export const selectWidth = 44

/** The grid's tracks and the least width of the whole: every row is laid out by the same line. */
export function toTracks<Row>(
  columns: readonly DataTableColumn<Row>[],
  select: boolean,
  actionsWidth: number,
) {
  const tracks = columns.map(({ width, grow }) => (grow ? `minmax(${width}px, ${grow}fr)` : `${width}px`))
  if (select) tracks.unshift(`${selectWidth}px`)
  if (actionsWidth) tracks.push(`${actionsWidth}px`)
  const least = columns.reduce((sum, column) => sum + column.width, (select ? selectWidth : 0) + actionsWidth)
  return { template: tracks.join(' '), least }
}
