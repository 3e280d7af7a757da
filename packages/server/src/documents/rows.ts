import { type Document, type DocumentSearch, type Page, toPage, toWireDate } from '@kinora/core'
import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { countCollectionsWith, offered } from '../collections/index.ts'
import { alphabetical, contains, isActiveAs } from '../kernel/db/conditions.ts'
import { owned } from '../kernel/db/scope-condition.ts'
import { crud } from '../kernel/rows/crud.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { documentTitlesTable as places, documentsTable as t } from '../stored-documents/tables.ts'
import { titlesTable } from '../stored-titles/tables.ts'

export type OfTenant = Scope & { kind: 'tenant' }
export type StoredDocument = typeof t.$inferSelect

/** A document beside its places. */
type Plain = Omit<Document, 'collectionCount' | 'titleCount'>

const toDraft = ({ title, description, documentName, isActive, digest }: StoredDocument) => ({
  title,
  description,
  documentName,
  active: isActive,
  // Another file is a change that people have made.
  digest,
})

const toPlain = (row: StoredDocument): Plain => ({
  documentId: row.documentId,
  ...toDraft(row),
  type: 'pdf',
  tenantId: row.tenantId,
  size: row.size,
  pages: row.pages,
  previewLink: row.previewLink,
  createdDate: toWireDate(row.createdAt),
  version: row.version,
})

const owns = (scope: Scope): SQL => owned(scope, { tenantId: t.tenantId })

export const documentRows = crud(t, {
  noun: 'documents',
  id: 'documentId',
  owns,
  order: [alphabetical(t.title), asc(t.documentId)],
  toDraft,
  toEntity: toPlain,
})

/** As audit entries find it. */
export const nameOf = (row: StoredDocument) => ({
  noun: 'documents',
  id: row.documentId,
  owner: { tenantId: row.tenantId },
  version: row.version,
})

/** The row of the outer query: Drizzle leaves the table’s name away, which would be that of a table within. */
export const thisId = sql.raw('documents.document_id')

const counts = (scope: OfTenant) => ({
  collectionCount: countCollectionsWith(scope, thisId),
  titleCount: sql<number>`(SELECT count(*)::int FROM ${places} AS p
    JOIN ${titlesTable} ON ${titlesTable.tag} = p.title_tag
    WHERE p.document_id = ${thisId} AND ${offered(scope)})`,
})

const readable = (scope: OfTenant, db: Database, where: SQL | undefined) =>
  db
    .select({ row: t, ...counts(scope) })
    .from(t)
    .where(and(owns(scope), where))
    .$dynamic()

const toDocument = ({ row, ...counted }: Awaited<ReturnType<typeof readable>>[number]): Document => ({
  ...toPlain(row),
  ...counted,
})

/** API-110: one page in the wanted order. */
export async function listDocuments(
  scope: OfTenant,
  db: Database,
  { page, take, query, active, sort, dir }: z.output<typeof DocumentSearch>,
): Promise<Page<Document>> {
  const where = and(contains(query, t.title, t.description, t.documentName), isActiveAs(t.isActive, active))
  const by = { asc, desc }[dir]
  const order = { title: alphabetical(t.title), size: t.size, pages: t.pages, createdDate: t.createdAt }[sort]
  const all = readable(scope, db, where).orderBy(by(order), by(t.documentId))
  const rows = await all.limit(take).offset((page - 1) * take)
  const [counted] = await db
    .select({ total: count() })
    .from(t)
    .where(and(owns(scope), where))
  return toPage(rows.map(toDocument), counted!.total, { page, take })
}

/** The stored row with its counts, or undefined where it is out of reach. */
export async function findDocument(scope: OfTenant, db: Database, documentId: string) {
  const [found] = await readable(scope, db, eq(t.documentId, documentId))
  return found && { stored: found.row, document: toDocument(found) }
}
