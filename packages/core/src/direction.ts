const rightToLeft: ReadonlySet<string> = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'])
const known = new Map<string, 'ltr' | 'rtl'>([['en', 'ltr']])

/** Which way the lines of a language run: by the script that it has, or is most often written in. What is no IETF tag runs left to right. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  const found = known.get(tag)
  if (found !== undefined) return found
  const direction = rightToLeft.has(scriptOf(tag) ?? '') ? 'rtl' : 'ltr'
  known.set(tag, direction)
  return direction
}

function scriptOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag.replaceAll('_', '-')).maximize().script
  } catch {
    return undefined
  }
}
