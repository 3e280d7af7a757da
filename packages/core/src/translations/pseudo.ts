const accents: Readonly<Record<string, string>> = {
  ...{ a: 'á', c: 'ç', e: 'é', i: 'í', n: 'ñ', o: 'ö', s: 'š', u: 'ü', y: 'ý', z: 'ž' },
  ...{ A: 'Å', C: 'Ç', E: 'É', I: 'Î', N: 'Ñ', O: 'Ö', S: 'Š', U: 'Ü', Y: 'Ý', Z: 'Ž' },
}
const RIGHT_TO_LEFT = '\u202e'
const END = '\u202c'
const MARK = '\u200f'

/** Looks to test a screen with: `long` as German may be, with accents and ends that show what is cut off; `rtl` as Arabic runs. */
export const pseudoLocales = {
  long: (text: string): string => {
    const words = outsideValues(text, part => part.replace(/[a-z]/gi, letter => accents[letter] ?? letter))
    return `[${words}${' ~'.repeat(Math.ceil(text.length / 6))}]`
  },
  rtl: (text: string): string =>
    outsideValues(text, part => part.replace(/\S+/g, word => MARK + RIGHT_TO_LEFT + word + END + MARK)),
} as const
export type PseudoLocale = keyof typeof pseudoLocales

/** Values in braces stay as they are. */
function outsideValues(text: string, change: (part: string) => string): string {
  return text
    .split(/(\{\{.*?\}\})/)
    .map((part, nth) => (nth % 2 === 0 ? change(part) : part))
    .join('')
}
