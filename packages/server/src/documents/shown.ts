import type { SiteDocument } from '@kinora/core'
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { activeWith, offered } from '../collections/index.ts'
import { alphabetical } from '../kernel/db/conditions.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import type { Database } from '../ports/db.ts'
import { documentTitlesTable as places, documentsTable as t } from '../stored-documents/tables.ts'
import { titlesTable } from '../stored-titles/tables.ts'
import { type OfTenant, type StoredDocument, thisId } from './rows.ts'

/** DOC-04: a title that the site shows shows it. */
const withTitle = (scope: OfTenant, tag?: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${places} AS p JOIN ${titlesTable} ON ${titlesTable.tag} = p.title_tag
    WHERE p.document_id = ${thisId} AND ${and(offered(scope), tag === undefined ? undefined : eq(titlesTable.tag, tag))})`

const shown = (scope: OfTenant, where: SQL): SQL =>
  and(eq(t.tenantId, scope.tenantId), eq(t.isActive, true), where)!

/** The active ones among these documents of the tenant, by their ids. */
export async function readShownDocuments(
  scope: OfTenant,
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredDocument>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(t)
    .where(shown(scope, inArray(t.documentId, [...new Set(ids)])))
  return new Map(rows.map(row => [row.documentId, row]))
}

/** The active ones that a title shows, by their titles. */
export const documentsOfTitle = (scope: OfTenant, db: Database, tag: string): Promise<StoredDocument[]> =>
  db
    .select()
    .from(t)
    .where(shown(scope, withTitle(scope, tag)))
    .orderBy(alphabetical(t.title), asc(t.documentId))

/** The PDF of an active document that stands with an active collection or a title of the site; throws `notFound` for any other. */
export async function openShownDocument(scope: OfTenant, db: Database, documentId: string) {
  const isPlaced = sql`(${activeWith(scope, thisId)} OR ${withTitle(scope)})`
  const [found] = await db
    .select()
    .from(t)
    .where(shown(scope, and(eq(t.documentId, documentId), isPlaced)!))
  if (found === undefined) throw notFound()
  return toPdfAnswer(found)
}

/** What a site is told of it. */
export const toSiteDocument = (row: StoredDocument): SiteDocument => ({
  documentId: row.documentId,
  title: row.title,
  description: row.description,
  documentName: row.documentName,
  type: 'pdf',
  size: row.size,
  pages: row.pages,
  previewLink: row.previewLink,
})

/** API-114: the file as it was uploaded, under the document’s name. */
export const toPdfAnswer = ({ blobKey, documentName, digest }: StoredDocument) => ({
  key: blobKey,
  contentType: 'application/pdf',
  fileName: documentName,
  etag: `"${digest}"`,
})
