import type { Issue } from '../kernel/errors.ts'
import { type Catalogue, en, type Text } from '../messages/index.ts'

/**
 * I18N-03: what keeps a text from taking the place of the one with this key: no such key, nothing to read, a form by number that
 * is missing, a value in braces that it drops or that it never gets. Of two forms the first may go without the count.
 */
export function checkTranslation(key: string, text: Text): Issue[] {
  const original = (en as Catalogue)[key]
  if (original === undefined) return [{ path: 'key', code: 'translation.unknownKey', params: { value: key } }]
  const isPlural = typeof original !== 'string'
  if (isPlural !== (typeof text !== 'string'))
    return [{ path: 'text', code: isPlural ? 'translation.twoForms' : 'translation.oneForm' }]
  const known = new Set(formsOf(original).flatMap(valuesOf))
  return formsOf(text).flatMap((form, nth): Issue[] => {
    if (form.trim() === '') return [{ path: 'text', code: 'translation.empty' }]
    const given = valuesOf(form)
    const isFirst = isPlural && nth === 0
    const dropped = valuesOf(formsOf(original)[nth]!).find(
      name => !given.includes(name) && !(isFirst && name === 'count'),
    )
    if (dropped !== undefined) return [issueOf('translation.dropped', dropped)]
    const unknown = given.find(name => !known.has(name))
    return unknown === undefined ? [] : [issueOf('translation.unknownValue', unknown)]
  })
}

const issueOf = (code: 'translation.dropped' | 'translation.unknownValue', name: string): Issue => ({
  ...{ path: 'text', code, params: { value: `{{${name}}}` } },
})
const formsOf = (text: Text): string[] => (typeof text === 'string' ? [text] : [text.one, text.other])
const valuesOf = (form: string): string[] =>
  [...form.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name!)
