import {
  type AnsweredAsOf,
  SiteChange,
  SiteCollection,
  SiteOccurrence,
  SiteTitle,
  siteChanges,
  siteContent,
  wireNamesOf,
} from '@kinora/core'
import { safe, say } from '../kernel/cells.ts'
import { usage } from '../kernel/exit.ts'
import { contextFlags, quoted } from '../kernel/hints.ts'
import { fieldsOfRows } from '../kernel/json-fields.ts'
import { listing } from '../kernel/pages.ts'
import type { Session } from '../kernel/session.ts'
import { addFlags, fieldsOf, rowsOfPage } from '../kernel/verb.ts'
import { toMoment } from '../schedule/days.ts'
import { sendForTenant } from '../tenants/tenant.ts'

/** What a site shows, beside its settings. */
export const siteLists = ['titles', 'collections', 'schedule'] as const
export type SiteList = (typeof siteLists)[number]

const ofDay = /^\d{4}-\d{2}-\d{2}$/

/** The zone that the days of the site are counted in. */
const zoneOf = async (session: Session): Promise<string> =>
  (await sendForTenant(session, siteChanges.list, { take: 1, days: 1 })).timeZone

/** LIVE-03: what the site of the acting tenant shows, now or at another moment. */
export async function showList(session: Session, list: SiteList, when: string | undefined): Promise<void> {
  const moment = when !== undefined && ofDay.test(when) ? `${when} 00:00` : when
  const asOf = moment === undefined ? undefined : await toMoment(session, moment, () => zoneOf(session))
  const asked = asOf === undefined ? {} : { asOf }
  if (list === 'titles') return showTitles(session, asked)
  return list === 'collections' ? showCollections(session, asked) : showSchedule(session, asked)
}

interface AsOf {
  asOf?: string
}

/** Rows of a page of the site, which has as many at most. */
const PAGE = 100

async function showTitles(session: Session, asked: AsOf): Promise<void> {
  const { print } = session
  print.nameJson(wireNamesOf(SiteTitle))
  const shown = print.list<SiteTitle>([
    { header: 'TAG', value: row => row.tag, look: 'accent' },
    { header: 'TITLE', value: row => row.className, flexible: true },
    { header: 'CATEGORY', value: row => row.classCategory },
    { header: 'CHANNEL', value: row => row.channelName },
    { header: 'PUBLISHED', value: row => row.publishedDate },
  ])
  let answered: AnsweredAsOf | undefined
  for (let page = 1, pages = 1; page <= pages; page++) {
    const found = await sendForTenant(session, siteContent.titles, { ...asked, page, take: PAGE })
    shown.add(found.data)
    ;({ totalPages: pages, asOf: answered } = found)
  }
  shown.end()
  sayAsOf(session, answered)
}

async function showCollections(session: Session, asked: AsOf): Promise<void> {
  const { data, asOf } = await sendForTenant(session, siteContent.collections, {
    ...{ ...asked, take: PAGE, items: -1 },
  })
  session.print.nameJson(wireNamesOf(SiteCollection))
  session.print.table(data, [
    { header: 'TAG', value: row => row.collectionTag, look: 'accent' },
    { header: 'NAME', value: row => row.name, flexible: true },
    { header: 'CLASSES', value: row => row.itemCount, align: 'right' },
    {
      header: 'IN ORDER',
      value: row => row.collectionItems.map(({ title }) => title).join(', '),
      flexible: true,
    },
  ])
  sayAsOf(session, asOf)
}

async function showSchedule(session: Session, asked: AsOf): Promise<void> {
  const { data, occurrences, asOf, timeZone } = await sendForTenant(session, siteContent.schedule, asked)
  const named = new Map<string, string>(data.map(({ eventId, title }) => [eventId, title]))
  session.print.nameJson(wireNamesOf(SiteOccurrence))
  session.print.table(occurrences, [
    { header: 'BEGINS', value: row => row.start },
    { header: 'ENDS', value: row => row.end },
    { header: 'TITLE', value: row => row.details.title ?? named.get(row.eventId), flexible: true },
    { header: 'ID', value: row => row.eventId, look: 'accent' },
  ])
  session.print.note(safe`The site’s clock is that of ${timeZone}; the moments are UTC.`)
  sayAsOf(session, asOf)
}

/** Which moment was answered for, and what is not known of it. */
function sayAsOf({ print }: Session, asOf: AnsweredAsOf | undefined): void {
  if (asOf === undefined) return
  print.note(
    asOf.by === 'plan'
      ? safe`As of ${asOf.at}, by dates, the schedule and publishing that is under way.`
      : safe`As of ${asOf.at}, from history.`,
  )
  if (!asOf.isKept)
    print.warn(
      safe`What the site showed is known from ${asOf.keptSince ?? ''} on. This is what is there now, by its dates.`,
    )
}

/** A moment goes with what changes by time. */
export function assertMoment(session: Session, what: string, when: string | undefined): void {
  if (when === undefined) return
  throw usage(
    safe`${what} settings are shown as they are now`,
    safe`Use --as-of with ${siteLists.join(', ')}, such as: kinora site show titles --as-of ${quoted(when)}${contextFlags(session)}`,
  )
}

const namesOf = ({ total }: { total: number }, names: readonly string[]): string =>
  [...names, ...(total > names.length ? [say('+{{count}}', { count: total - names.length })] : [])].join(', ')

/** Decision 0137: what comes and what goes. */
export const addUpcoming = listing({
  flags: command =>
    addFlags(command, fieldsOf(siteChanges.list.input), {
      help: {
        days: 'how many days ahead, 1 to 90',
        take: 'results per page, at most 100',
        kind: 'only what comes, or only what leaves',
      },
      omit: [...rowsOfPage, 'tenantId'],
    }),
  fields: fieldsOfRows(SiteChange),
  ask: (session, input) => sendForTenant(session, siteChanges.list, input),
  columns: [
    { header: 'WHEN', value: row => row.at },
    { header: 'WHAT', value: row => row.kind },
    { header: 'TITLE', value: row => row.className, flexible: true },
    {
      header: 'COLLECTIONS',
      value: ({ collections }) =>
        namesOf(
          collections,
          collections.data.map(({ name }) => name),
        ),
      flexible: true,
    },
    {
      header: 'EVENTS',
      value: ({ events }) =>
        namesOf(
          events,
          events.data.map(({ title }) => title),
        ),
      flexible: true,
    },
    { header: 'TAG', value: row => row.tag, look: 'accent' },
  ],
  examples: ['', '--kind leaves --days 30', '--json tag,kind,at'],
})
