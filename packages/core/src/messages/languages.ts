import { type LanguageTag, languages } from '../languages.ts'

/** What each content language is called; loaded with what has a field for each of them (I18N-06). */
export const languageTexts = /* @__PURE__ */ Object.fromEntries(
  languages.map(({ ietfTag, name }) => [`language.${ietfTag}`, name]),
) as { readonly [K in `language.${LanguageTag}`]: string }
