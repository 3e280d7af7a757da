import type { Issue } from './errors.ts'

/** NUL, which no database stores, and half of a character, which no encoding knows. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text)

/** A name, a keyword or a person stands on one line. */
export const hasLineBreak = (text: string): boolean => /[\n\v\f\r\u0085\u2028\u2029]/.test(text)

/** Where a value holds text that can't be stored, whatever its field; file names and the keys of records included. */
export function checkCharacters(value: unknown, path = ''): Issue[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [{ path, code: 'validation.characters' }]
  if (typeof value !== 'object' || value === null) return []
  if (value instanceof Blob) return 'name' in value ? checkCharacters(value.name, path) : []
  return Object.entries(value).flatMap(([key, item]) => {
    if (!isStorable(key)) return [{ path, code: 'validation.characters' } satisfies Issue]
    return checkCharacters(item, path === '' ? key : `${path}.${key}`)
  })
}
