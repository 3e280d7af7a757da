/** A cell by its place. */
export interface Place {
  row: number
  column: number
}

export interface Extent {
  rows: number
  columns: number
  /** Rows that are in sight at once. */
  page: number
  isRtl: boolean
}

interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
}

/** Where a key leads from a cell, as the ARIA pattern of grids has it; undefined for keys that move nowhere. */
export function move(
  { key, ctrlKey, metaKey }: Pressed,
  { row, column }: Place,
  extent: Extent,
): Place | undefined {
  const far = ctrlKey || metaKey
  const last = { row: extent.rows - 1, column: extent.columns - 1 }
  const inline = extent.isRtl ? -1 : 1
  const across = (step: number): Place => ({
    row,
    column: far ? (step < 0 ? 0 : last.column) : within(column + step, last.column),
  })
  switch (key) {
    case 'ArrowUp':
      return { row: far ? 0 : within(row - 1, last.row), column }
    case 'ArrowDown':
      return { row: far ? last.row : within(row + 1, last.row), column }
    case 'ArrowLeft':
      return across(-inline)
    case 'ArrowRight':
      return across(inline)
    case 'Home':
      return { row: far ? 0 : row, column: 0 }
    case 'End':
      return { row: far ? last.row : row, column: last.column }
    case 'PageUp':
      return { row: within(row - extent.page, last.row), column }
    case 'PageDown':
      return { row: within(row + extent.page, last.row), column }
    default:
      return undefined
  }
}

/** The cell after or before this one, row by row; undefined at the ends. */
export function neighbour(
  { row, column }: Place,
  step: 1 | -1,
  { rows, columns }: Pick<Extent, 'rows' | 'columns'>,
): Place | undefined {
  const nth = row * columns + column + step
  if (nth < 0 || nth >= rows * columns) return undefined
  return { row: Math.floor(nth / columns), column: nth % columns }
}

/** The cells between two corners. */
export interface Range {
  top: number
  bottom: number
  start: number
  end: number
}

export const toRange = (one: Place, other: Place = one): Range => ({
  top: Math.min(one.row, other.row),
  bottom: Math.max(one.row, other.row),
  start: Math.min(one.column, other.column),
  end: Math.max(one.column, other.column),
})

/** The columns of a row that a range has, from and to; undefined where it has none of it. */
export const columnsIn = ({ top, bottom, start, end }: Range, row: number) =>
  row >= top && row <= bottom ? { from: start, to: end } : { from: undefined, to: undefined }

export interface PlacedText extends Place {
  text: string
}

/** The texts of a table from the corner of a range on; a single one fills the range. What goes beyond the grid is left out. */
export function paste(
  table: readonly (readonly string[])[],
  range: Range,
  { rows, columns }: Pick<Extent, 'rows' | 'columns'>,
): PlacedText[] {
  const [[only] = []] = table
  if (table.length === 1 && table[0]!.length === 1)
    return cellsOf(range).map(place => ({ ...place, text: only! }))
  return table
    .flatMap((texts, nth) =>
      texts.map((text, at) => ({ row: range.top + nth, column: range.start + at, text })),
    )
    .filter(({ row, column }) => row < rows && column < columns)
}

/** The first row of a range in the rows beneath; of a single row, the row above it in that row. */
export function fillDown(range: Range, textAt: (place: Place) => string): PlacedText[] {
  const from = range.top === range.bottom ? range.top - 1 : range.top
  if (from < 0) return []
  return cellsOf({ ...range, top: from + 1 }).map(place => ({
    ...place,
    text: textAt({ row: from, column: place.column }),
  }))
}

export const cellsOf = ({ top, bottom, start, end }: Range): Place[] =>
  Array.from({ length: bottom - top + 1 }, (_, nth) =>
    Array.from({ length: end - start + 1 }, (_, at) => ({ row: top + nth, column: start + at })),
  ).flat()

const within = (value: number, last: number): number => Math.max(0, Math.min(value, last))
