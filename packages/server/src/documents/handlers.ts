import type { documents } from '@kinora/core'
import { collectionsWith } from '../collections/index.ts'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import { tenantScope } from '../kernel/scope.ts'
import { documentRows, findDocument, listDocuments, type OfTenant, titlesWith, toPdfAnswer } from './rows.ts'
import {
  checkPdf,
  discard,
  insertDocument,
  keepPdf,
  mapDocument,
  removeDocument,
  setInCollection,
  updateDocument,
} from './writes.ts'

const done = { status: 200 }

export const documentHandlers: Handlers<typeof documents> = {
  list: ({ tenantId, ...search }, context) =>
    listDocuments(tenantScope(tenantId, context), context.deps.db, search),

  view: ({ tenantId, documentId }, context) =>
    readDetails(tenantScope(tenantId, context), context, documentId),

  async create({ tenantId, file, collectionTags, titleTags, ...given }, context) {
    const scope = tenantScope(tenantId, context)
    const { db, blobs, settings } = context.deps
    const pdf = await checkPdf(file, scope, context)
    const { title, description = '', documentName = pdf.name, active = true } = given
    const draft = { title, description, documentName, active }
    const by = authorOf(context)
    const documentId = await keepPdf(context, pdf, blobKey =>
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

  async update({ tenantId, documentId: id, version, file, type: _, ...given }, context) {
    const scope = tenantScope(tenantId, context)
    const { db, blobs, settings } = context.deps
    await documentRows.assertOwned(scope, db, id)
    const { collectionTags, titleTags, ...set } = given
    const change = { id, version, set, collectionTags, titleTags, by: authorOf(context) }
    const write = (stored: { file: Parameters<typeof updateDocument>[2]['file'] }) =>
      db.transaction(tx => updateDocument(scope, { db: tx, blobs, settings }, { ...change, ...stored }))
    if (file === undefined) await write({ file })
    else {
      const pdf = await checkPdf(file, scope, context)
      const unused = await keepPdf(context, pdf, blobKey => write({ file: { pdf, blobKey } }))
      if (unused !== undefined) await discard(blobs, unused)
    }
    return readDetails(scope, context, id)
  },

  /** API-114 */
  async download({ tenantId, documentId }, context) {
    const { stored } = await find(tenantScope(tenantId, context), context, documentId)
    return toPdfAnswer(stored)
  },

  async map({ tenantId, ...mapping }, context) {
    const scope = tenantScope(tenantId, context)
    const by = authorOf(context)
    await context.deps.db.transaction(tx => mapDocument(scope, tx, { ...mapping, by }))
    return done
  },

  async remove({ tenantId, ids }, context) {
    const scope = tenantScope(tenantId, context)
    const by = authorOf(context)
    const results = []
    for (const documentId of new Set(ids))
      results.push(await removeDocument(scope, context.deps, { documentId, by }))
    return results
  },

  addToCollection: (input, context) => setPlace(input, context, true),
  removeFromCollection: (input, context) => setPlace(input, context, false),
}

async function setPlace(
  { tenantId, documentId, collectionTag: tag }: Record<'tenantId' | 'documentId' | 'collectionTag', string>,
  context: Context,
  on: boolean,
) {
  const scope = tenantScope(tenantId, context)
  const by = authorOf(context)
  await context.deps.db.transaction(tx => setInCollection(scope, tx, { documentId, tag, on, by }))
  return done
}

async function find(scope: OfTenant, { deps }: Context, documentId: string) {
  const found = await findDocument(scope, deps.db, documentId)
  if (found === undefined) throw notFound()
  return found
}

async function readDetails(scope: OfTenant, context: Context, documentId: string) {
  const { document } = await find(scope, context, documentId)
  const { db } = context.deps
  const [collections, titles] = await Promise.all([
    collectionsWith(scope, db, documentId),
    titlesWith(scope, db, documentId),
  ])
  return { ...document, collections, titles }
}
