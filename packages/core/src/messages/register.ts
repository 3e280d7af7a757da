import type { Catalogue } from './catalogue.ts'

/** Fixed texts of the register whose screens are not built yet (ERR-T2, C-50). A text moves to its noun with its first use; no page loads these. */
export const registerTexts = {
  'loginPage.emailInvalid': 'Email is not valid',

  'title.clubOnly': 'Please Check You Data',
} as const satisfies Catalogue
