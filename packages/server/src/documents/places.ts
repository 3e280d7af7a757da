import { assertNoIssues, type DocumentPlaces, type Issue, isKinoraError } from '@kinora/core'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { collectionsWith, offered, setDocument } from '../collections/index.ts'
import { type Author, recordWrite } from '../kernel/rows/audit.ts'
import type { Database } from '../ports/db.ts'
import { documentTitlesTable as p } from '../stored-documents/tables.ts'
import { titlesTable } from '../stored-titles/tables.ts'
import { nameOf, type OfTenant, type StoredDocument } from './rows.ts'

/** The titles of the site that show a document, by their names; others keep their place and aren’t seen. */
export const titlesWith = (scope: OfTenant, db: Database, documentId: string) =>
  db
    .select({ tag: titlesTable.tag, title: titlesTable.className })
    .from(p)
    .innerJoin(titlesTable, eq(titlesTable.tag, p.titleTag))
    .where(and(eq(p.documentId, documentId), offered(scope)))
    .orderBy(asc(titlesTable.className), asc(titlesTable.tag))

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
  if (gone.length > 0) await tx.delete(p).where(and(eq(p.documentId, documentId), inArray(p.titleTag, gone)))
  if (added.length > 0)
    await tx
      .insert(p)
      .values(added.map(titleTag => ({ documentId, titleTag, createdAt: by.now, createdBy: by.userId })))
      .onConflictDoNothing()
  const changes = [{ path: 'titleTags', before: shown, after: wanted }]
  await recordWrite(tx, by, { ...nameOf(row), verb: 'map', changes })
}
