import { isBlank, type LocalisedText } from './fields.ts'

/** One text per IETF tag, and under `invariantText` the one for languages without a text of their own: what forms and history hold. */
export type TextsByLanguage = Readonly<Record<string, string>>

/** I18N-06, as texts by language. */
export function toTexts({ invariantText, localTexts }: LocalisedText): TextsByLanguage {
  return { invariantText, ...Object.fromEntries(localTexts.map(({ ietfTag, text }) => [ietfTag, text])) }
}

/** Texts by language as I18N-06 has them; VAL-08: trimmed, and a blank one is none. */
export function toLocalised({ invariantText = '', ...local }: TextsByLanguage): LocalisedText {
  return {
    invariantText: invariantText.trim(),
    localTexts: Object.entries(local)
      .filter(([, text]) => !isBlank(text))
      .map(([ietfTag, text]) => ({ ietfTag, text: text.trim() })),
  }
}
