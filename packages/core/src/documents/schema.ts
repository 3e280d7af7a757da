import * as z from 'zod'
import type { Issue } from '../kernel/errors.ts'
import { limits } from '../kernel/field-rules.ts'
import {
  FileName,
  Id,
  LimitedText,
  onOneLine,
  RequiredFile,
  RequiredText,
  removalWithReason,
  Version,
} from '../kernel/fields.ts'
import { checkWith } from '../kernel/issues.ts'
import { Direction, PageInput } from '../kernel/pages.ts'
import type { MessageKey } from '../messages/en.ts'

/** B-18: the one kind there is (VAL-16). */
export const DocumentType = z.literal('pdf')

/** The name under which it is downloaded. */
export const DocumentName = FileName().regex(/\.pdf$/i, 'document.name' satisfies MessageKey)

/** What a person sets on a document (B-18); its file travels beside it. */
export const DocumentDraft = z.object({
  title: RequiredText('required.title', limits.title).superRefine(onOneLine),
  /** DOC-03 */
  description: LimitedText(limits.documentDescription),
  documentName: DocumentName,
  active: z.boolean(),
})
export type DocumentDraft = z.infer<typeof DocumentDraft>
/** A new one; its name is that of its file. */
export const newDocument: DocumentDraft = { title: '', description: '', documentName: '', active: true }

/** Where a document stands: collections and titles, by tag. */
export const DocumentPlaces = z.object({
  collectionTags: z.array(Id.min(1)).max(limits.filter),
  titleTags: z.array(Id.min(1)).max(limits.filter),
})
export type DocumentPlaces = z.infer<typeof DocumentPlaces>

/** DOC-02, C-19: the file of a form. */
export const PdfFile = RequiredFile

/** A document, as the API answers it (DOC-01, B-18; what stands after the tenant is †). */
export const Document = z.object({
  documentId: z.string(),
  ...DocumentDraft.shape,
  title: z.string(),
  documentName: z.string(),
  type: DocumentType,
  tenantId: z.string(),
  /** Bytes. */
  size: z.int(),
  pages: z.int(),
  /** A picture of the first page. */
  previewLink: z.string(),
  /** SHA-256 of the file: what was begun to be downloaded can be continued as long as it stays. */
  digest: z.string(),
  /** Collections that show it. */
  collectionCount: z.int(),
  /** Titles of the site that show it. */
  titleCount: z.int(),
  createdDate: z.string(),
  version: Version,
})
export type Document = z.infer<typeof Document>

/** API-111: one document with its places; titles that the site doesn’t show keep theirs and aren’t named. */
export const DocumentDetails = Document.extend({
  collections: z.array(z.object({ collectionTag: z.string(), name: z.string() })),
  titles: z.array(z.object({ tag: z.string(), title: z.string() })),
})
export type DocumentDetails = z.infer<typeof DocumentDetails>

/** Part of a title, a description or a file’s name, and whether it is active (†). */
export const DocumentSearch = PageInput.extend({
  query: LimitedText().optional(),
  active: z.boolean().optional(),
  sort: z.enum(['title', 'size', 'pages', 'createdDate']).default('title'),
  dir: Direction.default('asc'),
})

/** API-116: what became of one that was to be deleted. */
export const DocumentRemoval = removalWithReason({ id: 'documentId' })
export type DocumentRemoval = z.infer<typeof DocumentRemoval>

/** DOC-01, DOC-03: what is wrong with the fields that are there; the file is checked by `checkDocumentFile`. */
export const checkDocument = (draft: Partial<DocumentDraft>): Issue[] =>
  checkWith(DocumentDraft.partial(), draft)

/** DOC-02: what stands in the way of a PDF beyond its name, its size and its first bytes. Each text names the mend. */
export type PdfFault = 'encrypted' | 'damaged' | 'noPages' | 'tooComplex'

/** The same as the issue of the form’s file. */
export const pdfIssue = (fault: PdfFault): Issue => ({ path: 'file', code: `document.${fault}` })
