/** The rows of a table: an array, or a windowed list that loads only the rows in view. */
export interface TableRows<Row> {
  readonly length: number
  /** Undefined while the row isn't loaded. */
  at(index: number): Row | undefined
  /** Called with the rows in sight, so that they can be loaded. */
  show?(first: number, last: number): void
  /** Loads rows from `first` up to, not including, `end`, for what concerns many at once. */
  load?(first: number, end: number): Promise<readonly Row[]>
}

/** The rows from `first` up to `end`; at once where all of them are there. */
export function rowsBetween<Row>(
  rows: TableRows<Row>,
  first: number,
  end: number,
): readonly Row[] | Promise<readonly Row[]> {
  const found: Row[] = []
  for (let index = first; index < end; index += 1) {
    const row = rows.at(index)
    if (row !== undefined) found.push(row)
    else if (rows.load !== undefined) return rows.load(first, end)
  }
  return found
}

/** `display: grid`, and `block` as cards, take the roles of a table away from its parts: these give them back. */
export const roles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  grid: { role: 'grid' },
  gridcell: { role: 'gridcell' },
} as const
