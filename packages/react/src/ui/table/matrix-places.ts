/** A place in a matrix: row 0 has the names of the columns, column 0 those of the rows. */
export interface MatrixPlace {
  row: number
  column: number
}

interface Surroundings {
  /** Without the names. */
  bounds: { rows: number; columns: number }
  /** Rows in sight. */
  page: number
  isRtl: boolean
}

/** Where a key of APG’s grid leads; undefined for any other key. */
export function nextPlace(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  { row, column }: MatrixPlace,
  { bounds, page, isRtl }: Surroundings,
): MatrixPlace | undefined {
  if (altKey) return undefined
  const isFar = ctrlKey || metaKey
  const to = (place: MatrixPlace): MatrixPlace => {
    const inside = {
      row: Math.max(0, Math.min(bounds.rows, place.row)),
      column: Math.max(0, Math.min(bounds.columns, place.column)),
    }
    // The corner has nothing to tick.
    return inside.row === 0 && inside.column === 0 ? { row, column } : inside
  }
  const aside = isRtl ? -1 : 1
  switch (key) {
    case 'ArrowDown':
      return to({ row: isFar ? bounds.rows : row + 1, column })
    case 'ArrowUp':
      return to({ row: isFar ? 1 : row - 1, column })
    case 'ArrowRight':
      return to({ row, column: column + aside })
    case 'ArrowLeft':
      return to({ row, column: column - aside })
    case 'Home':
      return to(isFar ? { row: 1, column: 1 } : { row, column: row === 0 ? 1 : 0 })
    case 'End':
      return to({ row: isFar ? bounds.rows : row, column: bounds.columns })
    case 'PageDown':
      return to({ row: row + page, column })
    case 'PageUp':
      return to({ row: Math.max(1, row - page), column })
    default:
      return undefined
  }
}

/** Lines from one to another, as bounds of a slice; a name stands for all of them, and has no range with a single one. */
export function spanOf(from: number, to: number, count: number): readonly [first: number, end: number] {
  if (to === 0) return [0, count]
  return from === 0 ? [to - 1, to] : [Math.min(from, to) - 1, Math.max(from, to)]
}
