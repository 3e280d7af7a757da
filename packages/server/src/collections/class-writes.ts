import {
  assertNoIssues,
  changedPart,
  checkClasses,
  checkOnce,
  collectionLimits,
  type Issue,
  reordered,
} from '@kinora/core'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { type Author, recordWrite } from '../kernel/rows/audit.ts'
import type { Database } from '../ports/db.ts'
import { titlesTable } from '../stored-titles/tables.ts'
import { countClasses, offered } from './items.ts'
import { collectionRows, nameOf, type OfTenant, type StoredCollection } from './rows.ts'
import { collectionItemsTable as i } from './tables.ts'

export interface ClassWrite {
  tag: string
  titleTags: readonly string[]
  by: Author
}

/** API-128: adds at the end; what is there already stays where it is. The titles are held, so that none leaves meanwhile. */
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

/** What somebody else has taken out meanwhile is said, so that the order on screen is read again. */
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
