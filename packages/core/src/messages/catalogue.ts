import { directionOf } from '../direction.ts'

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

/** Values that people copy or open: nothing is put around them. */
const copied: ReadonlySet<string> = new Set(['words', 'address', 'clean'])

/**
 * Puts values in place of `{{name}}`, numbers and forms as the language has them; a name without a value leaves nothing behind. In a language
 * that runs right to left each text does too, and a name in it in its own direction (UAX #9: isolates).
 */
export function fillText(text: LocaleText, params: MessageParams = {}, locale = 'en'): string {
  const isRtl = directionOf(locale) === 'rtl'
  const form = formOf(text, params.count, locale)
  const filled = form.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value = params[name] ?? ''
    const isName = isRtl && typeof value === 'string' && value !== '' && !copied.has(name)
    return isName ? `\u2068${value.replace(isolates, '')}\u2069` : toWords(name, value, locale)
  })
  return isRtl && needsMark(form, filled) ? `\u200f${filled}` : filled
}

const isolates = /[\u2066-\u2069]/g

/** Whether browsers would tell a text's direction from "MP4", with which it begins, or find no word to tell it from but names. */
function needsMark(form: string, filled: string): boolean {
  const words = form.replace(/\{\{.*?\}\}|[\u2066-\u2068][^\u2069]*\u2069/g, '')
  const first = /\p{L}/u.exec(words)?.[0]
  return first === undefined
    ? /[\u2066-\u2068]/.test(filled)
    : /\p{Script=Latin}/u.test(first) && /(?=\p{L})[\u0590-\u08ff]/u.test(words)
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
