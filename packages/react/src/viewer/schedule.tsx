import { type SiteSchedule, siteContent } from '@kinora/core'
import { useEffect, useState } from 'react'
import { type HeadingName, Lead, type Leading } from './class-cards.tsx'
import { Part, type PartProps, useViewer } from './provider.tsx'
import { useContent } from './use-content.ts'

export interface ScheduleProps extends PartProps, Leading {
  /** Classes at most; the coming week and no other is shown then. */
  most?: number
  /** Of the days; `h3` unless given. */
  heading?: HeadingName
  /** The zone of who watches; that of the browser unless given (IANA). */
  timeZone?: string
}

type Row = SiteSchedule['occurrences'][number] & { isCancelled: boolean }

const WEEK = 7 * 86_400_000

/**
 * EMBED-04, C-97, C-150: what happens in seven days, by the clock of who watches, with what was moved, edited or cancelled. `href` and
 * `onOpen` lead to an event that is open.
 */
export function Schedule({ most, heading: Heading = 'h3', timeZone, href, onOpen, ...rest }: ScheduleProps) {
  const { text, locale } = useViewer()
  const [week, setWeek] = useState(0)
  const [opened] = useState(() => Date.now())
  const now = useNow()
  const instant = (nth: number) => new Date(opened + nth * WEEK).toISOString()
  const { data, isError } = useContent(
    siteContent.schedule,
    week === 0 ? {} : { start: instant(week), end: instant(week + 1) },
  )
  if (data === undefined) return <Part role="status">{isError ? text('failed') : null}</Part>
  const own = toZone(timeZone)
  const days = daysOf(data, { timeZone: own, locale, most })
  return (
    <Part {...rest}>
      <p>
        {text('yourTime', { zone: zoneName(own) })}
        {own === data.timeZone ? null : ` · ${text('heldIn', { zone: zoneName(data.timeZone) })}`}
      </p>
      {most === undefined ? <Weeks week={week} onWeek={setWeek} /> : null}
      {days.size === 0 ? <p>{text('nothingThen')}</p> : null}
      {[...days].map(([day, rows]) => (
        <div key={day}>
          <Heading>{day}</Heading>
          <ul className="kn-viewer-schedule">
            {rows.map(row => (
              <Line
                key={row.eventId + row.start}
                {...{ row, now, href, onOpen, timeZone: own }}
                event={data.data.find(each => each.eventId === row.eventId)}
              />
            ))}
          </ul>
        </div>
      ))}
    </Part>
  )
}

/** That of the browser in place of one that isn’t known. */
function toZone(timeZone: string | undefined): string {
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone }).resolvedOptions().timeZone
  } catch {
    return new Intl.DateTimeFormat().resolvedOptions().timeZone
  }
}

const zoneName = (zone: string) => zone.replaceAll('_', ' ')

function Weeks({ week, onWeek }: { week: number; onWeek(week: number): void }) {
  const { text } = useViewer()
  return (
    <div className="kn-viewer-pages">
      <button type="button" disabled={week === 0} onClick={() => onWeek(0)}>
        {text('thisWeek')}
      </button>
      <button type="button" onClick={() => onWeek(week + 1)}>
        {text('nextWeek')}
      </button>
    </div>
  )
}

interface Shown {
  timeZone: string
  locale: string
  most: number | undefined
}

/** The rows of each day, in their order. */
function daysOf(
  { occurrences, cancelled }: SiteSchedule,
  { timeZone, locale, most }: Shown,
): Map<string, Row[]> {
  const named: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long' }
  const dayOf = new Intl.DateTimeFormat(locale, { timeZone, ...named })
  const rows = [
    ...occurrences.map(each => ({ ...each, isCancelled: false })),
    ...cancelled.map(each => ({ ...each, isCancelled: true })),
  ].sort((one, other) => one.start.localeCompare(other.start))
  const days = new Map<string, Row[]>()
  for (const row of rows.slice(0, most)) {
    const day = dayOf.format(new Date(row.start))
    days.set(day, [...(days.get(day) ?? []), row])
  }
  return days
}

interface LineProps extends Leading {
  row: Row
  event: SiteSchedule['data'][number] | undefined
  timeZone: string
  now: number
}

function Line({ row, event, timeZone, now, href, onOpen }: LineProps) {
  const { text, locale } = useViewer()
  const { eventId, start, end, details, opensAt, isCancelled } = row
  const time = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' })
  const isOpen = opensAt !== null && Date.parse(opensAt) <= now && now < Date.parse(end)
  const leads = href !== undefined || onOpen !== undefined
  return (
    <li>
      <time dateTime={start}>{time.formatRange(new Date(start), new Date(end))}</time>
      <bdi>{details.title ?? event?.title}</bdi>
      <small>{details.instructor ?? event?.instructor}</small>
      {isCancelled ? <strong>{text('cancelled')}</strong> : null}
      {isOpen && leads ? (
        <Lead id={eventId} {...{ href, onOpen }}>
          {text('join')}
        </Lead>
      ) : null}
    </li>
  )
}

/** Milliseconds between two looks at the clock: a class opens while somebody looks. */
const LOOK = 10_000

function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK)
    return () => clearInterval(timer)
  }, [])
  return Math.max(now, Date.now())
}
