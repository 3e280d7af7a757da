import { type CalendarZoom, calendarZooms, type EventType } from '@kinora/core'
import { toDate, toDayNumber } from '@kinora/core/schedule'
import { ChevronLeft, ChevronRight, CopyPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { DayInput } from '../../kernel/date-picker.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { NativeSelect } from '../../ui/picker/native-select.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useEventTexts } from '../texts.ts'
import { useScheduleParts, useScheduleView } from './schedule-root.tsx'
import { type Span, spans } from './use-calendar.ts'

export interface ScheduleToolbarProps {
  className?: string | undefined
  /** The parts of the bar; all of them unless given. */
  children?: ReactNode
}

/** The bar of a calendar: what is shown, and what is done with all of it. */
export function ScheduleToolbar({ className, children }: ScheduleToolbarProps) {
  return (
    <div className={classes('kn-calendar-bar', className)}>
      {children ?? (
        <>
          <ScheduleSpans />
          <ScheduleSteps />
          <ScheduleZoom />
          <ScheduleFilters />
          <ScheduleDuplicate />
        </>
      )}
    </div>
  )
}

export interface ScheduleSpansProps {
  /** Those that are offered; unless given, those that change what is drawn. */
  spans?: readonly Span[] | undefined
}

/** Week, day or agenda; week or day beside `ScheduleColumns` and `ScheduleAgenda`, which draw the days as they do whatever the span is. */
export function ScheduleSpans(props: ScheduleSpansProps) {
  const { text } = useEventTexts()
  const { calendar, layouts } = useScheduleParts()
  const { state, change } = calendar
  const { spans: offered = layouts.length === 0 ? spans : stretches } = props
  return (
    <Segments
      label={text('ui.events.span')}
      items={offered.map(id => ({ id, label: text(`ui.events.${id}`) }))}
      // An agenda is of a week.
      selected={offered.includes(state.span) ? state.span : 'week'}
      onSelect={span => change({ span })}
    />
  )
}

const stretches = ['week', 'day'] as const

/** How many minutes a line of the columns stands for; an agenda has none. */
export function ScheduleZoom() {
  const { text } = useEventTexts()
  const { calendar, layouts } = useScheduleParts()
  const { state, change } = calendar
  const hasColumns = layouts.length === 0 ? state.span !== 'agenda' : layouts.includes('columns')
  if (!hasColumns) return null
  return (
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
  )
}

/** Duplicates the days that are shown. */
export function ScheduleDuplicate() {
  const { text } = useEventTexts()
  const { calendar, onDuplicate } = useScheduleParts()
  const { state, days } = calendar
  return (
    <Button size="compact" icon={<CopyPlus size={16} aria-hidden="true" />} onClick={() => onDuplicate(days)}>
      {text(state.span === 'day' ? 'ui.events.duplicateDay' : 'ui.events.duplicateWeek')}
    </Button>
  )
}

/** One day or week back or on, today, and any day. */
export function ScheduleSteps() {
  const { text } = useEventTexts()
  const { state, change, today } = useScheduleView()
  const step = state.span === 'day' ? 1 : 7
  return (
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
  )
}

/** By state and type; what the host has fixed isn't offered. */
export function ScheduleFilters() {
  const { text } = useEventTexts()
  const { state, change, fixed } = useScheduleView()
  const all = (name: string) => ({ value: '', label: `${name}: ${text('ui.events.all')}` })
  return (
    <>
      {fixed.status !== undefined ? null : (
        <NativeSelect
          size="compact"
          aria-label={text('ui.state')}
          value={state.status ?? ''}
          onChange={status => change({ status: status === '' ? undefined : (status as 'active') })}
          options={[
            all(text('ui.state')),
            { value: 'active', label: text('ui.state.Active') },
            { value: 'inactive', label: text('ui.state.Inactive') },
          ]}
        />
      )}
      {fixed.type !== undefined ? null : (
        <NativeSelect
          size="compact"
          aria-label={text('field.type')}
          value={String(state.type ?? '')}
          onChange={type => change({ type: type === '' ? undefined : (Number(type) as EventType) })}
          options={[
            all(text('field.type')),
            ...([1, 2, 3] as const).map(type => ({
              value: String(type),
              label: text(`ui.events.type${type}`),
            })),
          ]}
        />
      )}
    </>
  )
}
