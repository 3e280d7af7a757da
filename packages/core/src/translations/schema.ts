import * as z from 'zod'
import { limits } from '../kernel/field-rules.ts'
import { LimitedText, Version } from '../kernel/fields.ts'

/** Characters of a text, or of each of its forms. */
export const TRANSLATION_MAX = 1000
/** Texts that one call may replace: more than the catalogue has. */
export const TRANSLATIONS_MAX = 5000

const form = LimitedText(TRANSLATION_MAX)
/** A text, or its forms by number. */
export const TranslationText = z.union([form, z.object({ one: form, other: form })])
/** Names a text of the catalogue, such as `loginPage.loginErrors` (I18N-07). */
export const TranslationKey = z.string().max(limits.text, 'validation.tooLong')

/** What takes the place of a text of the catalogue (I18N-03). */
export const TranslationDraft = z.object({ key: TranslationKey, text: TranslationText })
export type TranslationDraft = z.infer<typeof TranslationDraft>

/** A replaced text, and who replaced it. */
export const Translation = z.object({
  ...TranslationDraft.shape,
  /** What the catalogue says; null where it has the key no more. */
  original: TranslationText.nullable(),
  version: Version,
  /** When it was last changed. */
  updatedDate: z.string(),
  /** By whom; empty where that person is gone. */
  updatedBy: z.string(),
})
export type Translation = z.infer<typeof Translation>
