/** What spreadsheets run, in both widths; blanks and quotes in front of it don't keep them from it. */
const DANGEROUS = '[ "\']*[=+\\-@＝＋－＠]'
/** Where a cell begins: with the text, or behind what some spreadsheet separates cells and rows by, whatever the file says. */
const BEGIN = '(^|[;\\t\\r\\n])'
const dangerous = new RegExp(`${BEGIN}(?=${DANGEROUS})`, 'g')
const guarded = new RegExp(`${BEGIN}'(?=${DANGEROUS})`, 'g')
const guardedStart = new RegExp(`^'(?=${DANGEROUS})`)

/**
 * A text for a cell of a CSV file: wherever a spreadsheet would find a formula gets an apostrophe in front. Behind a semicolon,
 * too: where the decimal sign is a comma, spreadsheets open a file of commas with semicolons, and quotes hold nothing together.
 */
export const guardCell = (text: string): string => text.replace(dangerous, "$1'")

/** The text of a cell that somebody wrote: only in front is an apostrophe a guard, as spreadsheets take it. */
export const unguardStart = (text: string): string => text.replace(guardedStart, '')

/** The text as it was before `guardCell`. */
export const unguardCell = (text: string): string => (text.includes("'") ? text.replace(guarded, '$1') : text)

/** Texts that a CSV file of commas has in quotes, so that no separator and no line break in them begins a cell. */
export const needsQuotes = /[",;\t\r\n]/
