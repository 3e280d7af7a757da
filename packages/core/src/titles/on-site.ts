import type { WallClock } from '../kernel/clock.ts'
import { fromWireDate } from '../kernel/formats.ts'
import type { ChannelKind } from '../tenants/schema.ts'
import type { DateState, Title } from './schema.ts'
import { TitleStatus } from './status.ts'

const DAY = 86_400_000

/** Why a site doesn’t show a title to a member, in the order in which they are asked. */
export type OffSiteReason =
  | 'siteGone'
  | 'memberOff'
  | 'notPublished'
  | 'notOnThisSite'
  | 'otherProduct'
  | Exclude<DateState, 'on'>

/** What of a title says when a site shows it: its dates (C-144), and whether it is switched on. */
export type SiteDates = Partial<
  Pick<Title, 'isActive' | 'scheduleDate' | 'startDate' | 'endDate' | 'publishedDate'>
>

/** A moment on the calendar of a site: the instant in milliseconds, and the day that has begun last, in days since 1970. */
export interface SiteMoment {
  now: number
  day: number
}

/** When a site shows a title, without a zone: from an instant and from a day on until the end of another. */
interface Period {
  /** The later of release and publishing. */
  instant: number | undefined
  firstDay: number | undefined
  lastDay: number | undefined
}

/** Start and end are days of the calendar, the same in every zone (decision 0049); a date that nobody can read says nothing. */
function toPeriod({ scheduleDate, startDate, endDate, publishedDate }: SiteDates): Period {
  const instants = [scheduleDate, publishedDate].flatMap(wire => toMillis(wire) ?? [])
  return {
    instant: instants.length === 0 ? undefined : Math.max(...instants),
    firstDay: toDay(startDate),
    lastDay: toDay(endDate),
  }
}

/** No calendar has a year 0. */
const toMillis = (wire: string | null | undefined): number | undefined =>
  wire?.startsWith('0000') ? undefined : fromWireDate(wire ?? '')?.getTime()
function toDay(wire: string | null | undefined): number | undefined {
  const millis = toMillis(wire)
  return millis === undefined ? undefined : Math.floor(millis / DAY)
}

/** C-144: what the dates of a title say of a moment; both days are included. One that is switched off waits for no date. */
export function dateStateAt(title: SiteDates, { now, day }: SiteMoment): DateState {
  if (title.isActive === false) return 'off'
  const { instant, firstDay, lastDay } = toPeriod(title)
  if (lastDay !== undefined && day > lastDay) return 'over'
  return (instant ?? now) <= now && (firstDay ?? day) <= day ? 'on' : 'notYet'
}

/** C-141: the product of the site that asks, and those in which the channel of a title appears; left out, any. */
export const appearsIn = (
  kinds: readonly ChannelKind[] | undefined,
  product: ChannelKind | undefined,
): boolean => kinds === undefined || product === undefined || kinds.includes(product)

interface SiteQuery {
  site: { tenantId: string; isDeleted: boolean; product?: ChannelKind | undefined }
  title: SiteDates &
    Pick<Title, 'status' | 'isDelete' | 'tenants'> & { kinds?: readonly ChannelKind[] | undefined }
  /** Whom it is asked for; nobody in particular where it is left out. */
  member?: { isDisabled: boolean } | undefined
  moment: SiteMoment
}

/**
 * Why a site doesn’t show a title to a member at a given moment; undefined if it does (C-144, LIVE-01). The server asks the same in
 * SQL (`onSiteAt`).
 */
export function whyNotOnSite({ site, title, member, moment }: SiteQuery): OffSiteReason | undefined {
  if (site.isDeleted) return 'siteGone'
  if (member?.isDisabled) return 'memberOff'
  if (title.isDelete || title.status !== TitleStatus.Published) return 'notPublished'
  if (!title.tenants.includes(site.tenantId)) return 'notOnThisSite'
  if (!appearsIn(title.kinds, site.product)) return 'otherProduct'
  const state = dateStateAt(title, moment)
  return state === 'on' ? undefined : state
}

/** The same as yes or no. */
export const isOnSite = (asked: SiteQuery): boolean => whyNotOnSite(asked) === undefined

/** The moment on the calendar of a zone. A day begins with its first valid minute, and once only. */
export function siteMoment(clock: Pick<WallClock, 'at' | 'of'>, now: number): SiteMoment {
  const { day } = clock.of(now)
  // A clock that went back over midnight shows the day before again.
  return { now, day: clock.at(day + 1, 0) <= now ? day + 1 : day }
}

/** The instants between which the dates let a site show a title: the first one, and the one that ends it, itself not included. */
export function toSiteInstants(
  title: SiteDates,
  clock: Pick<WallClock, 'at'>,
): { from: number | undefined; until: number | undefined } {
  const { instant, firstDay, lastDay } = toPeriod(title)
  const starts = [instant, firstDay === undefined ? undefined : clock.at(firstDay, 0)].filter(
    start => start !== undefined,
  )
  return {
    from: starts.length === 0 ? undefined : Math.max(...starts),
    until: lastDay === undefined ? undefined : clock.at(lastDay + 1, 0),
  }
}
