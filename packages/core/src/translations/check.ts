import { isLonger } from '../kernel/characters.ts'
import type { Issue } from '../kernel/errors.ts'
import { isBlank } from '../kernel/fields.ts'
import { type Catalogue, en, type Text } from '../messages/index.ts'
import { TRANSLATION_MAX } from './schema.ts'

/**
 * I18N-03: what keeps a text from taking the place of the one with this key: no such key, nothing to read or too much, a form by
 * number that is missing, a value in braces that it drops or that it never gets. Of two forms the first may go without the count.
 */
export function checkTranslation(key: string, text: Text): Issue[] {
  const original = originalOf(key)
  if (original === undefined) return [{ path: 'key', code: 'translation.unknownKey', params: { value: key } }]
  const isPlural = typeof original !== 'string'
  if (isPlural !== (typeof text !== 'string'))
    return [{ path: 'text', code: isPlural ? 'translation.twoForms' : 'translation.oneForm' }]
  const known = new Set(formsOf(original).flatMap(valuesOf))
  return formsOf(text).flatMap((form, nth): Issue[] => {
    const path = isPlural ? `text.${nth === 0 ? 'one' : 'other'}` : 'text'
    if (isBlank(form)) return [{ path, code: 'translation.empty' }]
    if (isLonger(form, TRANSLATION_MAX))
      return [{ path, code: 'translation.tooLong', params: { max: TRANSLATION_MAX } }]
    const given = valuesOf(form)
    const isFirst = isPlural && nth === 0
    const dropped = valuesOf(formsOf(original)[nth]!).find(
      name => !given.includes(name) && !(isFirst && name === 'count'),
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
export const valuesIn = (text: Text): string[] => [...new Set(formsOf(text).flatMap(valuesOf))]

/** What the catalogue says under a key; undefined where it has no such key. */
export const originalOf = (key: string): Text | undefined =>
  Object.hasOwn(en, key) ? (en as Catalogue)[key] : undefined

const inBraces = (name: string): string => `{{${name}}}`
const formsOf = (text: Text): string[] => (typeof text === 'string' ? [text] : [text.one, text.other])
const valuesOf = (form: string): string[] =>
  [...form.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name!)
