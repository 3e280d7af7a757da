import {
  isClubOnly,
  type Page,
  type PageInput,
  type PublishingChange,
  type PublishingEffect,
  type PublishingPreview,
  type PublishingTitle,
  toPage,
} from '@kinora/core'
import { asc, count, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { channelsTable } from '../../channels/tables.ts'
import { favouritesTable } from '../../favourites/tables.ts'
import type { Database } from '../../ports/db.ts'
import { titlesTable as t } from '../../stored-titles/tables.ts'
import { tenantsTable } from '../../tenants/tables.ts'
import { foresee, type Leaver } from './leavers.ts'
import { arriving, leaving } from './titles.ts'

/** C-103: what publishing would do, tenant by tenant. */
export async function previewEffects(
  db: Database,
  changes: readonly PublishingChange[],
  leavers: readonly Leaver[],
): Promise<PublishingPreview> {
  const names = await tenantNames(db, changes)
  const effects: PublishingEffect[] = []
  for (const change of changes) {
    const { tenantId, publish, unpublish } = change
    const titles = { tenantId, tags: tagsOf(leaving(change)) }
    effects.push({
      tenantId,
      tenantName: names.get(tenantId ?? '') ?? '',
      publish: publish.length,
      unpublish: unpublish.length,
      arriving: publish.length === 0 ? 0 : await countTitles(db, arriving(change)),
      leaving: unpublish.length === 0 ? 0 : await countTitles(db, leaving(change)),
      with: unpublish.length === 0 ? [] : await foresee(leavers, db, titles),
    })
  }
  return { effects, clubOnly: await clubOnlyAmong(db, changes) }
}

/** The tags of these titles, as a part of another query. */
export const tagsOf = (titles: SQL | undefined): SQL => sql`(SELECT ${t.tag} FROM ${t} WHERE ${titles})`

async function countTitles(db: Database, titles: SQL | undefined): Promise<number> {
  const [found] = await db.select({ total: count() }).from(t).where(titles)
  return found?.total ?? 0
}

/** The names of the tenants of changes, by id. */
export async function tenantNames(
  db: Database,
  changes: readonly { tenantId: string | null }[],
): Promise<Map<string, string>> {
  const ids = changes.flatMap(({ tenantId }) => tenantId ?? [])
  if (ids.length === 0) return new Map()
  const { tenantId, name } = tenantsTable
  const rows = await db.select({ tenantId, name }).from(tenantsTable).where(inArray(tenantId, ids))
  return new Map(rows.map(row => [row.tenantId, row.name]))
}

/** C-102, C-129: channels to be published that are club only; those that are unpublished aren’t looked at. */
export async function clubOnlyAmong(
  db: Database,
  changes: readonly PublishingChange[],
): Promise<PublishingPreview['clubOnly']> {
  const tags = [...new Set(changes.flatMap(({ publish }) => publish))]
  if (tags.length === 0) return []
  const { tag, displayName, inClub, appAndWeb: appAndweb, hotel } = channelsTable
  const rows = await db
    .select({ tag, name: displayName, inClub, appAndweb, hotel })
    .from(channelsTable)
    .where(inArray(tag, tags))
    .orderBy(asc(displayName))
  return rows.filter(isClubOnly).map(row => ({ tag: row.tag, name: row.name }))
}

/** The titles behind the figures, those that leave first. */
export async function listTitles(
  db: Database,
  { page, take, ...change }: PublishingChange & Pick<PageInput, 'page' | 'take'>,
): Promise<Page<PublishingTitle>> {
  const where = or(arriving(change), leaving(change))
  const leaves = sql<number>`CASE WHEN ${leaving(change)} THEN 1 ELSE 0 END`
  const isFavourite = sql<boolean>`EXISTS (SELECT 1 FROM ${favouritesTable} f WHERE f.title_tag = ${t.tag}
    AND (${change.tenantId}::text IS NULL OR f.tenant_id = ${change.tenantId}))`
  const all = db
    .select({
      tag: t.tag,
      className: t.className,
      channelId: sql<string>`${t.channelId}`,
      channelName: channelsTable.displayName,
      leaves,
      isFavourite,
    })
    .from(t)
    .innerJoin(channelsTable, eq(channelsTable.tag, t.channelId))
    .where(where)
    .orderBy(sql`${leaves} DESC`, asc(t.className), asc(t.tag))
    .$dynamic()
  const rows = await all.limit(take).offset((page - 1) * take)
  const data = rows.map(
    ({ leaves, ...row }): PublishingTitle => ({
      ...row,
      direction: leaves === 1 ? 'leaves' : 'arrives',
      isFavourite: leaves === 1 && row.isFavourite,
    }),
  )
  return toPage(data, await countTitles(db, where), { page, take })
}
