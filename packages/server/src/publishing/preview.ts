import {
  isClubOnly,
  type Page,
  type PageInput,
  type PublishingChange,
  type PublishingEffect,
  type PublishingPreview,
  type PublishingTitle,
  TitleStatus,
  type UnpublishLoss,
  type UnpublishLossKind,
} from '@kinora/core'
import { and, asc, eq, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { countPlacesOf, namePlacesOf, removePlacesOf } from '../collections/index.ts'
import { countFavouritesOf, removeFavouritesOf } from '../favourites/index.ts'
import { favouritesTable } from '../favourites/tables.ts'
import { exactly, readPage } from '../kernel/db/pages.ts'
import { alphabetical } from '../kernel/db/queries.ts'
import type { Database } from '../ports/db.ts'
import { namesOnlyOwn } from '../references/index.ts'
import { channelsTable } from '../stored-channels/tables.ts'
import { countMappingsOf, nameMappingsOf, removeMappingsOf } from '../stored-documents/index.ts'
import type { UnpublishedTitles } from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { tenantsTable } from '../tenants/tables.ts'

/** C-103: what publishing would do, tenant by tenant. */
export async function previewEffects(
  db: Database,
  changes: readonly PublishingChange[],
  hooks: readonly UnpublishHook[],
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
      with: unpublish.length === 0 ? [] : await previewLosses(hooks, db, titles),
    })
  }
  return { effects, clubOnly: await clubOnlyAmong(db, changes) }
}

/** The tags of these titles, as a part of another query. */
export const tagsOf = (titles: SQL | undefined): SQL => sql`(SELECT ${t.tag} FROM ${t} WHERE ${titles})`

const countTitles = (db: Database, titles: SQL | undefined) => db.$count(t, titles)

/** The names of the tenants of changes, by id; `notDeleted`: without those that are soft-deleted. */
export async function tenantNames(
  db: Database,
  changes: readonly { tenantId: string | null }[],
  { notDeleted = false } = {},
): Promise<Map<string, string>> {
  const ids = changes.flatMap(({ tenantId }) => tenantId ?? [])
  if (ids.length === 0) return new Map()
  const { tenantId, name, deletedAt } = tenantsTable
  const rows = await db
    .select({ tenantId, name })
    .from(tenantsTable)
    .where(and(inArray(tenantId, ids), notDeleted ? isNull(deletedAt) : undefined))
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
    .orderBy(alphabetical(displayName), asc(tag))
  return rows.filter(isClubOnly).map(row => ({ tag: row.tag, name: row.name }))
}

/** The titles behind the figures, those that are unpublished first. */
export async function listTitles(
  db: Database,
  { page, take, ...change }: PublishingChange & Pick<PageInput, 'page' | 'take'>,
): Promise<Page<PublishingTitle>> {
  const where = or(arriving(change), leaving(change))
  const leaves = sql<number>`CASE WHEN ${leaving(change)} THEN 1 ELSE 0 END`
  const isFavourite = sql<boolean>`EXISTS (SELECT 1 FROM ${favouritesTable} f WHERE f.title_tag = ${t.tag}
    AND (${change.tenantId}::text IS NULL OR f.tenant_id = ${change.tenantId}))`
  const rows = db
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
    .orderBy(sql`${leaves} DESC`, asc(t.sortName), asc(t.tag))
    .$dynamic()
  const found = await readPage(rows, exactly(db.$count(t, where)), { page, take })
  const data = found.data.map(
    ({ leaves, ...row }): PublishingTitle => ({
      ...row,
      direction: leaves === 1 ? 'leaves' : 'arrives',
      isFavourite: leaves === 1 && row.isFavourite,
    }),
  )
  return { ...found, data }
}

type Titles = SQL | undefined

/**
 * `= ANY` and not `@>`: the index of `@>` knows nothing of tags, so that each part of a large channel would read all of its
 * titles again, with every version that the job has left behind.
 */
const isShownTo = (tenantId: string): SQL => sql`${tenantId} = ANY(${t.tenants})`

/** C-103, C-136: published titles that a tenant gets with a channel, and that its site doesn’t show yet; none that names what belongs to others. */
export const arriving = ({ tenantId, publish }: PublishingChange): Titles =>
  tenantId === null || publish.length === 0
    ? sql`false`
    : and(
        inArray(t.channelId, publish),
        namesOnlyOwn,
        eq(t.status, TitleStatus.Published),
        not(t.isDelete),
        not(isShownTo(tenantId)),
      )

/** C-103: titles that a site no longer shows; of channels that are switched off, all that any site shows. */
export const leaving = ({ tenantId, unpublish }: PublishingChange): Titles => {
  if (unpublish.length === 0) return sql`false`
  const ofChannels = and(inArray(t.channelId, unpublish), not(t.isDelete))
  return tenantId === null
    ? and(ofChannels, or(eq(t.status, TitleStatus.Published), sql`cardinality(${t.tenants}) > 0`))
    : and(ofChannels, isShownTo(tenantId))
}

/**
 * An unpublish hook: what goes with titles that are unpublished from a site (CHAN-12). A noun that references titles for a site
 * registers one in `unpublishHooks`; deleting and switching off run them too.
 */
export interface UnpublishHook {
  kind: UnpublishLossKind
  count(db: Database, titles: UnpublishedTitles): Promise<number>
  /** The names of what is lost, for the preview; nothing where it has none. */
  names?(db: Database, titles: UnpublishedTitles): Promise<string[]>
  /** In the transaction of the act, before the titles themselves are unpublished; returns how many went. */
  remove(tx: Database, titles: UnpublishedTitles): Promise<number>
}

/** FAV-04, COLL-14, DOC-04 */
export const unpublishHooks: readonly UnpublishHook[] = [
  { kind: 'favourites', count: countFavouritesOf, remove: removeFavouritesOf },
  { kind: 'collections', count: countPlacesOf, names: namePlacesOf, remove: removePlacesOf },
  { kind: 'documents', count: countMappingsOf, names: nameMappingsOf, remove: removeMappingsOf },
]

/** One after the other: they are in one transaction. */
export async function runUnpublishHooks(
  hooks: readonly UnpublishHook[],
  act: (hook: UnpublishHook) => Promise<number>,
): Promise<UnpublishLoss[]> {
  const found: UnpublishLoss[] = []
  for (const hook of hooks) found.push({ kind: hook.kind, count: await act(hook) })
  return found.filter(({ count }) => count > 0)
}

/** C-103: the preview of the unpublish hooks: what will be lost, by name where it has one. */
async function previewLosses(
  hooks: readonly UnpublishHook[],
  db: Database,
  titles: UnpublishedTitles,
): Promise<UnpublishLoss[]> {
  const found = await runUnpublishHooks(hooks, hook => hook.count(db, titles))
  const named: UnpublishLoss[] = []
  for (const leaving of found) {
    const names = await hooks.find(({ kind }) => kind === leaving.kind)?.names?.(db, titles)
    named.push(names === undefined ? leaving : { ...leaving, names })
  }
  return named
}

/** The sum of the losses of several parts, kind by kind. */
export function sumLosses(parts: readonly UnpublishLoss[]): UnpublishLoss[] {
  const totals = new Map<UnpublishLossKind, number>()
  for (const { kind, count } of parts) totals.set(kind, (totals.get(kind) ?? 0) + count)
  return [...totals].map(([kind, count]) => ({ kind, count }))
}
