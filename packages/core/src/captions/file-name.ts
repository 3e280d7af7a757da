import { languages } from '../languages/index.ts'

/** The language that a file's name ends with, as in `class.en-GB.vtt` or `class_de.vtt`; `de` is taken for `de-DE`, `en` for none of the two. */
export function languageInName(name: string): string | undefined {
  const [, code, region] = /[._ -]([a-z]{2})(?:[-_]([a-z]{2}))?\.vtt$/i.exec(name) ?? []
  if (code === undefined) return undefined
  const ofCode = languages.filter(({ ietfTag }) => ietfTag.startsWith(`${code.toLowerCase()}-`))
  const ofRegion = ofCode.find(({ ietfTag }) => ietfTag.endsWith(`-${(region ?? code).toUpperCase()}`))
  if (ofRegion !== undefined) return ofRegion.ietfTag
  return region === undefined && ofCode.length === 1 ? ofCode[0]!.ietfTag : undefined
}
