import type { Issue } from '../kernel/errors.ts'
import { checkWith } from '../kernel/issues.ts'
import { DocumentDraft } from './schema.ts'

/** DOC-01, DOC-03: what is wrong with the fields that are there; the file is checked by `checkFile`. */
export const checkDocument = (draft: Partial<DocumentDraft>): Issue[] =>
  checkWith(DocumentDraft.partial(), draft)

/** DOC-02: what stands in the way of a PDF beyond its name, its size and its first bytes. Each text names the mend. */
export type PdfFault = 'encrypted' | 'damaged' | 'noPages' | 'tooComplex'

/** The same as the issue of the form’s file. */
export const pdfIssue = (fault: PdfFault): Issue => ({ path: 'file', code: `document.${fault}` })
