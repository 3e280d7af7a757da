import { type ChannelKind, type DateState, type SiteDates, type SiteMoment, TitleStatus } from '@kinora/core'
import { toDate } from '@kinora/core/schedule'
import { and, eq, gte, inArray, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { membersTable } from '../members/tables.ts'
import type { Database } from '../ports/db.ts'
import { channelsTable } from '../stored-channels/tables.ts'
import { overlaps, type StoredTitle } from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { tenantsTable } from '../tenants/tables.ts'

/** A site, and whom it shows something to where a member is named by the site’s own id. */
export interface SiteQuery {
  tenantId: string
  member?: string | undefined
  /** It was one of its members when a link was made, which ends when it is erased. */
  isMember?: boolean | undefined
  /** C-141: what the site is read for; any product where it is left out. */
  product?: ChannelKind | undefined
}

/** C-144: what `dateStateAt` of core says, as conditions of a title, of which one is met at each moment. */
export function datesAt({ now, day }: SiteMoment): Record<DateState, SQL> {
  const [instant, today] = [new Date(now), toDate(day)]
  const hasBegun = and(
    or(isNull(t.releasedAt), lte(t.releasedAt, instant)),
    or(isNull(t.publishedDate), lte(t.publishedDate, instant)),
    or(isNull(t.firstDay), lte(t.firstDay, today)),
  )!
  const hasNotEnded = or(isNull(t.lastDay), gte(t.lastDay, today))!
  return {
    off: not(t.isActive),
    on: and(t.isActive, hasBegun, hasNotEnded)!,
    notYet: and(t.isActive, not(hasBegun), hasNotEnded)!,
    over: and(t.isActive, not(hasNotEnded))!,
  }
}

/** A deleted tenant’s site shows nothing any more (C-98), nor anything to a member that is off (decision 0120) or was erased. */
export const isOpenTo = (site: SiteQuery): SQL =>
  and(
    sql`EXISTS (SELECT 1 FROM ${tenantsTable} WHERE ${tenantsTable.tenantId} = ${site.tenantId} AND ${tenantsTable.deletedAt} IS NULL)`,
    isMemberOn(site),
  )!

function isMemberOn({ tenantId, member, isMember }: SiteQuery): SQL | undefined {
  if (member === undefined) return undefined
  const { externalUserId, disabledAt } = membersTable
  const of = sql`SELECT 1 FROM ${membersTable} WHERE ${membersTable.tenantId} = ${tenantId} AND ${externalUserId} = ${member}`
  return isMember
    ? sql`EXISTS (${of} AND ${disabledAt} IS NULL)`
    : sql`NOT EXISTS (${of} AND ${disabledAt} IS NOT NULL)`
}

/** C-141: `appearsIn` of core as a condition of a title. */
const isForProduct = (product: ChannelKind | undefined): SQL | undefined =>
  product &&
  sql`NOT EXISTS (SELECT 1 FROM ${channelsTable} WHERE ${channelsTable.tag} = ${t.channelId} AND NOT ${product} = ANY(${channelsTable.kinds}))`

/** What is published to the tenant’s site, whatever its dates say: what staff may plan with. */
export const publishedTo = (tenantId: string, product?: ChannelKind): SQL =>
  and(
    ...[not(t.isDelete), eq(t.status, TitleStatus.Published), overlaps(t.tenants, [tenantId])],
    isForProduct(product),
  )!

/** C-144, LIVE-01: `isOnSite` of core as a condition of a title; all that a site answers asks it. */
export const onSiteAt = (site: SiteQuery, moment: SiteMoment): SQL =>
  and(publishedTo(site.tenantId, site.product), datesAt(moment).on, isOpenTo(site))!

/** What core asks of titles, by their tags. */
export async function readDatedTitles(db: Database, tags: readonly string[]) {
  if (tags.length === 0) return new Map<string, never>()
  const { tag, status, isActive, isDelete, tenants, scheduleDate, startDate, endDate, publishedDate } = t
  const dates = { scheduleDate, startDate, endDate, publishedDate }
  const { kinds } = channelsTable
  const rows = await db
    .select({ tag, status, isActive, isDelete, tenants, ...dates, kinds })
    .from(t)
    .leftJoin(channelsTable, eq(channelsTable.tag, t.channelId))
    .where(inArray(tag, [...tags]))
  return new Map(rows.map(row => [row.tag, { ...row, kinds: row.kinds ?? undefined, ...toDates(row) }]))
}

/** The dates of a stored title as core reads them, to the millisecond. */
export const toDates = (
  row: Pick<StoredTitle, 'isActive' | 'scheduleDate' | 'startDate' | 'endDate' | 'publishedDate'>,
): Required<SiteDates> => ({
  isActive: row.isActive,
  scheduleDate: row.scheduleDate,
  startDate: row.startDate,
  endDate: row.endDate,
  publishedDate: row.publishedDate?.toISOString() ?? null,
})
