import type { Issue } from './errors.ts'

/** NUL, which no database stores, and half of a character, which no encoding knows. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Whether a person sees anything of it: blanks, joiners, marks of direction and fillers show nothing. */
export const isVisible = (text: string): boolean =>
  /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u.test(text)

/** Grapheme clusters, which are signs as a person counts them: an emoji, or a letter with its accents, is one. */
export function countGraphemes(text: string): number {
  if (!/[^\x20-\x7e]/.test(text)) return text.length
  let signs = 0
  for (const _ of new Intl.Segmenter('en').segment(text)) signs++
  return signs
}

/** As many of its first signs, none cut in half. */
export const firstGraphemes = (text: string, count: number): string =>
  text.length <= count
    ? text
    : Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment)
        .slice(0, count)
        .join('')

/** Bytes of UTF-8 that a sign may take on average; a family emoji has 25. 40 such signs fit twice into a row of an index. */
const GRAPHEME_BYTES = 30

/** VAL-28: whether it has more signs than that. */
export const isLonger = (text: string, max: number): boolean =>
  text.length > max &&
  (new TextEncoder().encode(text).length > max * GRAPHEME_BYTES || countGraphemes(text) > max)

const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/
/** Marks of direction beside letters are writing; an override shows letters in another order than they stand in. */
const override = /[\u202d\u202e]/

/** What is wrong with text that stands on one line and is read as it is written: a name, a keyword, a person. */
export const lineProblem = (
  text: string,
): 'validation.lineBreak' | 'validation.directionOverride' | undefined =>
  lineBreak.test(text)
    ? 'validation.lineBreak'
    : override.test(text)
      ? 'validation.directionOverride'
      : undefined

/** Where a value holds text that can't be stored, whatever its field; file names and the keys of records included. */
export function checkCharacters(value: unknown, path = ''): Issue[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [{ path, code: 'validation.characters' }]
  if (typeof value !== 'object' || value === null) return []
  if (value instanceof Blob) return 'name' in value ? checkCharacters(value.name, path) : []
  return Object.entries(value).flatMap(([key, item]) => {
    if (!isStorable(key)) return [{ path, code: 'validation.characters' } satisfies Issue]
    // A catalogue has millions of cells: the path of one that is fine isn't written.
    if (typeof item === 'string' && isStorable(item)) return []
    return checkCharacters(item, path === '' ? key : `${path}.${key}`)
  })
}
