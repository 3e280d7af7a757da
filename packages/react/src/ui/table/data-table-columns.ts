import {
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'
import type { ColumnModel } from './use-data-table.ts'

export interface DataTableColumn<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** The least width in px; with `grow` the column takes its share of what is left. */
  width: number
  grow?: number
  align?: 'start' | 'end'
  sortable?: boolean
  /** Hidden at first where a common laptop's window has no room for it; what a person chose counts. */
  wideOnly?: boolean
  /** Hidden until a person chooses it. */
  isOptional?: boolean
  /** Given, the cell is changed where it stands; `done` puts it back, `true` where the focus has gone elsewhere. */
  edit?: (row: Row, done: (isLeft?: boolean) => void) => ReactNode
  /** Whether a change was begun that isn't saved: the cell is open when its row comes into sight again. */
  hasDraft?: (row: Row) => boolean
  /** As a card: left out, or shown without its header. */
  card?: 'hidden' | 'plain'
}

export interface DataTableSort {
  id: string
  descending: boolean
}

/** What a person changed about the columns, as TanStack Table names it: plain JSON, to be remembered. */
export interface ColumnState {
  /** `false` hides a column. */
  columnVisibility?: Record<string, boolean>
  /** Ids; columns that are missing follow in their own order. */
  columnOrder?: string[]
  /** Pixels. */
  columnSizing?: Record<string, number> | undefined
  /** More rows on the screen. */
  density?: 'compact' | undefined
}

/** Rows are no feature: those of a long list aren't loaded, so Table can't hold them (see `TableRows`). */
export const dataTableFeatures = tableFeatures({
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
})

export const selectWidth = 44

interface TrackOptions {
  select: boolean
  actionsWidth: number
  widths: Readonly<Record<string, number>>
}

/** The grid's tracks and the least width of the whole: every row is laid out by the same line. */
export function toTracks<Row>(
  columns: readonly DataTableColumn<Row>[],
  { select, actionsWidth, widths }: TrackOptions,
) {
  const grows = columns.some(column => column.grow && widths[column.id] === undefined)
  const tracks = columns.map(({ id, width, grow }, index) => {
    const fixed = widths[id]
    if (fixed === undefined && grow) return `minmax(${width}px, ${grow}fr)`
    const isFiller = !grows && index === columns.length - 1
    return isFiller ? `minmax(${fixed ?? width}px, 1fr)` : `${fixed ?? width}px`
  })
  if (select) tracks.unshift(`${selectWidth}px`)
  if (actionsWidth) tracks.push(`${actionsWidth}px`)
  const least = columns.reduce(
    (sum, { id, width }) => sum + (widths[id] ?? width),
    (select ? selectWidth : 0) + actionsWidth,
  )
  return { template: tracks.join(' '), least }
}

/** Gives a column a width in px, within its bounds. */
export function resizeColumn({ table }: ColumnModel, head: HTMLElement, width: number): void {
  const id = head.dataset.column!
  const { minSize = 0, maxSize = 0 } = table.getColumn(id)!.columnDef
  const clamped = Math.round(Math.min(maxSize, Math.max(minSize, width)))
  table.setColumnSizing(before => ({ ...widthsBefore(head), ...before, [id]: clamped }))
}

/** The columns before one keep the width that they have, so that its edge stays under the pointer; those after it share what is left. */
function widthsBefore(head: HTMLElement): Record<string, number> {
  const heads = [...head.parentElement!.querySelectorAll<HTMLElement>('th[data-column]')]
  return Object.fromEntries(
    heads.slice(0, heads.indexOf(head)).map(each => [each.dataset.column!, each.offsetWidth]),
  )
}

const none: readonly string[] = []

/** The columns that a person has chosen, as an address names them; undefined where none was hidden or moved. */
export function toColumnIds(
  { columnVisibility, columnOrder }: ColumnState,
  columns: readonly { id: string; isOptional?: boolean | undefined }[],
): readonly string[] | undefined {
  if (columnVisibility === undefined && columnOrder === undefined) return undefined
  const moved = (columnOrder ?? none).filter(id => columns.some(column => column.id === id))
  const rest = columns.map(({ id }) => id).filter(id => !moved.includes(id))
  const optional = new Set(columns.flatMap(({ id, isOptional }) => (isOptional ? [id] : [])))
  return [...moved, ...rest].filter(id => columnVisibility?.[id] ?? !optional.has(id))
}

/** The same the other way; widths stay the person's own, and so does all where none of those named is here. */
export function fromColumnIds(
  ids: readonly string[] | undefined,
  columns: readonly { id: string }[],
  own: ColumnState,
): ColumnState {
  const known = ids?.filter(id => columns.some(column => column.id === id)) ?? none
  if (known.length === 0) return own
  return {
    columnVisibility: Object.fromEntries(columns.map(({ id }) => [id, known.includes(id)])),
    columnOrder: [...known],
    columnSizing: own.columnSizing,
    density: own.density,
  }
}
