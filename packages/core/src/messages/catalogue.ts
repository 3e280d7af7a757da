/** A text, or its forms by number: `Intl.PluralRules` chooses one by the value of `count`. */
export type Text = string | Plural

export interface Plural {
  readonly one: string
  readonly other: string
}

/** The texts of one noun or concern, by key. */
export type Catalogue = Readonly<Record<string, Text>>

export type MessageParams = Readonly<Record<string, string | number>>

/** Values that count things: 19,653. Others, such as sizes and codes, stay as they are. */
const counts: ReadonlySet<string> = new Set(['count', 'total', 'done', 'bad', 'from', 'to', 's', 'f'])

/** Puts values in place of `{{name}}`; a name without a value leaves nothing behind. */
export function fillText(text: Text, params: MessageParams = {}): string {
  return formOf(text, params.count).replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) =>
    toWords(name, params[name] ?? ''),
  )
}

/** The names of the values that a text asks for. */
export const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name!)

/** The text with each of its forms changed. */
export function mapText(text: Text, change: (form: string) => string): Text {
  return typeof text === 'string' ? change(text) : { one: change(text.one), other: change(text.other) }
}

const numbers = new Intl.NumberFormat('en')
const plurals = new Intl.PluralRules('en')

function toWords(name: string, value: string | number): string {
  return counts.has(name) && typeof value === 'number' ? numbers.format(value) : String(value)
}

function formOf(text: Text, count: string | number | undefined): string {
  if (typeof text === 'string') return text
  return plurals.select(Number(count)) === 'one' ? text.one : text.other
}
