import {
  assertNoIssues,
  type CollectionDraft,
  changedPart,
  checkClasses,
  checkDeactivation,
  checkHighlight,
  checkOnce,
  collectionLimits,
  type Issue,
  KinoraError,
  reordered,
} from '@kinora/core'
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { type Author, recordWrite, recordWrites } from '../kernel/rows/audit.ts'
import type { OfTenant } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { packagesNeeding, removeCollectionFromPackages } from '../stored-subscriptions/index.ts'
import { titlesTable } from '../stored-titles/tables.ts'
import { lockTenant } from '../tenants/index.ts'
import { checkDocuments, countClasses, offered } from './items.ts'
import {
  collectionRows,
  inDisplayOrder,
  nameOf,
  nextPlace,
  type Plain,
  type StoredCollection,
  toPlain,
} from './rows.ts'
import { collectionItemsTable as i, collectionsTable as t } from './tables.ts'

interface NewCollection {
  draft: CollectionDraft
  titleTags: readonly string[]
  by: Author
}

/** API-125, C-112: at the end of the order, with its classes, or not at all. */
export async function insertCollection(
  scope: OfTenant,
  tx: Database,
  { draft, titleTags, by }: NewCollection,
): Promise<string> {
  const { tenantId } = scope
  await lockTenant(scope, tx)
  assertNoIssues(await checkDocuments(scope, tx, draft.documentIds))
  const { name, description, active: isActive } = draft
  const documentIds = [...new Set(draft.documentIds)]
  const displayOrder = await nextPlace(scope, tx)
  const values = { tenantId, name: name.trim(), description: description.trim(), documentIds }
  const shown = { isActive, activatedOnce: isActive, displayOrder }
  const { collectionTag } = await collectionRows.insert(scope, tx, { values: { ...values, ...shown }, by })
  if (titleTags.length > 0) await addClasses(scope, tx, { tag: collectionTag, titleTags, by })
  assertNoIssues(checkClasses({ active: isActive, classes: titleTags.length }))
  return collectionTag
}

interface CollectionChange {
  tag: string
  version: number | undefined
  set: Partial<CollectionDraft>
  by: Author
}

/** API-126, COLL-05: what it holds allows it to be active, what it is to be inactive. The class of the day ends with that. */
export async function updateCollection(
  scope: OfTenant,
  tx: Database,
  { tag: id, version, set: { active, name, description, documentIds }, by }: CollectionChange,
): Promise<Plain> {
  // Lock order: before the collection, as the deletion of a document does.
  if (documentIds !== undefined) await lockTenant(scope, tx)
  const before = await collectionRows.lock(scope, tx, id)
  const isTurnedOn = active === true && !before.isActive
  assertNoIssues([
    ...(active === undefined ? [] : checkDeactivation(toPlain(before), active)),
    ...(isTurnedOn ? checkClasses({ active, classes: await countClasses(scope, tx, id) }) : []),
    ...(await checkDocuments(scope, tx, documentIds)),
  ])
  const shown =
    active === undefined
      ? {}
      : { isActive: active, ...(active ? { activatedOnce: true } : { isClassOfDay: false }) }
  const texts = {
    ...(name !== undefined && { name: name.trim() }),
    ...(description !== undefined && { description: description.trim() }),
    ...(documentIds && { documentIds: [...new Set(documentIds)] }),
  }
  return collectionRows.update(scope, tx, { id, version, by, set: { ...texts, ...shown } })
}

interface Highlight {
  tag: string
  isFeaturedCollection?: boolean | undefined
  isClassOfDayCollection?: boolean | undefined
  by: Author
}

const highlights = {
  isFeaturedCollection: { column: t.isFeatured, field: 'isFeatured' },
  isClassOfDayCollection: { column: t.isClassOfDay, field: 'isClassOfDay' },
} as const

/** API-127, COLL-06, COLL-07, COLL-15: the former one gives it up in the same transaction. */
export async function highlightCollection(
  scope: OfTenant,
  tx: Database,
  { tag, by, ...wanted }: Highlight,
): Promise<void> {
  await lockTenant(scope, tx)
  const row = await collectionRows.lock(scope, tx, tag)
  for (const path of ['isFeaturedCollection', 'isClassOfDayCollection'] as const) {
    const on = wanted[path]
    const { column, field } = highlights[path]
    if (on === undefined || on === row[field]) continue
    if (on) assertNoIssues(checkHighlight({ active: row.isActive }, path))
    const former = on
      ? await tx
          .update(t)
          .set({ [field]: false })
          .where(and(eq(t.tenantId, scope.tenantId), eq(column, true), ne(t.collectionTag, tag)))
          .returning()
      : []
    await tx
      .update(t)
      .set({ [field]: on })
      .where(eq(t.collectionTag, tag))
    const changeTo = (after: boolean) => ({ verb: 'highlight', changes: [{ path, before: !after, after }] })
    await recordWrites(
      tx,
      by,
      former.map(each => ({ ...nameOf(each), ...changeTo(false) })),
    )
    await recordWrite(tx, by, { ...nameOf(row), ...changeTo(on) })
  }
}

/** API-130, COLL-11: those that are named share their places in the order given; the others keep theirs. */
export async function reorderCollections(
  scope: OfTenant,
  tx: Database,
  { tags, by }: { tags: readonly string[]; by: Author },
): Promise<void> {
  assertNoIssues(checkOnce(tags, 'collectionIds'))
  await lockTenant(scope, tx)
  const rows = await inDisplayOrder(scope, tx)
  const byTag = new Map(rows.map(row => [row.collectionTag, row]))
  for (const tag of tags) if (!byTag.has(tag)) await collectionRows.assertOwned(scope, tx, tag)
  const ordered = reordered([...byTag.keys()], tags)
  const moved = ordered.flatMap((tag, index) => {
    const row = byTag.get(tag)!
    return row.displayOrder === index + 1 ? [] : [{ row, place: index + 1 }]
  })
  if (moved.length === 0) return
  await tx.execute(sql`UPDATE collections SET display_order = o.place,
      updated_at = ${by.now.toISOString()}::timestamptz, updated_by = ${by.userId}
    FROM unnest(${sql.param(moved.map(({ row }) => row.collectionTag))}::text[],
      ${sql.param(moved.map(({ place }) => place))}::int[]) AS o (tag, place)
    WHERE collection_tag = o.tag`)
  await recordWrites(
    tx,
    by,
    moved.map(({ row, place }) => ({
      ...nameOf(row),
      verb: 'reorder',
      changes: [{ path: 'displayOrder', before: row.displayOrder, after: place }],
    })),
  )
}

/** COLL-12, C-113: one that is the last of something stays. */
export async function removeCollection(
  scope: OfTenant,
  db: Database,
  { tag, by }: { tag: string; by: Author },
): Promise<void> {
  await db.transaction(async tx => {
    await collectionRows.lock(scope, tx, tag)
    const names = await packagesNeeding(scope, tx, tag)
    if (names.length > 0)
      throw new KinoraError('conflict', {
        issues: [{ path: 'tags', code: 'collection.lastOf', params: { names: names.join(', ') } }],
      })
    await removeCollectionFromPackages(scope, tx, { collectionTag: tag, by })
    await collectionRows.remove(scope, tx, { id: tag, by })
  })
}

export interface ClassWrite {
  tag: string
  titleTags: readonly string[]
  by: Author
}

/**
 * API-128: adds at the end; what is there already stays where it is. The titles are row-locked, so that none is unpublished
 * meanwhile.
 */
export async function addClasses(
  scope: OfTenant,
  tx: Database,
  { tag, titleTags, by }: ClassWrite,
): Promise<void> {
  const row = await collectionRows.lock(scope, tx, tag)
  assertNoIssues(await checkOffered(scope, tx, titleTags))
  const stored = await readOrder(tx, tag)
  const known = new Set(stored.map(({ titleTag }) => titleTag))
  const added = titleTags.filter(titleTag => !known.has(titleTag))
  if (added.length === 0) return
  if (stored.length + added.length > collectionLimits.classes)
    assertNoIssues([
      { path: 'titleTags', code: 'validation.maxOptions', params: { max: collectionLimits.classes } },
    ])
  const last = stored.at(-1)?.place ?? 0
  await tx.execute(sql`INSERT INTO collection_items (collection_tag, title_tag, place, created_at, created_by)
    SELECT ${tag}, o.tag, ${last}::int + o.place, ${by.now.toISOString()}::timestamptz, ${by.userId}
    FROM unnest(${sql.param(added)}::text[]) WITH ORDINALITY AS o (tag, place)`)
  await record(tx, by, row, { verb: 'addClasses', before: null, after: added })
}

/** Each stands once and is shown by the site. */
async function checkOffered(scope: OfTenant, tx: Database, titleTags: readonly string[]): Promise<Issue[]> {
  const twice = checkOnce(titleTags, 'titleTags')
  if (twice.length > 0) return twice
  const found = await tx
    .select({ tag: titlesTable.tag })
    .from(titlesTable)
    .where(and(inArray(titlesTable.tag, [...titleTags]), offered(scope)))
    .orderBy(asc(titlesTable.tag))
    .for('key share')
  const known = new Set(found.map(({ tag }) => tag))
  return titleTags.flatMap((id, index): Issue[] =>
    known.has(id) ? [] : [{ path: `titleTags.${index}`, code: 'collection.notOffered', params: { id } }],
  )
}

/** API-128: those that are named share their places in the order given. One statement writes all that move, however many. */
export async function reorderClasses(
  scope: OfTenant,
  tx: Database,
  { tag, titleTags, by }: ClassWrite,
): Promise<void> {
  const row = await collectionRows.lock(scope, tx, tag)
  const stored = await readOrder(tx, tag)
  const before = stored.map(({ titleTag }) => titleTag)
  assertNoIssues([...checkOnce(titleTags, 'titleTags'), ...checkIn(before, titleTags)])
  const after = reordered(before, titleTags)
  const moved = after.flatMap((id, index) => (id === before[index] ? [] : [{ id, ...stored[index]! }]))
  if (moved.length === 0) return
  await tx.execute(sql`UPDATE collection_items SET place = o.place
    FROM unnest(${sql.param(moved.map(({ id }) => id))}::text[],
      ${sql.param(moved.map(({ place }) => place))}::int[]) AS o (tag, place)
    WHERE collection_tag = ${tag} AND title_tag = o.tag`)
  await record(tx, by, row, {
    verb: 'reorderClasses',
    before: changedPart(after, before),
    after: changedPart(before, after),
  })
}

/** API-128, C-112: the last class stays in an active collection. */
export async function removeClasses(
  scope: OfTenant,
  tx: Database,
  { tag, titleTags, by }: ClassWrite,
): Promise<void> {
  const row = await collectionRows.lock(scope, tx, tag)
  const stored = await readOrder(tx, tag)
  assertNoIssues(
    checkIn(
      stored.map(({ titleTag }) => titleTag),
      titleTags,
    ),
  )
  const gone = await tx
    .delete(i)
    .where(and(eq(i.collectionTag, tag), inArray(i.titleTag, [...titleTags])))
    .returning({ titleTag: i.titleTag })
  if (gone.length === 0) return
  assertNoIssues(checkClasses({ active: row.isActive, classes: await countClasses(scope, tx, tag) }))
  const tags = new Set(gone.map(({ titleTag }) => titleTag))
  const before = stored.map(({ titleTag }) => titleTag).filter(id => tags.has(id))
  await record(tx, by, row, { verb: 'removeClasses', before, after: null })
}

const readOrder = (tx: Database, tag: string) =>
  tx
    .select({ titleTag: i.titleTag, place: i.place })
    .from(i)
    .where(eq(i.collectionTag, tag))
    .orderBy(asc(i.place), asc(i.titleTag))

/** What somebody else has taken out meanwhile is reported, so that the order on screen is read again. */
function checkIn(stored: readonly string[], titleTags: readonly string[]): Issue[] {
  const known = new Set(stored)
  return titleTags.flatMap((id, index): Issue[] =>
    known.has(id) ? [] : [{ path: `titleTags.${index}`, code: 'collection.notIn', params: { id } }],
  )
}

const record = (
  tx: Database,
  by: Author,
  row: StoredCollection,
  { verb, before, after }: { verb: string; before: unknown; after: unknown },
): Promise<void> =>
  recordWrite(tx, by, { ...nameOf(row), verb, changes: [{ path: 'collectionItems', before, after }] })
