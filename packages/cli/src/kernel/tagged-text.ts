import { languages } from '@kinora/core'

/** `Morning` is a text alone, `de-DE=Morgen` one in a language, whatever the case of its tag. */
export function toTagged(value: string): { tag?: string; text: string } {
  const [, tag, text] = /^([a-z]{2,3}-[a-z]{2})=(.*)$/is.exec(value) ?? []
  if (tag === undefined || text === undefined) return { text: value }
  const known = languages.find(({ ietfTag }) => ietfTag.toLowerCase() === tag.toLowerCase())
  return { tag: known?.ietfTag ?? tag, text }
}
