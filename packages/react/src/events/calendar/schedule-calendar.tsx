import { type CalendarZoom, calendarZooms } from '@kinora/core'
import { DAY, toDailyTime, toDate, toDayNumber, type WallClock } from '@kinora/core/schedule'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo } from 'react'
import { DayInput } from '../../kernel/date-picker.tsx'
import type { LocationAdapter } from '../../kernel/location.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { NativeSelect } from '../../ui/picker/native-select.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { EmptyState, ErrorState } from '../../ui/status/empty-state.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { browserTimeZone, EventState, ExceptionBadge, isSameClock, ZoneLine } from '../event-parts.tsx'
import { ScopeDialog } from '../scope-dialog.tsx'
import { dayNames, useEventTexts } from '../texts.ts'
import { layOut, type Placed, shownOf } from './layout.ts'
import { movedTo, type NewEventTime } from './slots.ts'
import { TimeGrid } from './time-grid.tsx'
import { type Calendar, spans, useCalendar, useDayLabel } from './use-calendar.ts'
import { useMove } from './use-move.ts'

interface ScheduleCalendarProps {
  tenantId: string
  location: LocationAdapter
  onAddAt?: ((time: NewEventTime) => void) | undefined
  onOpen?: ((id: string, date?: string) => void) | undefined
}

/** EVENT-26 to EVENT-29: day, week and agenda of the same events; they are moved by drag and by key. */
export function ScheduleCalendar({ location, onAddAt, onOpen }: ScheduleCalendarProps) {
  const { text, error } = useEventTexts()
  const calendar = useCalendar(location)
  const { read, state, zone, days, moment } = calendar
  const move = useMove(moment)
  const label = useDayLabel()
  const { at, changed } = changeIn(days, moment.clock)
  const { asked } = move
  const occurrences = shownOf(read.data)
  const shown = useShown(calendar)
  return (
    <section className="kn-calendar" aria-busy={read.isPending || read.isPlaceholderData || undefined}>
      <CalendarBar calendar={calendar} />
      <ZoneLine zone={zone} at={at} change={changed && { ...changed, day: label(changed.day) }} />
      <VisuallyHidden role="status">{shown}</VisuallyHidden>
      {read.error && read.data === undefined ? (
        <ErrorState
          title={error(read.error)}
          retryLabel={text('ui.retry')}
          onRetry={() => void read.refetch()}
        />
      ) : state.span === 'agenda' ? (
        occurrences.length === 0 && !read.isPending ? (
          <EmptyState title={text('ui.events.noneTitle')} text={text('ui.events.noneText')} />
        ) : (
          <Agenda calendar={calendar} move={move} onOpen={onOpen} />
        )
      ) : (
        <TimeGrid calendar={calendar} move={move} onAddAt={onAddAt} onOpen={onOpen} />
      )}
      {asked === undefined || move.refusals === undefined ? null : (
        <ScopeDialog
          words={text('ui.events.moving', {
            title: asked.event.title,
            when: `${label(asked.to.day)} ${toDailyTime(asked.to.minutes)}`,
          })}
          all={text('ui.events.moveAllText', {
            time: toDailyTime(asked.to.minutes),
            days: dayNames(text, movedTo(asked.event, asked.from, asked.to, moment).schedule?.weekdays ?? []),
          })}
          refusals={move.refusals}
          confirmLabel={text('ui.events.move')}
          onChoose={scope => void move.send(asked, scope)}
          onClose={move.leave}
        />
      )}
    </section>
  )
}

/** Where the days begin, and the one of them on which the clock is changed. */
function changeIn(days: readonly number[], clock: WallClock) {
  const startOf = (day: number) => new Date(clock.at(day, 0)).toISOString()
  const day = days.find(one => clock.at(one + 1, 0) - clock.at(one, 0) !== DAY)
  return { at: startOf(days[0]!), changed: day === undefined ? undefined : { day, at: startOf(day + 1) } }
}

/** The days that came to be shown and how much takes place in them, for those who listen; nothing while they are read. */
function useShown({ read, days }: Calendar): string {
  const { text } = useEventTexts()
  const label = useDayLabel()
  if (read.data === undefined || read.isPlaceholderData) return ''
  const count = read.data.occurrences.length
  const [from, to] = [label(days[0]!), label(days.at(-1)!)]
  return days.length === 1
    ? text('ui.events.shownDay', { day: from, count })
    : text('ui.events.shown', { from, to, count })
}

interface AgendaProps {
  calendar: Calendar
  move: ReturnType<typeof useMove>
  onOpen: ((id: string, date?: string) => void) | undefined
}

/** The days as lists; the viewer's own time stands beside where it is another. */
function Agenda({ calendar, move, onOpen }: AgendaProps) {
  const { read, byId, days, moment, zone } = calendar
  const label = useDayLabel()
  const layout = useMemo(
    () =>
      layOut(shownOf(read.data), byId, {
        clock: moment.clock,
        days,
        lanes: Number.POSITIVE_INFINITY,
        least: 0,
      }),
    [read.data, byId, days, moment.clock],
  )
  const own = useMemo(
    () => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', weekday: 'short' }),
    [],
  )
  return (
    <div className="kn-agenda">
      {layout
        .filter(({ placed }) => placed.length > 0)
        .map(({ day, placed }) => (
          <section key={day}>
            <h2>{label(day)}</h2>
            <ul>
              {placed.map(one => (
                <AgendaRow key={one.key} placed={one} zone={zone} move={move} onOpen={onOpen} own={own} />
              ))}
            </ul>
          </section>
        ))}
    </div>
  )
}

interface AgendaRowProps extends Pick<AgendaProps, 'move' | 'onOpen'> {
  placed: Placed
  zone: string
  own: Intl.DateTimeFormat
}

function AgendaRow({ placed, zone, move, onOpen, own }: AgendaRowProps) {
  const { event, title, date, minutes, start, until, exception } = placed
  const isCancelled = exception === 'cancelled'
  const { text } = useEventTexts()
  const name = <bdi>{title}</bdi>
  return (
    <li data-cancelled={isCancelled ? '' : undefined}>
      <span className="kn-agenda-time">
        {until === undefined ? toDailyTime(minutes) : text('ui.events.until', { time: toDailyTime(until) })}
        {until !== undefined || isSameClock(zone, browserTimeZone(), start) ? null : (
          <small>{text('ui.events.ownTime', { time: own.format(Date.parse(start)) })}</small>
        )}
      </span>
      <button type="button" className="kn-agenda-title" onClick={() => onOpen?.(event.eventId, date)}>
        {isCancelled ? <s>{name}</s> : name}
      </button>
      <Badge tone="info">{text(`ui.events.type${event.type}`)}</Badge>
      {exception === null ? null : <ExceptionBadge exception={exception} />}
      {isCancelled ? null : <EventState event={event} />}
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

/** What is shown: days, zoom (EVENT-26) and filters (EVENT-27). */
function CalendarBar({ calendar: { state, change, today } }: { calendar: Calendar }) {
  const { text } = useEventTexts()
  const step = state.span === 'day' ? 1 : 7
  const all = { value: '', label: text('ui.events.all') }
  return (
    <div className="kn-calendar-bar">
      <Segments
        label={text('ui.events.span')}
        items={spans.map(id => ({ id, label: text(`ui.events.${id}`) }))}
        selected={state.span}
        onSelect={span => change({ span })}
      />
      <div className="kn-calendar-steps">
        <IconButton
          label={text('ui.events.previous')}
          icon={<ChevronLeft size={16} aria-hidden="true" className="kn-flip" />}
          onClick={() => change({ day: state.day - step })}
        />
        <Button size="compact" onClick={() => change({ day: today })}>
          {text('ui.events.today')}
        </Button>
        <IconButton
          label={text('ui.events.following')}
          icon={<ChevronRight size={16} aria-hidden="true" className="kn-flip" />}
          onClick={() => change({ day: state.day + step })}
        />
        <DayInput
          aria-label={text('ui.events.day')}
          value={toDate(state.day)}
          onChange={day => day !== '' && change({ day: toDayNumber(day) })}
        />
      </div>
      {state.span === 'agenda' ? null : (
        <NativeSelect
          size="compact"
          aria-label={text('ui.events.zoom')}
          value={String(state.zoom)}
          onChange={zoom => change({ zoom: Number(zoom) as CalendarZoom })}
          options={calendarZooms.map(zoom => ({
            value: String(zoom),
            label: text('ui.events.minutes', { count: zoom }),
          }))}
        />
      )}
      <NativeSelect
        size="compact"
        aria-label={text('ui.state')}
        value={state.status ?? ''}
        onChange={status => change({ status: status === '' ? undefined : (status as 'active') })}
        options={[
          { ...all, label: `${text('ui.state')}: ${all.label}` },
          { value: 'active', label: text('ui.state.Active') },
          { value: 'inactive', label: text('ui.state.Inactive') },
        ]}
      />
      <NativeSelect
        size="compact"
        aria-label={text('field.type')}
        value={String(state.type ?? '')}
        onChange={type => change({ type: type === '' ? undefined : (Number(type) as 1) })}
        options={[
          { ...all, label: `${text('field.type')}: ${all.label}` },
          ...([1, 2, 3] as const).map(type => ({
            value: String(type),
            label: text(`ui.events.type${type}`),
          })),
        ]}
      />
    </div>
  )
}
