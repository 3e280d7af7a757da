/** The start of a formula, in both widths; blanks and quotes in front of it don't keep spreadsheets from running it. */
const FORMULA = '[ "\']*[=+\\-@＝＋－＠]'
/** Where a cell begins: with the text, or behind what some spreadsheet separates cells and rows by, whatever the file says. */
const BEGIN = '(^|[;\\t\\r\\n])'
const formulas = new RegExp(`${BEGIN}(?=${FORMULA})`, 'g')
const escapedFormulas = new RegExp(`${BEGIN}'(?=${FORMULA})`, 'g')
const guardedStart = new RegExp(`^'(?=${FORMULA})`)
/** What every text has in which a formula could begin: most cells have none of it, and to look costs less than to replace. */
const mayBegin = new RegExp(`[;\\t\\r\\n]|^${FORMULA}`)

/**
 * Against CSV injection (formula injection): a text for a cell of a CSV file; wherever a spreadsheet would find a formula gets
 * an apostrophe in front. Behind a semicolon, too: where the decimal sign is a comma, spreadsheets open a file of commas with
 * semicolons, and quotes hold nothing together.
 */
export const escapeFormula = (text: string): string =>
  mayBegin.test(text) ? text.replace(formulas, "$1'") : text

/** The text of a cell that somebody wrote: only in front is an apostrophe a guard, as spreadsheets take it. */
export const unguardStart = (text: string): string =>
  text.startsWith("'") ? text.replace(guardedStart, '') : text

/** The text as it was before `escapeFormula`. */
export const unescapeFormula = (text: string): string =>
  text.includes("'") ? text.replace(escapedFormulas, '$1') : text

/** Texts that a CSV file of commas has in quotes, so that no separator and no line break in them begins a cell. */
export const needsQuotes = /[",;\t\r\n]/
