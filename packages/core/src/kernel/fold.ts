/**
 * What a reader doesn't see, or sees as the same letter: accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic, joiners,
 * marks of direction, selectors of a glyph. Vowels of Indic scripts and Thai and the marks of kana are letters to their readers, so
 * they stay. The database has the same list (migration 0084).
 */
const ignored =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: marks are meant by themselves.
  /[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u115f\u1160\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\u2de0-\u2dff\ua66f\ua674-\ua67d\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\u{e0000}-\u{e0fff}]/gu

/** Letters that Unicode doesn't take apart though people do, and signs that keyboards write in their place. */
const letters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
  ...{ ı: 'i', ȷ: 'j', ς: 'σ', ł: 'l', đ: 'd', ð: 'd', ø: 'o', ħ: 'h', ŧ: 't', ŋ: 'n' },
  ...{ '‘': "'", '’': "'", '‛': "'", ʼ: "'", ʻ: "'", '“': '"', '”': '"', '„': '"' },
  ...{ '‐': '-', '‒': '-', '–': '-', '—': '-', '−': '-' },
}
const listed = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu')

/**
 * The one form in which texts are compared and searched: whatever their case, accents, composition and width, in whatever language
 * the browser is. The database folds alike (`kinora_fold`), so a text is always found by itself.
 */
export function fold(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(ignored, '')
    .toLowerCase()
    .replace(listed, letter => letters[letter]!)
    .normalize('NFC')
}

/** A name as it is compared with another: folded, with single blanks inside and none around. */
export const foldName = (name: string): string => fold(name).trim().replace(/\s+/g, ' ')

/** The words of a search, folded. */
export const foldedWords = (query: string | undefined): string[] =>
  fold(query ?? '')
    .split(/\s+/)
    .filter(word => word !== '')

/** Whether the texts together hold every word that is searched for: the same in every list, picker and palette. */
export function matches(query: string, ...texts: readonly (string | null | undefined)[]): boolean {
  const folded = fold(texts.filter(text => text != null).join('\n'))
  return foldedWords(query).every(word => folded.includes(word))
}

/** What names stand for: a name as it is written before one that only reads alike, as Élan and Elan may both be there. */
export function indexNames<T>(
  named: Iterable<readonly [name: string, value: T]>,
): (name: string) => ReadonlySet<T> {
  const forms = [(name: string) => name.normalize('NFC').trim(), foldName]
  const indexes = forms.map(() => new Map<string, Set<T>>())
  for (const [name, value] of named)
    for (const [level, form] of forms.entries()) {
      const key = form(name)
      const values = indexes[level]!.get(key)
      if (key === '') continue
      if (values === undefined) indexes[level]!.set(key, new Set([value]))
      else values.add(value)
    }
  return name => indexes[0]!.get(forms[0]!(name)) ?? indexes[1]!.get(foldName(name)) ?? new Set()
}

/** Names in the order of a dictionary, numbers by their value: Day 2 before Day 10. */
export const compareNames = (one: string, other: string): number =>
  one.localeCompare(other, undefined, { numeric: true })
