import {
  assertNoIssues,
  type Document,
  type DocumentPlaces,
  type DocumentSearch,
  type Issue,
  isKinoraError,
  type Page,
  type SiteDocument,
  type SiteMoment,
  toWireDate,
} from '@kinora/core'
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import {
  activeWith,
  collectionsWith,
  countCollectionsWith,
  offered,
  setDocument,
} from '../collections/index.ts'
import { exactly, readPage } from '../kernel/db/pages.ts'
import { alphabetical, contains, isActiveAs, owned } from '../kernel/db/queries.ts'
import { type Author, recordWrite } from '../kernel/rows/audit.ts'
import { crud } from '../kernel/rows/crud.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import type { OfTenant, Scope } from '../kernel/scope.ts'
import { onSiteAt } from '../on-site/index.ts'
import type { Database } from '../ports/db.ts'
import { documentTitlesTable as places, documentsTable as t } from '../stored-documents/tables.ts'
import { titlesTable } from '../stored-titles/tables.ts'

type StoredDocument = typeof t.$inferSelect

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
  order: [alphabetical(t.title)],
  toDraft,
  toEntity: toPlain,
})

/** As audit entries find it. */
const nameOf = (row: StoredDocument) => ({
  noun: 'documents',
  id: row.documentId,
  owner: { tenantId: row.tenantId },
  name: row.title,
  version: row.version,
})

/** The row of the outer query: Drizzle leaves the table’s name away, which would be that of a table within. */
const thisId = sql.raw('documents.document_id')

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
  const rows = readable(scope, db, where).orderBy(by(order), by(t.documentId))
  const found = await readPage(rows, exactly(db.$count(t, and(owns(scope), where))), { page, take })
  return { ...found, data: found.data.map(toDocument) }
}

/** The stored row with its counts, or undefined where it is out of reach. */
export async function findDocument(scope: OfTenant, db: Database, documentId: string) {
  const [found] = await readable(scope, db, eq(t.documentId, documentId))
  return found && { stored: found.row, document: toDocument(found) }
}

/** The titles of the site that show a document, by their names; others keep their place and aren’t seen. */
export const titlesWith = (scope: OfTenant, db: Database, documentId: string) =>
  db
    .select({ tag: titlesTable.tag, title: titlesTable.className })
    .from(places)
    .innerJoin(titlesTable, eq(titlesTable.tag, places.titleTag))
    .where(and(eq(places.documentId, documentId), offered(scope)))
    .orderBy(asc(titlesTable.sortName), asc(titlesTable.tag))

interface Placing extends Partial<DocumentPlaces> {
  row: StoredDocument
  by: Author
}

/** API-115: a list that is given is all of them from now on, one that is left out stays. The tenant is locked. */
export async function placeDocument(
  scope: OfTenant,
  tx: Database,
  { row, collectionTags, titleTags, by }: Placing,
): Promise<void> {
  if (collectionTags !== undefined) await placeInCollections(scope, tx, { row, tags: collectionTags, by })
  if (titleTags !== undefined) await placeWithTitles(scope, tx, { row, tags: titleTags, by })
}

interface Wanted {
  row: StoredDocument
  tags: readonly string[]
  by: Author
}

async function placeInCollections(
  scope: OfTenant,
  tx: Database,
  { row: { documentId }, tags, by }: Wanted,
): Promise<void> {
  const before = (await collectionsWith(scope, tx, documentId)).map(({ collectionTag }) => collectionTag)
  const issues: Issue[] = []
  for (const [index, id] of tags.entries()) {
    if (before.includes(id)) continue
    await setDocument(scope, tx, { tag: id, documentId, on: true, by }).catch((error: unknown) => {
      if (!isKinoraError(error) || error.code !== 'notFound') throw error
      issues.push({ path: `collectionTags.${index}`, code: 'document.noCollection', params: { id } })
    })
  }
  assertNoIssues(issues)
  for (const tag of before)
    if (!tags.includes(tag)) await setDocument(scope, tx, { tag, documentId, on: false, by })
}

async function placeWithTitles(scope: OfTenant, tx: Database, { row, tags, by }: Wanted): Promise<void> {
  const { documentId } = row
  const shown = (await titlesWith(scope, tx, documentId)).map(({ tag }) => tag)
  const wanted = [...new Set(tags)]
  const known = new Set(
    wanted.length === 0
      ? []
      : (
          await tx
            .select({ tag: titlesTable.tag })
            .from(titlesTable)
            .where(and(inArray(titlesTable.tag, wanted), offered(scope)))
            .orderBy(asc(titlesTable.tag))
            .for('key share')
        ).map(({ tag }) => tag),
  )
  assertNoIssues(
    tags.flatMap((id, index): Issue[] =>
      known.has(id) ? [] : [{ path: `titleTags.${index}`, code: 'document.noTitle', params: { id } }],
    ),
  )
  const added = wanted.filter(tag => !shown.includes(tag))
  const gone = shown.filter(tag => !known.has(tag))
  if (added.length + gone.length === 0) return
  if (gone.length > 0)
    await tx.delete(places).where(and(eq(places.documentId, documentId), inArray(places.titleTag, gone)))
  if (added.length > 0)
    await tx
      .insert(places)
      .values(added.map(titleTag => ({ documentId, titleTag, createdAt: by.now, createdBy: by.userId })))
      .onConflictDoNothing()
  const changes = [{ path: 'titleTags', before: shown, after: wanted }]
  await recordWrite(tx, by, { ...nameOf(row), verb: 'map', changes })
}

/** DOC-04: a title that the site shows shows it. */
const withTitle = ({ tenantId, product }: OfTenant, moment: SiteMoment, tag?: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${places} AS p JOIN ${titlesTable} ON ${titlesTable.tag} = p.title_tag
    WHERE p.document_id = ${thisId} AND ${and(onSiteAt({ tenantId, product }, moment), tag === undefined ? undefined : eq(titlesTable.tag, tag))})`

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
export const documentsOfTitle = (
  scope: OfTenant,
  db: Database,
  { tag, moment }: { tag: string; moment: SiteMoment },
): Promise<StoredDocument[]> =>
  db
    .select()
    .from(t)
    .where(shown(scope, withTitle(scope, moment, tag)))
    .orderBy(alphabetical(t.title), asc(t.documentId))

/** The PDF of an active document that stands with an active collection or a title of the site; throws `notFound` for any other. */
export async function openShownDocument(
  scope: OfTenant,
  db: Database,
  { documentId, moment }: { documentId: string; moment: SiteMoment },
) {
  const isPlaced = sql`(${activeWith(scope, thisId)} OR ${withTitle(scope, moment)})`
  const [found] = await db
    .select()
    .from(t)
    .where(shown(scope, and(eq(t.documentId, documentId), isPlaced)!))
  if (found === undefined) throw notFound()
  return toPdfResponse(found)
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
export const toPdfResponse = ({ blobKey, documentName, digest }: StoredDocument) => ({
  key: blobKey,
  contentType: 'application/pdf',
  fileName: documentName,
  etag: `"${digest}"`,
})
