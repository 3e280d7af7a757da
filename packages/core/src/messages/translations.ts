import type { Catalogue } from './catalogue.ts'

/** Why a text can't take another's place (I18N-03). */
export const translationTexts = {
  'translation.unknownKey': 'No text has the key “{{value}}”.',
  'translation.dropped': 'This text must keep {{value}}.',
  'translation.unknownValue': 'This text gets no value for {{value}}. Remove it.',
  'translation.twoForms': 'This text needs two forms: “one” for one thing, “other” for any other number.',
  'translation.oneForm': 'This text has a single form, not one by number.',
  'translation.empty': 'A text can’t be empty.',
} as const satisfies Catalogue
