/** A text, or its forms by number: `Intl.PluralRules` chooses one by the value of `count`. */
export type Text = string | Plural

export interface Plural {
  readonly one: string
  readonly other: string
}

/** The same in a language that has other forms by number: Arabic six, Chinese one (EMBED-05). */
export type LocaleText = string | Plurals
export type Plurals = { readonly [form in Exclude<Intl.LDMLPluralRule, 'other'>]?: string } & {
  readonly other: string
}

/** EMBED-05: the texts of a language, by key; what is missing is said in English. */
export type LocaleTexts = Readonly<Record<string, LocaleText>>

/** The texts of one noun or concern, by key. */
export type Catalogue = Readonly<Record<string, Text>>

export type MessageParams = Readonly<Record<string, string | number>>

/** Values that count things: 19,653. Others, such as sizes and codes, stay as they are. */
const counts: ReadonlySet<string> = new Set(['count', 'total', 'done', 'bad', 'from', 'to', 's', 'f'])

/** Puts values in place of `{{name}}`, numbers and forms as the language has them; a name without a value leaves nothing behind. */
export function fillText(text: LocaleText, params: MessageParams = {}, locale = 'en'): string {
  return formOf(text, params.count, locale).replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) =>
    toWords(name, params[name] ?? '', locale),
  )
}

/** The names of the values that a text asks for. */
export const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name!)

/** The text with each of its forms changed. */
export function mapText(text: LocaleText, change: (form: string) => string): LocaleText {
  if (typeof text === 'string') return change(text)
  const forms = Object.entries(text).map(([form, words]) => [form, change(words)])
  return Object.fromEntries(forms) as Plurals
}

interface Rules {
  numbers: Intl.NumberFormat
  plurals: Intl.PluralRules
}

/** Made once for each language: to make one costs more than what it says. */
const rules = new Map<string, Rules>()

function rulesOf(locale: string): Rules {
  const known = rules.get(locale)
  if (known !== undefined) return known
  const made = { numbers: new Intl.NumberFormat(locale), plurals: new Intl.PluralRules(locale) }
  rules.set(locale, made)
  return made
}

function toWords(name: string, value: string | number, locale: string): string {
  return counts.has(name) && typeof value === 'number' ? rulesOf(locale).numbers.format(value) : String(value)
}

function formOf(text: LocaleText, count: string | number | undefined, locale: string): string {
  if (typeof text === 'string') return text
  return text[rulesOf(locale).plurals.select(Number(count))] ?? text.other
}
