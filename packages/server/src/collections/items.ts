import { type CollectionItem, TitleStatus, toWireDate } from '@kinora/core'
import { and, asc, count, eq, inArray, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import type { Database } from '../ports/db.ts'
import { overlaps } from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import type { OfTenant, Plain } from './rows.ts'
import { collectionItemsTable as i } from './tables.ts'

/** The titles that the tenant’s site shows: what a collection of it can hold. Others keep their place and aren’t seen. */
export const offered = ({ tenantId }: OfTenant): SQL =>
  and(not(t.isDelete), eq(t.status, TitleStatus.Published), overlaps(t.tenants, [tenantId]))!

/** COLL-08: now counts as shown. */
const isShown = (now: Date): SQL => or(isNull(t.publishedDate), lte(t.publishedDate, now))!

interface Asked {
  /** How many of each; all of them where it is negative. */
  items: number
  /** With those whose date lies in the future. */
  upcoming: boolean
}

/** COLL-01: the collections with their classes, in their order. */
export async function withItems(
  scope: OfTenant,
  { db, names, clock }: Pick<Deps, 'db' | 'names' | 'clock'>,
  rows: readonly Plain[],
  asked: Asked,
) {
  const now = clock.now()
  const tags = rows.map(row => row.collectionTag)
  const [found, counts, named] = await Promise.all([
    readItems(scope, db, { tags, now, ...asked }),
    countItems(scope, db, { tags, now }),
    names.read(),
  ])
  const byTag = new Map(tags.map(tag => [tag, [] as typeof found]))
  for (const row of found) byTag.get(row.collectionTag)?.push(row)
  const toItem = (row: (typeof found)[number]): CollectionItem => ({
    tag: row.tag,
    title: row.className,
    isShown: row.isShown,
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

interface Of {
  tags: readonly string[]
  now: Date
}

async function readItems(scope: OfTenant, db: Database, { tags, now, items, upcoming }: Of & Asked) {
  const where = and(inArray(i.collectionTag, [...tags]), offered(scope), upcoming ? undefined : isShown(now))
  const nth = sql<number>`row_number() OVER (PARTITION BY ${i.collectionTag} ORDER BY ${i.place}, ${i.titleTag})`
  const all = db
    .select({
      collectionTag: i.collectionTag,
      tag: t.tag,
      className: t.className,
      publishedDate: t.publishedDate,
      isShown: sql<boolean>`${isShown(now)}`.as('is_shown'),
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

async function countItems(scope: OfTenant, db: Database, { tags, now }: Of) {
  if (tags.length === 0) return new Map<string, { itemCount: number; upcomingCount: number }>()
  const rows = await db
    .select({
      tag: i.collectionTag,
      itemCount: sql<number>`(count(*) FILTER (WHERE ${isShown(now)}))::int`,
      upcomingCount: sql<number>`(count(*) FILTER (WHERE NOT ${isShown(now)}))::int`,
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
