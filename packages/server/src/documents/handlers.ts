import type { documents } from '@kinora/core'
import { collectionsWith } from '../collections/index.ts'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import { removeEach } from '../kernel/rows/removals.ts'
import type { OfTenant } from '../kernel/scope.ts'
import { documentRows, findDocument, listDocuments, titlesWith, toPdfResponse } from './rows.ts'
import {
  checkPdf,
  discard,
  insertDocument,
  mapDocument,
  removeDocument,
  setInCollection,
  storePdf,
  updateDocument,
} from './writes.ts'

const done = { status: 200 }

export const documentHandlers: Handlers<typeof documents> = {
  list: (search, { scope, deps }) => listDocuments(scope, deps.db, search),

  view: ({ documentId }, context) => readDetails(context, documentId),

  async create({ file, collectionTags, titleTags, ...given }, context) {
    const { scope } = context
    const { db, blobs, settings } = context.deps
    const pdf = await checkPdf(file, scope, context)
    const { title, description = '', documentName = pdf.name, active = true } = given
    const draft = { title, description, documentName, active }
    const by = authorOf(context)
    const documentId = await storePdf(context, pdf, blobKey =>
      db.transaction(tx =>
        insertDocument(
          scope,
          { db: tx, blobs, settings },
          { draft, file: { pdf, blobKey }, collectionTags, titleTags, by },
        ),
      ),
    )
    return { documentId }
  },

  async update({ tenantId: _, documentId: id, version, file, type: __, ...given }, context) {
    const { scope } = context
    const { db, blobs, settings } = context.deps
    await documentRows.assertOwned(scope, db, id)
    const { collectionTags, titleTags, ...set } = given
    const change = { id, version, set, collectionTags, titleTags, by: authorOf(context) }
    const write = (stored: { file: Parameters<typeof updateDocument>[2]['file'] }) =>
      db.transaction(tx => updateDocument(scope, { db: tx, blobs, settings }, { ...change, ...stored }))
    if (file === undefined) await write({ file })
    else {
      const pdf = await checkPdf(file, scope, context)
      const unused = await storePdf(context, pdf, blobKey => write({ file: { pdf, blobKey } }))
      if (unused !== undefined) await discard(blobs, unused)
    }
    return readDetails(context, id)
  },

  /** API-114 */
  async download({ documentId }, context) {
    const { stored } = await find(context, documentId)
    return toPdfResponse(stored)
  },

  async map({ documentId, collectionTags, titleTags }, context) {
    const { scope, deps } = context
    const mapping = { documentId, collectionTags, titleTags, by: authorOf(context) }
    await deps.db.transaction(tx => mapDocument(scope, tx, mapping))
    return done
  },

  async remove({ ids }, context) {
    const { scope, deps } = context
    const by = authorOf(context)
    return removeEach(new Set(ids), documentId => removeDocument(scope, deps, { documentId, by }))
  },

  addToCollection: (input, context) => setPlace(input, context, true),
  removeFromCollection: (input, context) => setPlace(input, context, false),
}

async function setPlace(
  { documentId, collectionTag: tag }: Record<'documentId' | 'collectionTag', string>,
  context: Context<OfTenant>,
  on: boolean,
) {
  const { scope, deps } = context
  const by = authorOf(context)
  await deps.db.transaction(tx => setInCollection(scope, tx, { documentId, tag, on, by }))
  return done
}

async function find({ scope, deps }: Context<OfTenant>, documentId: string) {
  const found = await findDocument(scope, deps.db, documentId)
  if (found === undefined) throw notFound()
  return found
}

async function readDetails(context: Context<OfTenant>, documentId: string) {
  const { document } = await find(context, documentId)
  const { scope } = context
  const { db } = context.deps
  const [collections, titles] = await Promise.all([
    collectionsWith(scope, db, documentId),
    titlesWith(scope, db, documentId),
  ])
  return { ...document, collections, titles }
}
