import { toDailyTime } from '@kinora/core/schedule'
import { CopyPlus, Plus } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { browserTimeZone, EventState, ExceptionBadge, isSameClock } from '../event-parts.tsx'
import { useEventTexts } from '../texts.ts'
import { useDayLabel } from '../use-day-label.ts'
import { type DayLayout, layOut, type Placed } from './layout.ts'
import type { Calendar } from './use-calendar.ts'
import { USUAL } from './use-drag.ts'
import type { Editor } from './use-editor.ts'
import type { useMove } from './use-move.ts'

interface AgendaProps {
  className?: string | undefined
  calendar: Calendar
  move: ReturnType<typeof useMove>
  editor: Editor
  /** Duplicates one day. */
  onDuplicate: (day: number) => void
}

/** The days as lists, in which everything can be done that a calendar can; what a phone shows. */
export function Agenda(props: AgendaProps) {
  const { schedule, days, moment } = props.calendar
  const layout = useMemo(
    () =>
      layOut(schedule.classes, {
        clock: moment.clock,
        days,
        lanes: Number.POSITIVE_INFINITY,
        least: 0,
      }),
    [schedule.classes, days, moment.clock],
  )
  const root = useRef<HTMLDivElement>(null)
  const { landing } = props.move
  // What was made or moved takes the focus where it comes to be.
  useEffect(() => {
    const { current: wanted } = landing
    const landed = layout
      .flatMap(({ placed }) => placed)
      .find(({ event, origin }) => event.eventId === wanted?.eventId && origin.day === wanted.day)
    if (landed === undefined) return
    landing.current = undefined
    root.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(landed.key)}"]`)?.focus()
  })
  return (
    <div ref={root} className={classes('kn-agenda', props.className)}>
      {layout.map(of => (
        <AgendaDay key={of.day} of={of} isRead={schedule.state !== 'loading'} {...props} />
      ))}
    </div>
  )
}

interface AgendaDayProps extends AgendaProps {
  of: DayLayout
  isRead: boolean
}

function AgendaDay({ of: { day, placed }, isRead, calendar, move, editor, onDuplicate }: AgendaDayProps) {
  const { text } = useEventTexts()
  const label = useDayLabel()
  const anchor = `add ${day}`
  return (
    <section data-today={day === calendar.today ? '' : undefined}>
      <header>
        <h2>{label(day)}</h2>
        <IconButton
          label={`${text('ui.events.add')}: ${label(day)}`}
          icon={<Plus size={16} aria-hidden="true" />}
          data-key={anchor}
          aria-haspopup="dialog"
          onClick={() =>
            editor.open({ kind: 'new', anchor, stretch: { to: { day, minutes: 9 * 60 }, length: USUAL } })
          }
        />
        {placed.length === 0 ? null : (
          <IconButton
            label={`${text('ui.events.duplicateDay')}: ${label(day)}`}
            icon={<CopyPlus size={16} aria-hidden="true" />}
            onClick={() => onDuplicate(day)}
          />
        )}
      </header>
      {placed.length === 0 && isRead ? <p>{text('ui.events.noneOfDay')}</p> : null}
      <ul>
        {placed.map(one => (
          <AgendaRow key={one.key} placed={one} calendar={calendar} move={move} editor={editor} />
        ))}
      </ul>
    </section>
  )
}

interface AgendaRowProps extends Pick<AgendaProps, 'calendar' | 'move' | 'editor'> {
  placed: Placed
}

function AgendaRow({ placed, calendar, move, editor }: AgendaRowProps) {
  const { event, title, date, until, exception, key } = placed
  const isCancelled = exception === 'cancelled'
  const { text } = useEventTexts()
  const name = <bdi>{title}</bdi>
  return (
    <li data-cancelled={isCancelled ? '' : undefined}>
      <AgendaTime placed={placed} calendar={calendar} />
      <button
        type="button"
        className="kn-agenda-title"
        data-key={key}
        aria-haspopup="dialog"
        onClick={() => editor.open({ kind: 'class', anchor: key, placed })}
      >
        {isCancelled ? <s>{name}</s> : name}
      </button>
      <Badge tone="info">{text(`ui.events.type${event.type}`)}</Badge>
      {exception === null ? null : <ExceptionBadge exception={exception} />}
      {isCancelled ? null : <EventState event={{ ...event, isPlayable: !placed.lacks }} />}
      {date === undefined || until !== undefined ? null : (
        <Button
          variant="quiet"
          size="compact"
          aria-label={`${text(isCancelled ? 'ui.restore' : 'ui.events.cancelDate')}: ${title}`}
          onClick={() => void move.toggle(placed)}
        >
          {text(isCancelled ? 'ui.restore' : 'ui.events.cancelDate')}
        </Button>
      )}
    </li>
  )
}

/** When it begins, or until when it goes on; the viewer's own time stands beside where it is another. */
function AgendaTime({ placed, calendar: { time, zone } }: { placed: Placed; calendar: Calendar }) {
  const { text, locale } = useEventTexts()
  const { minutes, until, start } = placed
  const own = useMemo(
    () =>
      new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
        hour: '2-digit',
        minute: '2-digit',
        weekday: 'short',
        hourCycle: 'h23',
      }),
    [locale],
  )
  const shown = (at: number) => time(toDailyTime(at))
  const ownTime = () => {
    const parts = Object.fromEntries(
      own.formatToParts(Date.parse(start)).map(({ type, value }) => [type, value]),
    )
    return `${parts.weekday} ${time(`${parts.hour}:${parts.minute}`)}`
  }
  return (
    <span className="kn-agenda-time">
      {until === undefined ? shown(minutes) : text('ui.events.until', { time: shown(until) })}
      {until !== undefined || isSameClock(zone, browserTimeZone(), start) ? null : (
        <small>{text('ui.events.ownTime', { time: ownTime() })}</small>
      )}
    </span>
  )
}
