import { type LanguageTag, languages, type languageTexts } from '@kinora/core'

/** What says their names: `text` of a component that loads `languageTexts`. */
export type SayLanguage = (key: keyof typeof languageTexts) => string

const known: ReadonlySet<string> = new Set(languages.map(({ ietfTag }) => ietfTag))

/** What a content language is called in the language that is spoken; its tag where it is none of ours. */
export const languageNameIn = (text: SayLanguage, tag: string | null): string =>
  tag !== null && known.has(tag) ? text(`language.${tag as LanguageTag}`) : (tag ?? '')

/** All content languages, to choose from. */
export const languageOptions = (text: SayLanguage) =>
  languages.map(({ ietfTag }) => ({ value: ietfTag, label: languageNameIn(text, ietfTag) }))
