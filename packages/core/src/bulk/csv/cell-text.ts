/** What a cell that holds only `-` is read as: it empties the field, where an empty cell leaves it alone. */
export const CLEAR = Symbol('clear')
/** Separates several values in one cell. */
export const SEPARATOR = ';'

/** A cell that isn't empty. */
export type CellText = string | typeof CLEAR

const APOSTROPHE = 0x27
/** What spreadsheets run, in both widths; the apostrophe in front of it is the guard. */
const guarded = /^'+[=+\-@＝＋－＠]/
const dangerous = /^'*[=+\-@＝＋－＠]/

/** A cell without the space around it, and without the guard that `guard` or a spreadsheet's import put in front. */
export function readText(cell: string): CellText | '' {
  const text = cell.trim()
  if (text === '-') return CLEAR
  return text.charCodeAt(0) === APOSTROPHE && guarded.test(text) ? text.slice(1) : text
}

/** Text that a spreadsheet would run as a formula gets an apostrophe in front; `readText` takes it back. */
export const guard = (text: string): string => (dangerous.test(text) ? `'${text}` : text)

/** As it was written, where `-` means nothing of its own. */
export const toText = (cell: CellText): string => (cell === CLEAR ? '-' : cell)
