import { type Issue, KinoraError, limits } from '@kinora/core'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { alphabetical } from '../kernel/db/conditions.ts'
import type { Author } from '../kernel/rows/audit.ts'
import type { Database } from '../ports/db.ts'
import { findDocuments } from '../stored-documents/index.ts'
import { collectionRows, type OfTenant } from './rows.ts'
import { collectionsTable as t } from './tables.ts'

/** Which of these ids are documents of the tenant. */
export type FindDocuments = typeof findDocuments

/** COLL-13: an id that names no document of the tenant. */
export async function checkDocuments(
  scope: OfTenant,
  db: Database,
  ids: readonly string[] = [],
  find: FindDocuments = findDocuments,
): Promise<Issue[]> {
  const known = ids.length === 0 ? new Set() : await find(scope, db, ids)
  return ids.flatMap((value, index): Issue[] =>
    known.has(value)
      ? []
      : [
          {
            path: `documentIds.${index}`,
            code: 'validation.reference',
            params: { field: 'Document', value, hint: '' },
          },
        ],
  )
}

export interface DocumentChange {
  tag: string
  documentId: string
  /** Whether the collection shows it from now on. */
  on: boolean
  by: Author
}

/** API-115, API-117: shows a document with a collection, or no longer; done twice it is done once. The tenant is locked. */
export async function setDocument(
  scope: OfTenant,
  tx: Database,
  { tag, documentId, on, by }: DocumentChange,
): Promise<void> {
  const { documentIds, name } = await collectionRows.lock(scope, tx, tag)
  if (documentIds.includes(documentId) === on) return
  if (on && documentIds.length >= limits.list)
    throw new KinoraError('invalid', {
      issues: [
        { path: 'collectionTag', code: 'document.collectionFull', params: { name, max: limits.list } },
      ],
    })
  const next = on ? [...documentIds, documentId] : documentIds.filter(id => id !== documentId)
  await collectionRows.update(scope, tx, { id: tag, set: { documentIds: next }, by })
}

const showing = (scope: OfTenant, documentId: SQL | string): SQL =>
  and(eq(t.tenantId, scope.tenantId), sql`${documentId} = ANY(${t.documentIds})`)!

/** Whether an active collection shows a document of a query. */
export const activeWith = (scope: OfTenant, documentId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${t} WHERE ${and(showing(scope, documentId), eq(t.isActive, true))})`

/** The collections that show a document, by their names. */
export const collectionsWith = (scope: OfTenant, db: Database, documentId: string) =>
  db
    .select({ collectionTag: t.collectionTag, name: t.name })
    .from(t)
    .where(showing(scope, documentId))
    .orderBy(alphabetical(t.name), asc(t.collectionTag))

/** How many collections show each document of a query; 0 where none does. */
export const countCollectionsWith = (scope: OfTenant, documentId: SQL): SQL<number> =>
  sql<number>`(SELECT count(*)::int FROM ${t} WHERE ${showing(scope, documentId)})`
