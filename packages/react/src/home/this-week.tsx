import {
  deletedTitles,
  events,
  fromWireDate,
  homeWorkTexts,
  memberImports,
  TitleStatus,
  wordTexts,
} from '@kinora/core'
import { useState } from 'react'
import { useTexts } from '../kernel/message.ts'
import { useActingTenant } from '../kernel/provider.tsx'
import { useDates } from '../kernel/use-dates.ts'
import { useRead } from '../kernel/use-read.ts'
import { Band, type Reading, Row } from './band.tsx'
import { useHomeHrefs } from './home-hrefs.ts'
import { useGroupHref, useHomeTitles } from './use-home-titles.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Rows that are shown; the schedule has all of its own. */
const SHOWN = 8

interface WeekRow {
  key: string
  /** As the wire has it; undefined where it is now. */
  at: string | undefined
  kind: 'class' | 'live' | 'due' | 'members' | 'gone'
  name: string
  href: string | undefined
}

/** What the next seven days bring: what goes out (classes, releases), what comes in (members), and what ends for good; the next first. */
export function ThisWeek() {
  const { text } = useTexts(homeWorkTexts, wordTexts)
  const { moment } = useDates()
  const { page } = useHomeHrefs()
  const groupHref = useGroupHref()
  const schedule = page('schedule')
  // As it was when the page opened, so that the same is asked each time it is drawn.
  const [now] = useState(() => Date.now())
  const sources = [
    useClasses(now, schedule !== undefined),
    useReleases(),
    useImports(page('memberImports') !== undefined),
    useEndOfDeleted(now),
  ]
  const rows = sources
    .flatMap(source => source.rows)
    .sort((one, other) => (one.at ?? '').localeCompare(other.at ?? ''))
  const left = rows.length - SHOWN
  return (
    <Band
      title={text('ui.home.thisWeek')}
      reads={sources.flatMap(source => source.reads)}
      empty={text('ui.home.nothingPlanned')}
    >
      {rows.length === 0 ? null : (
        <>
          {rows.slice(0, SHOWN).map(({ key, at, kind, name, href }) => (
            <Row key={key} words={name} action={text('ui.openNamed', { name })} href={href}>
              <p className="kn-home-soft">
                {[at === undefined ? '' : moment(at), text(`ui.home.week.${kind}`)]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </Row>
          ))}
          {left > 0 ? (
            <Row
              words={text('ui.more', { count: left })}
              action={text(schedule === undefined ? 'ui.home.show.titles' : 'ui.home.show.schedule')}
              href={schedule ?? groupHref('all')}
            />
          ) : null}
        </>
      )}
    </Band>
  )
}

interface Source {
  reads: readonly Reading[]
  rows: WeekRow[]
}

function useClasses(now: number, enabled: boolean): Source {
  const { start, end } = toWeek(now)
  const { event } = useHomeHrefs()
  const reading = useRead(events.calendar, { start, end, eventStatus: 'active' }, { enabled })
  const { data } = reading
  const named = new Map<string, string>(data?.data.map(({ eventId, title }) => [eventId, title]))
  const rows = (data?.occurrences ?? [])
    .filter(occurrence => Date.parse(occurrence.end) > now)
    .map(({ eventId, start: at, date, details }) => ({
      key: `${eventId} ${at}`,
      at,
      kind: 'class' as const,
      name: details.title ?? named.get(eventId) ?? '',
      href: event && `${event(eventId)}?date=${date}`,
    }))
  return { reads: [reading], rows }
}

/** Published titles that sites show from then on, and those that wait to be published. */
function useReleases(): Source {
  const { text } = useTexts(homeWorkTexts)
  const { title: titleHref } = useHomeHrefs()
  const reading = useHomeTitles('thisWeek', { take: 50 })
  const rows = (reading.data?.data ?? []).flatMap(({ tag, className, scheduleDate, status }): WeekRow[] => {
    if (scheduleDate === null) return []
    const isOut = status === TitleStatus.Published || status === TitleStatus.PublishQueued
    const name = className || text('ui.titles.untitled')
    return [{ key: tag, at: scheduleDate, kind: isOut ? 'live' : 'due', name, href: titleHref(tag) }]
  })
  return { reads: [reading], rows }
}

/** Members that are on their way into the tenant's site. */
function useImports(mayRead: boolean): Source {
  const { memberImport } = useHomeHrefs()
  const tenantId = useActingTenant()?.tenantId
  const enabled = mayRead && tenantId !== undefined
  const reading = useRead(memberImports.list, { tenantId: tenantId ?? '', take: 5 }, { enabled })
  const rows = (reading.data?.data ?? []).flatMap(({ fileId, name, status }): WeekRow[] =>
    status === 'Processing'
      ? [
          {
            key: fileId,
            at: undefined,
            kind: 'members',
            name,
            href: memberImport?.(fileId),
          },
        ]
      : [],
  )
  return { reads: [reading], rows }
}

/** Deleted titles of a page from the end of the list, where those stand that can't be restored much longer. */
const LAST = 20

function useEndOfDeleted(now: number): Source {
  const href = useHomeHrefs().page('deletedTitles')
  const counted = useRead(deletedTitles.list, { take: 1 }, { enabled: href !== undefined })
  const total = counted.data?.totalRecords ?? 0
  const last = useRead(
    deletedTitles.list,
    { take: LAST, page: Math.max(1, Math.ceil(total / LAST)) },
    { enabled: total > 0 },
  )
  const rows = (last.data?.data ?? []).flatMap(({ tag, className, restorableUntil: at }): WeekRow[] => {
    const end = fromWireDate(at)?.getTime() ?? 0
    return end > now && end < now + 7 * DAY ? [{ key: tag, at, kind: 'gone', name: className, href }] : []
  })
  return { reads: [counted, last], rows }
}

/** From the hour that has begun, so that what was read a moment ago is found again. */
function toWeek(now: number) {
  const start = now - (now % HOUR)
  return { start: new Date(start).toISOString(), end: new Date(start + 7 * DAY).toISOString() }
}
