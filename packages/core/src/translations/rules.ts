import { isLonger } from '../kernel/characters.ts'
import type { Issue } from '../kernel/errors.ts'
import { isBlank } from '../kernel/field-rules.ts'
import type { Catalogue, LocaleText, Text } from '../messages/catalogue.ts'
import { en } from '../messages/en.ts'
import { TRANSLATION_MAX, TRANSLATIONS_MAX, type TranslationDraft } from './schema.ts'

/**
 * I18N-03, EMBED-05: what keeps a text from taking the place of the one with this key, in a language as BCP 47 names it: no such key,
 * nothing to read or too much, forms by number that are missing or that the language doesn't have, a value in braces that it drops or
 * that it never gets. Forms that stand for a number of their own may go without the count.
 */
export function checkTranslation(key: string, text: LocaleText, locale = 'en'): Issue[] {
  const original = originalOf(key)
  if (original === undefined) return [{ path: 'key', code: 'translation.unknownKey', params: { value: key } }]
  const isPlural = typeof original !== 'string'
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions()
  const isStrange = (form: string) => !pluralCategories.some(known => known === form)
  if (isPlural !== (typeof text !== 'string') || (isPlural && Object.keys(text).some(isStrange)))
    return [{ path: 'text', code: isPlural ? 'translation.twoForms' : 'translation.oneForm' }]
  const originals: Readonly<Record<string, string>> = formsOf(original)
  const known = new Set(valuesIn(original))
  return Object.entries(formsOf(text)).flatMap(([form, words]): Issue[] => {
    const path = isPlural ? `text.${form}` : 'text'
    if (isBlank(words)) return [{ path, code: 'translation.empty' }]
    if (isLonger(words, TRANSLATION_MAX))
      return [{ path, code: 'translation.tooLong', params: { max: TRANSLATION_MAX } }]
    const given = valuesOf(words)
    const isOfOneNumber = isPlural && form !== 'other'
    const dropped = valuesOf(originals[form] ?? originals.other!).find(
      name => !given.includes(name) && !(isOfOneNumber && name === 'count'),
    )
    if (dropped !== undefined)
      return [{ path, code: 'translation.dropped', params: { value: inBraces(dropped) } }]
    const unknown = given.find(name => !known.has(name))
    return unknown === undefined
      ? []
      : [{ path, code: 'translation.unknownValue', params: { value: inBraces(unknown) } }]
  })
}

/** The values in braces of a text, by name, in their order. */
export const valuesIn = (text: Text): string[] => [...new Set(Object.values(formsOf(text)).flatMap(valuesOf))]

/** What the catalogue says under a key; undefined where it has no such key. */
export const originalOf = (key: string): Text | undefined =>
  Object.hasOwn(en, key) ? (en as Catalogue)[key] : undefined

const inBraces = (name: string): string => `{{${name}}}`
const formsOf = (text: LocaleText): Readonly<Record<string, string>> =>
  typeof text === 'string' ? { other: text } : { ...text }
const valuesOf = (form: string): string[] =>
  [...form.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name!)

/** What an import of texts would do. */
export interface TranslationPlan {
  /** What becomes other than it is, with what is there now; `before` is undefined where the original shows. */
  changes: readonly (TranslationDraft & { before: Text | undefined })[]
  unchanged: number
  /** Why a text can’t be taken, by its key; with one of them nothing is imported. */
  problems: readonly { key: string; issue: Issue }[]
}

/** Reads a file of texts by key, as `writeTranslations` makes it; undefined where it is none. */
export function readTranslations(file: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(file.replace(/^\uFEFF/, ''))
    if (!isRecord(parsed) || Object.keys(parsed).length > TRANSLATIONS_MAX) return undefined
    return parsed
  } catch {
    return undefined
  }
}

/** Texts by key as a file: in the order of the keys, so that two of them can be compared line by line. */
export function writeTranslations(texts: readonly TranslationDraft[]): string {
  const sorted = [...texts].sort((a, b) => (a.key < b.key ? -1 : 1))
  return `${JSON.stringify(Object.fromEntries(sorted.map(({ key, text }) => [key, text])), null, 2)}\n`
}

/** What a file would do to the texts that are replaced now. */
export function planTranslations(
  file: Readonly<Record<string, unknown>>,
  replaced: readonly TranslationDraft[],
): TranslationPlan {
  const now = new Map(replaced.map(({ key, text }) => [key, text]))
  const changes: (TranslationDraft & { before: Text | undefined })[] = []
  const problems: { key: string; issue: Issue }[] = []
  let unchanged = 0
  for (const [key, text] of Object.entries(file)) {
    const before = now.get(key)
    const [issue] = isText(text) ? checkTranslation(key, text) : [noText]
    if (issue !== undefined) problems.push({ key, issue })
    else if (isSameText(before, text as Text)) unchanged += 1
    else changes.push({ key, text: text as Text, before })
  }
  return { changes, unchanged, problems }
}

/** Whether two texts have the same words in every form. */
export const isSameText = (a: Text | undefined, b: Text | undefined): boolean =>
  JSON.stringify(sides(a)) === JSON.stringify(sides(b))

const noText: Issue = { path: 'text', code: 'translation.noText' }
const sides = (text: Text | undefined) => (typeof text === 'object' ? [text.one, text.other] : text)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is Text =>
  typeof value === 'string' ||
  (isRecord(value) && typeof value.one === 'string' && typeof value.other === 'string')
