import { type FavouriteAction, type Page, type PageInput, TitleStatus } from '@kinora/core'
import { and, desc, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import { exactly, readPage } from '../kernel/db/pages.ts'
import { contains, owned } from '../kernel/db/queries.ts'
import { type Author, recordWrite } from '../kernel/rows/audit.ts'
import { differences } from '../kernel/rows/differences.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import type { OfTenant, Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { overlaps, type UnpublishedTitles } from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { favouritesTable as f } from './tables.ts'

/** The titles that a tenant can have among its favourites: its own, and those that its site shows. */
const offered = ({ tenantId }: OfTenant): SQL | undefined =>
  and(
    not(t.isDelete),
    or(eq(t.tenantId, tenantId), and(eq(t.status, TitleStatus.Published), overlaps(t.tenants, [tenantId]))),
  )

const columns = {
  titleTag: f.titleTag,
  createdAt: f.createdAt,
  className: t.className,
  classLanguageCode: t.classLanguageCode,
  channelId: t.channelId,
  providerId: t.providerId,
  ownerId: t.tenantId,
  imageLink: t.imageLink,
  durationSecond: t.durationSecond,
}
const select = (db: Database, where: SQL | undefined) =>
  db
    .select(columns)
    .from(f)
    .innerJoin(t, eq(t.tag, f.titleTag))
    .where(where)
    .orderBy(desc(f.createdAt), desc(f.titleTag))
    .$dynamic()
export type StoredFavourite = Awaited<ReturnType<typeof select>>[number]

/** Favourites whose titles the site no longer shows are left out. */
const ofTenant = (scope: OfTenant): SQL | undefined => and(owned(scope, f), offered(scope))

/** FAV-02: one page, the latest first; all where `take` is not positive. */
export async function listFavourites(
  scope: OfTenant,
  db: Database,
  { page, take, query }: Pick<PageInput, 'page' | 'take'> & { query?: string | undefined },
): Promise<Page<StoredFavourite>> {
  const where = and(ofTenant(scope), contains(query, t.className))
  const joined = db.select({ tag: f.titleTag }).from(f).innerJoin(t, eq(t.tag, f.titleTag)).where(where)
  return readPage(select(db, where), exactly(db.$count(joined.as('shown'))), { page, take })
}

/** The favourite, or `notFound`. */
export async function readFavourite(
  scope: OfTenant,
  db: Database,
  titleTag: string,
): Promise<StoredFavourite> {
  const [row] = await select(db, and(ofTenant(scope), eq(f.titleTag, titleTag)))
  if (row === undefined) throw notFound()
  return row
}

/** TITLE-30: which of these titles are favourites of the tenant that is acted for; none where there is no tenant. */
export async function favouritesAmong(
  scope: Scope,
  db: Database,
  tags: readonly string[],
): Promise<ReadonlySet<string>> {
  if (scope.kind !== 'tenant' || tags.length === 0) return new Set()
  const rows = await db
    .select({ tag: f.titleTag })
    .from(f)
    .where(and(owned(scope, f), inArray(f.titleTag, [...tags])))
  return new Set(rows.map(({ tag }) => tag))
}

/** As audit entries tell it. */
const favourite = { Action: 'add' }

/**
 * FAV-01: adds or removes, idempotently; what is so already stays untouched. A title that isn’t offered is `notFound`, unless it
 * is a favourite to remove.
 */
export function setFavourite(
  scope: OfTenant,
  db: Database,
  { titleTag, action, by }: { titleTag: string; action: FavouriteAction; by: Author },
): Promise<void> {
  const { tenantId } = scope
  return db.transaction(async tx => {
    const changed =
      action === 'add'
        ? await insertFavourite(scope, tx, { titleTag, by })
        : await tx
            .delete(f)
            .where(and(owned(scope, f), eq(f.titleTag, titleTag)))
            .returning()
    if (changed.length === 0) return assertOffered(scope, tx, titleTag)
    const [before, after] = action === 'add' ? [{}, favourite] : [favourite, {}]
    await recordWrite(tx, by, {
      noun: 'favourites',
      id: titleTag,
      name: sql`(SELECT class_name FROM titles WHERE tag = ${titleTag})`,
      verb: action,
      version: 1,
      owner: { tenantId },
      changes: differences(before, after),
    })
  })
}

async function insertFavourite(
  scope: OfTenant,
  tx: Database,
  { titleTag, by }: { titleTag: string; by: Author },
): Promise<unknown[]> {
  await assertOffered(scope, tx, titleTag)
  return tx
    .insert(f)
    .values({ tenantId: scope.tenantId, titleTag, createdAt: by.now, createdBy: by.userId })
    .onConflictDoNothing()
    .returning()
}

async function assertOffered(scope: OfTenant, tx: Database, titleTag: string): Promise<void> {
  const [title] = await tx
    .select({ tag: t.tag })
    .from(t)
    .where(and(eq(t.tag, titleTag), offered(scope)))
  if (title === undefined) throw notFound({ path: 'contentId', code: 'title.notFound' })
}

const ofTitles = ({ tenantId, tags }: UnpublishedTitles): SQL | undefined =>
  and(sql`${f.titleTag} IN ${tags}`, tenantId === null ? undefined : eq(f.tenantId, tenantId))

/** FAV-04: favourites that go with these titles. */
export const countFavouritesOf = async (db: Database, titles: UnpublishedTitles): Promise<number> =>
  db.$count(f, ofTitles(titles))

/** FAV-04: of the unpublish hook; removes them and returns how many. */
export async function removeFavouritesOf(tx: Database, titles: UnpublishedTitles): Promise<number> {
  return (await tx.delete(f).where(ofTitles(titles)).returning()).length
}
