import * as z from 'zod'
import { Role } from '../access.ts'
import { binary, callsFor, noun } from '../kernel/endpoint.ts'
import { limits } from '../kernel/field-rules.ts'
import { Done, Id, KnownVersion, OfTenant } from '../kernel/fields.ts'
import { Paged } from '../kernel/pages.ts'
import {
  Document,
  DocumentDetails,
  DocumentDraft,
  DocumentPlaces,
  DocumentRemoval,
  DocumentSearch,
  DocumentType,
  PdfFile,
} from './schema.ts'

/** F-2 */
const { del, post } = callsFor({ allow: [Role.Tenant, Role.Support], scope: 'tenant' })
const byId = OfTenant.extend({ documentId: Id })
const ofCollection = byId.extend({ collectionTag: Id })
const { title, description, documentName, active } = DocumentDraft.shape
const Places = DocumentPlaces.partial().shape

export const documents = noun('documents', {
  list: post('/v4/portal/document/list', {
    summary: 'The tenant’s documents (API-110)',
    input: OfTenant.extend(DocumentSearch.shape),
    output: Paged(Document),
  }),
  view: post('/v4/portal/document/details', {
    summary: 'One document with the collections and titles that show it (API-111)',
    input: byId,
    output: DocumentDetails,
  }),
  create: post('/v4/portal/document/add', {
    summary:
      'Adds a PDF under 10 MB, with collections and titles where that is asked for, and answers with its id (API-112)',
    input: OfTenant.extend({
      title,
      description: description.optional(),
      documentName: documentName.optional(),
      type: DocumentType.optional(),
      active: active.optional(),
      ...Places,
      file: PdfFile,
    }),
    output: z.object({ documentId: z.string() }),
    status: 201,
    multipart: true,
  }),
  update: post('/v4/portal/document/update', {
    summary: 'Changes a document or puts another PDF in its place; what is left out stays (API-113)',
    input: byId
      .extend({ ...DocumentDraft.partial().shape, type: DocumentType.optional(), ...Places })
      .extend({ file: PdfFile.optional() })
      .extend(KnownVersion.shape),
    output: DocumentDetails,
    multipart: true,
  }),
  download: post('/v4/portal/document/download', {
    summary: 'The PDF as it was uploaded, whole or by ranges, also with If-Range (API-114)',
    input: byId,
    output: binary('application/pdf'),
  }),
  map: post('/v4/portal/document/contentmapping', {
    summary: 'Says which collections and titles show a document; a list that is left out stays (API-115)',
    input: byId.extend(Places),
    output: Done,
  }),
  remove: del('/v4/portal/documents', {
    summary: 'Deletes documents, each on its own; they leave their collections and titles (API-116)',
    input: OfTenant.extend({ ids: z.array(Id.min(1)).min(1).max(limits.filter) }),
    query: ['tenantId'],
    body: 'ids',
    output: z.array(DocumentRemoval),
  }),
  addToCollection: post('/v4/portal/document-collection/add', {
    summary: 'Shows a document with a collection (API-117)',
    input: ofCollection,
    output: Done,
  }),
  removeFromCollection: post('/v4/portal/document-collection/remove', {
    summary: 'No longer shows a document with a collection (API-117)',
    input: ofCollection,
    output: Done,
  }),
})
