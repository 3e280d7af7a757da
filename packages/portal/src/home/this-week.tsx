import { decideRoute, events, homeWorkTexts, wordTexts } from '@kinora/core'
import { useDates, useRead, useRouteContext, useTexts } from '@kinora/react'
import { useState } from 'react'
import { eventHref, titleHref } from '../router/row-hrefs.ts'
import { Band, Row } from './band.tsx'
import { useHomeTitles } from './use-home-titles.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Rows that are shown; the schedule has all. */
const SHOWN = 8

/** What goes out in the next seven days: classes of the schedule and titles that are due, the next first; absent for whoever has no schedule. */
export function ThisWeek() {
  const { text } = useTexts(homeWorkTexts, wordTexts)
  const { moment } = useDates()
  const routeContext = useRouteContext()
  const isOpen = routeContext !== undefined && decideRoute('/schedule', routeContext)?.kind === 'open'
  // As it was when the page opened, so that the same is asked each time it is drawn.
  const [now] = useState(() => Date.now())
  const { start, end } = toWeek(now)
  const calendar = useRead(events.calendar, { start, end, eventStatus: 'active' }, { enabled: isOpen })
  const due = useHomeTitles('dueSoon')
  if (!isOpen) return null
  const named = new Map<string, string>(calendar.data?.data.map(({ eventId, title }) => [eventId, title]))
  const rows = [
    ...(calendar.data?.occurrences ?? [])
      .filter(({ end }) => Date.parse(end) > now)
      .map(({ eventId, start: at, date, details }) => ({
        key: `${eventId} ${at}`,
        at,
        name: details.title ?? named.get(eventId) ?? '',
        href: `${eventHref(eventId)}?date=${date}`,
      })),
    ...(due.data?.data ?? []).flatMap(({ tag, className, scheduleDate }) =>
      scheduleDate === null ? [] : [{ key: tag, at: scheduleDate, name: className, href: titleHref(tag) }],
    ),
  ].sort((one, other) => one.at.localeCompare(other.at))
  return (
    <Band
      title={text('ui.home.thisWeek')}
      isRead={!calendar.isPending && !due.isPending}
      empty={text('ui.home.nothingPlanned')}
    >
      {rows.length === 0 ? null : (
        <>
          {rows.slice(0, SHOWN).map(({ key, at, name, href }) => (
            <Row key={key} words={name} action={text('ui.openNamed', { name })} href={href}>
              <p className="portal-home-soft">{moment(at)}</p>
            </Row>
          ))}
          {rows.length > SHOWN ? (
            <Row
              words={text('ui.more', { count: rows.length - SHOWN })}
              action={text('ui.home.show.schedule')}
              href="/schedule"
            />
          ) : null}
        </>
      )}
    </Band>
  )
}

/** From the hour that has begun, so that what was read a moment ago is found again. */
function toWeek(now: number) {
  const start = now - (now % HOUR)
  return { start: new Date(start).toISOString(), end: new Date(start + 7 * DAY).toISOString() }
}
