import { type Issue, languages, type TaxonomyKind } from '@kinora/core'
import { and, eq, exists, inArray, isNull, or, type SQL } from 'drizzle-orm'
import { categoriesTable, subCategoriesTable } from '../../categories/tables.ts'
import { channelsTable, channelTenantsTable } from '../../channels/tables.ts'
import type { Database } from '../../ports/db.ts'
import type { Owner, StoredTitle } from '../../stored-titles/index.ts'
import { taxonomiesTable } from '../../taxonomies/tables.ts'
import { unknown } from './owners.ts'

/** The ids that a title refers to, as it would be stored. */
export type Referring = Pick<
  StoredTitle,
  | 'classCategoryId'
  | 'classSubCategoryId'
  | 'classLanguageCode'
  | 'channelId'
  | 'equipmentIds'
  | 'focusAreaIds'
  | 'labelIds'
  | 'imageLink'
> &
  Owner
type Field = Exclude<keyof Referring, keyof Owner>

/** What the title has been given before; nothing where it is new. */
export type Held = Pick<StoredTitle, 'equipmentIds' | 'focusAreaIds' | 'labelIds'>

/**
 * What is referred to must exist and be in the owner's reach; only fields that were set are asked. Runs in the transaction
 * that writes the title.
 */
export async function checkReferences(
  tx: Database,
  title: Referring,
  { changed, held }: { changed: ReadonlySet<string>; held: Held },
): Promise<Issue[]> {
  const asked = (field: Field) => changed.has(field)
  const found = await Promise.all([
    asked('classCategoryId') ? checkCategory(tx, title) : [],
    asked('classCategoryId') || asked('classSubCategoryId') ? checkSubCategory(tx, title) : [],
    asked('imageLink') ? checkCover(title) : [],
    asked('classLanguageCode') ? checkLanguage(title) : [],
    asked('channelId') || changed.has('providerID') ? checkChannel(tx, title) : [],
    ...picks.map(pick => (asked(pick.field) ? checkTaxonomies(tx, title, { ...pick, held }) : [])),
  ])
  return found.flat()
}

/** C-84: platform-owned, or the owner's own. */
const offeredTo = (
  column: typeof categoriesTable.tenantId | typeof taxonomiesTable.tenantId,
  { tenantId }: Owner,
): SQL | undefined => (tenantId === null ? isNull(column) : or(isNull(column), eq(column, tenantId)))

async function checkCategory(db: Database, title: Referring): Promise<Issue[]> {
  const id = title.classCategoryId
  if (id === null) return []
  const wanted = and(eq(categoriesTable.categoryId, id), offeredTo(categoriesTable.tenantId, title))
  const rows = await db.select({ id: categoriesTable.categoryId }).from(categoriesTable).where(wanted)
  return rows.length > 0 ? [] : [unknown('classCategoryId', 'Category', id)]
}

async function checkSubCategory(db: Database, title: Referring): Promise<Issue[]> {
  const id = title.classSubCategoryId
  if (id === null) return []
  const wanted = and(eq(subCategoriesTable.subCategoryId, id), offeredTo(categoriesTable.tenantId, title))
  const [row] = await db
    .select({ categoryId: subCategoriesTable.categoryId })
    .from(subCategoriesTable)
    .innerJoin(categoriesTable, eq(categoriesTable.categoryId, subCategoriesTable.categoryId))
    .where(wanted)
  if (row === undefined) return [unknown('classSubCategoryId', 'Sub category', id)]
  return row.categoryId === title.classCategoryId
    ? []
    : [{ path: 'classSubCategoryId', code: 'title.subCategoryForeign' }]
}

async function checkLanguage({ classLanguageCode: tag }: Referring): Promise<Issue[]> {
  const isKnown = tag === null || languages.some(({ ietfTag }) => ietfTag === tag)
  return isKnown ? [] : [unknown('classLanguageCode', 'Video language', tag)]
}

/** A picture that was stored here: one from elsewhere would learn of everybody who looks at the title. */
function checkCover({ imageLink }: Referring): Issue[] {
  const isOwn = imageLink === null || imageLink === '' || /^\/media\/images\/[\w-]+\.\w+$/.test(imageLink)
  return isOwn ? [] : [{ path: 'imageLink', code: 'title.coverForeign' }]
}

/** A channel of the title's provider, or one that is published to its tenant. */
async function checkChannel(db: Database, title: Referring): Promise<Issue[]> {
  const tag = title.channelId
  if (tag === null) return []
  const ofProvider = title.providerId === null ? undefined : eq(channelsTable.providerTag, title.providerId)
  const reached = or(
    ofProvider,
    title.tenantId === null ? undefined : exists(publishedTo(db, title.tenantId)),
  )
  const rows = await db
    .select({ tag: channelsTable.tag })
    .from(channelsTable)
    .where(and(eq(channelsTable.tag, tag), reached))
  return rows.length > 0 ? [] : [unknown('channelId', 'Channel', tag)]
}

function publishedTo(db: Database, tenantId: string) {
  const same = and(
    eq(channelTenantsTable.channelTag, channelsTable.tag),
    eq(channelTenantsTable.tenantId, tenantId),
  )
  return db.select({ tag: channelTenantsTable.channelTag }).from(channelTenantsTable).where(same)
}

const picks: readonly Picks[] = [
  { field: 'equipmentIds', kind: 'equipment', label: 'Equipment' },
  { field: 'focusAreaIds', kind: 'focusarea', label: 'Focus area' },
  { field: 'labelIds', kind: 'label', label: 'Label' },
]

interface Picks {
  field: keyof Held
  kind: TaxonomyKind
  label: string
}

/**
 * What the title is given is held until the transaction ends, so that nobody deletes it meanwhile. What it has already is
 * taken off by whoever deletes it, who waits for the title: to hold that too would be a deadlock.
 */
async function checkTaxonomies(
  tx: Database,
  title: Referring,
  { field, kind, label, held }: Picks & { held: Held },
): Promise<Issue[]> {
  const wanted = title[field]
  const find = (ids: readonly string[]) => {
    const offered = and(
      eq(taxonomiesTable.kind, kind),
      inArray(taxonomiesTable.id, [...ids]),
      offeredTo(taxonomiesTable.tenantId, title),
    )
    return tx.select({ id: taxonomiesTable.id }).from(taxonomiesTable).where(offered).$dynamic()
  }
  const before = new Set(held[field])
  const rows = [
    ...(await find(wanted.filter(id => before.has(id)))),
    ...(await find(wanted.filter(id => !before.has(id)))
      .orderBy(taxonomiesTable.id)
      .for('key share')),
  ]
  const known = new Set(rows.map(row => row.id))
  return wanted.flatMap((id, index) => (known.has(id) ? [] : [unknown(`${field}.${index}`, label, id)]))
}
