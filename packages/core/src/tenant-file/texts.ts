import { toLocalised, toTexts } from '../kernel/field-rules.ts'
import type { LocalisedText } from '../kernel/fields.ts'
import type { Values } from './compare.ts'
import type { Texts } from './schema.ts'

/** What stands for languages without a text of their own. */
const DEFAULT = 'default'

/** The texts of a file over those that are stored; the invariant one is `default`, else that of the tenant's own language. */
export function toLocalisedText(
  given: Texts,
  stored: LocalisedText | undefined,
  language: string,
): LocalisedText {
  const { [DEFAULT]: invariant, ...local } = typeof given === 'string' ? { [DEFAULT]: given } : given
  const before = stored === undefined ? {} : toTexts(stored)
  const invariantText = invariant ?? local[language] ?? before.invariantText ?? ''
  return toLocalised({ ...before, ...local, invariantText })
}

/** Texts as a file has them; one without translations is that text. */
export function fromLocalised({ invariantText, localTexts }: LocalisedText): Texts {
  if (localTexts.length === 0) return invariantText
  return {
    [DEFAULT]: invariantText,
    ...Object.fromEntries(localTexts.map(each => [each.ietfTag, each.text])),
  }
}

/** What is compared: texts by language. */
export const byLanguage = ({ invariantText, localTexts }: LocalisedText): Values => ({
  [DEFAULT]: invariantText,
  ...Object.fromEntries(localTexts.map(each => [each.ietfTag, each.text])),
})

/** The same of names that have no invariant text: a text alone is in the tenant's own language. */
export function toNames(given: Texts, stored: Readonly<Record<string, string>> = {}, language: string) {
  const { [DEFAULT]: own, ...local } = typeof given === 'string' ? { [DEFAULT]: given } : given
  const names = { ...stored, ...local, ...(own !== undefined && !(language in local) && { [language]: own }) }
  return Object.fromEntries(
    Object.entries(names).flatMap(([tag, text]) => (text.trim() === '' ? [] : [[tag, text.trim()]])),
  )
}

export function fromNames(names: Readonly<Record<string, string>>, language: string): Texts {
  const tags = Object.keys(names)
  return tags.length === 1 && tags[0] === language ? names[language]! : names
}

/** Which texts differ, each at its language. */
export function textsChanged(before: Values, after: Values): { given: Values; stored: Values } {
  const tags = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return { stored: before, given: Object.fromEntries(tags.map(tag => [tag, after[tag] ?? null])) }
}
