import { batchTexts } from './batches.ts'
import { bulkIssueTexts } from './bulk.ts'
import { commonTexts } from './common.ts'
import { formTexts } from './forms.ts'
import { homeTexts } from './home.ts'
import { listTexts } from './lists.ts'
import { processingTexts } from './processing.ts'
import { registerTexts } from './register.ts'
import { sessionTexts } from './session.ts'
import { taxonomyTexts } from './taxonomies.ts'
import { titleEditorTexts } from './title-editor.ts'
import { titleTexts } from './titles.ts'
import { uploadTexts } from './uploads.ts'
import { validationTexts } from './validation.ts'

/**
 * Every text that a person reads, by key (ERR-19), for server and command line; a page loads the catalogues it needs. Texts of
 * the register are verbatim, misspellings included (C-41).
 */
export const en = {
  ...batchTexts,
  ...bulkIssueTexts,
  ...commonTexts,
  ...formTexts,
  ...homeTexts,
  ...listTexts,
  ...processingTexts,
  ...registerTexts,
  ...sessionTexts,
  ...taxonomyTexts,
  ...titleEditorTexts,
  ...titleTexts,
  ...uploadTexts,
  ...validationTexts,
}

/** Keys that every screen may say. */
export type CommonKey = keyof typeof commonTexts | keyof typeof sessionTexts

/** The key of any text; a missing one fails the build. */
export type MessageKey = keyof typeof en
