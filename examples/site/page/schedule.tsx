import { type Schedule, siteContent, useContent, useSite } from './content.ts'
import { Link } from './links.tsx'

export function SchedulePage() {
  const { word } = useSite()
  return (
    <>
      <h1>{word('schedule')}</h1>
      <ScheduleList heading="h2" />
    </>
  )
}

type Row = Schedule['occurrences'][number] & { isCancelled: boolean }

interface ListProps {
  most?: number
  heading?: 'h2' | 'h3'
}

/** C-97, C-150: what happens in the coming week by the tenant's clock, with what was moved, edited or cancelled. */
export function ScheduleList({ most = 500, heading: Heading = 'h3' }: ListProps) {
  const { word, language } = useSite()
  const { data } = useContent(siteContent.schedule, {})
  if (data === undefined) return null
  const { timeZone } = data
  const dayOf = new Intl.DateTimeFormat(language, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
  const rows = [
    ...data.occurrences.map(each => ({ ...each, isCancelled: false })),
    ...data.cancelled.map(each => ({ ...each, isCancelled: true })),
  ].toSorted((one, other) => one.start.localeCompare(other.start))
  const days = new Map<string, Row[]>()
  for (const row of rows.slice(0, most)) {
    const day = dayOf.format(new Date(row.start))
    days.set(day, [...(days.get(day) ?? []), row])
  }
  if (days.size === 0) return <p>{word('nothingSoon')}</p>
  return (
    <>
      <p>
        {word('zone')} {timeZone.replaceAll('_', ' ')}
      </p>
      {[...days].map(([day, inDay]) => (
        <div key={day}>
          <Heading>{day}</Heading>
          <ul className="schedule">
            {inDay.map(row => (
              <Line key={row.eventId + row.start} row={row} schedule={data} />
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}

function Line({ row, schedule }: { row: Row; schedule: Schedule }) {
  const { word, language } = useSite()
  const { eventId, start, end, details, opensAt, isCancelled } = row
  const event = schedule.data.find(each => each.eventId === eventId)
  const { timeZone } = schedule
  const time = new Intl.DateTimeFormat(language, { timeZone, timeStyle: 'short' })
  const now = Date.now()
  const isOpen = opensAt !== null && Date.parse(opensAt) <= now && now < Date.parse(end)
  return (
    <li>
      <time dateTime={start}>{time.formatRange(new Date(start), new Date(end))}</time>
      <bdi>{details.title ?? event?.title}</bdi>
      <small>{details.instructor ?? event?.instructor}</small>
      {isCancelled ? <strong>{word('cancelled')}</strong> : null}
      {isOpen ? <Link to={`/events/${eventId}`}>{word('join')}</Link> : null}
    </li>
  )
}
