import {
  type CollectionItem,
  type Issue,
  KinoraError,
  limits,
  type PageInput,
  type SiteMoment,
  siteMoment,
  toSiteInstants,
  toWireDate,
} from '@kinora/core'
import { wallClock } from '@kinora/core/schedule'
import { and, asc, count, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { alphabetical } from '../kernel/db/queries.ts'
import type { Author } from '../kernel/rows/audit.ts'
import { unknownReference } from '../kernel/rows/refusals.ts'
import type { OfTenant } from '../kernel/scope.ts'
import { datesAt, publishedTo, toDates } from '../on-site/index.ts'
import type { Database } from '../ports/db.ts'
import { findDocuments } from '../stored-documents/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { readTimeZone } from '../tenants/index.ts'
import { collectionRows, listCollections, type Plain } from './rows.ts'
import { collectionsTable as collections, collectionItemsTable as i } from './tables.ts'

/** The titles that are published to the tenant’s site: what a collection of it can hold. Others keep their place and aren’t seen. */
export const offered = ({ tenantId, product }: OfTenant): SQL => publishedTo(tenantId, product)

interface ItemsQuery {
  /** How many of each; all of them where it is negative. */
  items: number
  /** With those that their dates keep away (COLL-08, C-144). */
  upcoming: boolean
  /** When it is; now where it is left out. */
  at?: Date | undefined
}

/** COLL-01: the collections with their classes, in their order. */
export async function withItems(
  scope: OfTenant,
  { db, names, clock }: Pick<Deps, 'db' | 'names' | 'clock'>,
  rows: readonly Plain[],
  asked: ItemsQuery,
) {
  const zoneClock = wallClock(await readTimeZone(db, scope.tenantId))
  const moment = siteMoment(zoneClock, (asked.at ?? clock.now()).getTime())
  const tags = rows.map(row => row.collectionTag)
  const [found, counts, named] = await Promise.all([
    readItems(scope, db, { tags, moment, ...asked }),
    countItems(scope, db, { tags, moment }),
    names.read(),
  ])
  const byTag = new Map(tags.map(tag => [tag, [] as typeof found]))
  for (const row of found) byTag.get(row.collectionTag)?.push(row)
  const toItem = (row: (typeof found)[number]): CollectionItem => ({
    tag: row.tag,
    title: row.className,
    isShown: row.isShown,
    isOff: row.isOff,
    isOver: row.isOver,
    shownFrom: toWire(toSiteInstants(toDates(row), zoneClock).from),
    publishedDate: row.publishedDate && toWireDate(row.publishedDate),
    classLanguageCode: row.classLanguageCode,
    imageLink: row.imageLink,
    channelName: named.channel(row.channelId),
    provider: named.provider(row.providerId)?.name ?? '',
    durationSecond: row.durationSecond,
    contentType: row.contentType,
  })
  return rows.map(row => ({
    ...row,
    collectionItems: (byTag.get(row.collectionTag) ?? []).map(toItem),
    ...(counts.get(row.collectionTag) ?? { itemCount: 0, upcomingCount: 0 }),
  }))
}

const toWire = (at: number | undefined): string | null => (at === undefined ? null : toWireDate(new Date(at)))

interface Of {
  tags: readonly string[]
  moment: SiteMoment
}

async function readItems(scope: OfTenant, db: Database, { tags, moment, items, upcoming }: Of & ItemsQuery) {
  const { on, off, over } = datesAt(moment)
  const where = and(inArray(i.collectionTag, [...tags]), offered(scope), upcoming ? undefined : on)
  const nth = sql<number>`row_number() OVER (PARTITION BY ${i.collectionTag} ORDER BY ${i.place}, ${i.titleTag})`
  const all = db
    .select({
      collectionTag: i.collectionTag,
      tag: t.tag,
      className: t.className,
      publishedDate: t.publishedDate,
      isActive: t.isActive,
      scheduleDate: t.scheduleDate,
      startDate: t.startDate,
      endDate: t.endDate,
      isShown: sql<boolean>`${on}`.as('is_shown'),
      isOff: sql<boolean>`${off}`.as('is_off'),
      isOver: sql<boolean>`${over}`.as('is_over'),
      classLanguageCode: t.classLanguageCode,
      channelId: t.channelId,
      providerId: t.providerId,
      imageLink: t.imageLink,
      durationSecond: t.durationSecond,
      contentType: t.contentType,
      nth: nth.as('nth'),
    })
    .from(i)
    .innerJoin(t, eq(t.tag, i.titleTag))
    .where(where)
    .as('items')
  const query = db.select().from(all).orderBy(asc(all.nth)).$dynamic()
  return items < 0 ? query : query.where(lte(all.nth, items))
}

async function countItems(scope: OfTenant, db: Database, { tags, moment }: Of) {
  if (tags.length === 0) return new Map<string, { itemCount: number; upcomingCount: number }>()
  const { on, notYet } = datesAt(moment)
  const rows = await db
    .select({
      tag: i.collectionTag,
      itemCount: sql<number>`(count(*) FILTER (WHERE ${on}))::int`,
      upcomingCount: sql<number>`(count(*) FILTER (WHERE ${notYet}))::int`,
    })
    .from(i)
    .innerJoin(t, eq(t.tag, i.titleTag))
    .where(and(inArray(i.collectionTag, [...tags]), offered(scope)))
    .groupBy(i.collectionTag)
  return new Map(rows.map(({ tag, ...counts }) => [tag, counts]))
}

/** COLL-04: the classes that count, shown already or not. */
export async function countClasses(scope: OfTenant, tx: Database, collectionTag: string): Promise<number> {
  const [found] = await tx
    .select({ total: count() })
    .from(i)
    .innerJoin(t, eq(t.tag, i.titleTag))
    .where(and(eq(i.collectionTag, collectionTag), offered(scope)))
  return found!.total
}

/** Which of these are collections of the tenant; they stay until the transaction ends. */
export async function lockCollections(
  { tenantId }: OfTenant,
  tx: Database,
  tags: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ tag: collections.collectionTag })
    .from(collections)
    .where(and(eq(collections.tenantId, tenantId), inArray(collections.collectionTag, [...tags])))
    .orderBy(collections.collectionTag)
    .for('share')
  return new Set(rows.map(({ tag }) => tag))
}

/** What a site shows: the active ones in display order, with classes that are shown already. */
export async function listShownCollections(
  scope: OfTenant,
  deps: Pick<Deps, 'db' | 'names' | 'clock'>,
  {
    items,
    at,
    ...page
  }: PageInput & { items: number; collectionTag?: string | undefined; at?: Date | undefined },
) {
  const active = { ...page, ...({ sort: 'displayOrder', dir: 'asc' } as const), state: ['Active' as const] }
  const found = await listCollections(scope, deps.db, active)
  return { ...found, data: await withItems(scope, deps, found.data, { items, upcoming: false, at }) }
}

/** The tags of the active ones. */
export async function activeCollections({ tenantId }: OfTenant, db: Database): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ tag: collections.collectionTag })
    .from(collections)
    .where(and(eq(collections.tenantId, tenantId), eq(collections.isActive, true)))
  return new Set(rows.map(({ tag }) => tag))
}

/** COLL-13: an id that names no document of the tenant. */
export async function checkDocuments(
  scope: OfTenant,
  db: Database,
  ids: readonly string[] = [],
): Promise<Issue[]> {
  const known = ids.length === 0 ? new Set() : await findDocuments(scope, db, ids)
  return ids.flatMap((id, index) =>
    known.has(id) ? [] : [unknownReference(`documentIds.${index}`, 'Document', id)],
  )
}

interface DocumentChange {
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
  and(eq(collections.tenantId, scope.tenantId), sql`${documentId} = ANY(${collections.documentIds})`)!

/** Whether an active collection shows a document of a query. */
export const activeWith = (scope: OfTenant, documentId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${collections} WHERE ${and(showing(scope, documentId), eq(collections.isActive, true))})`

/** The collections that show a document, by their names. */
export const collectionsWith = (scope: OfTenant, db: Database, documentId: string) =>
  db
    .select({ collectionTag: collections.collectionTag, name: collections.name })
    .from(collections)
    .where(showing(scope, documentId))
    .orderBy(alphabetical(collections.name), asc(collections.collectionTag))

/** How many collections show each document of a query; 0 where none does. */
export const countCollectionsWith = (scope: OfTenant, documentId: SQL): SQL<number> =>
  sql<number>`(SELECT count(*)::int FROM ${collections} WHERE ${showing(scope, documentId)})`
