import { type CalendarZoom, calendarZooms } from '@kinora/core'
import { toDate, toDayNumber } from '@kinora/core/schedule'
import { ChevronLeft, ChevronRight, CopyPlus } from 'lucide-react'
import { DayInput } from '../../kernel/date-picker.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { NativeSelect } from '../../ui/picker/native-select.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useEventTexts } from '../texts.ts'
import { type Calendar, spans } from './use-calendar.ts'

interface CalendarBarProps {
  calendar: Calendar
  /** Duplicates the days that are shown. */
  onDuplicate: () => void
}

/** What is shown: days, zoom (EVENT-26) and filters (EVENT-27); and what is done with all of it. */
export function CalendarBar({ calendar, onDuplicate }: CalendarBarProps) {
  const { text } = useEventTexts()
  const { state, change } = calendar
  return (
    <div className="kn-calendar-bar">
      <Segments
        label={text('ui.events.span')}
        items={spans.map(id => ({ id, label: text(`ui.events.${id}`) }))}
        selected={state.span}
        onSelect={span => change({ span })}
      />
      <Steps calendar={calendar} />
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
      <Filters calendar={calendar} />
      <Button size="compact" icon={<CopyPlus size={16} aria-hidden="true" />} onClick={onDuplicate}>
        {text(state.span === 'day' ? 'ui.events.duplicateDay' : 'ui.events.duplicateWeek')}
      </Button>
    </div>
  )
}

function Steps({ calendar: { state, change, today } }: { calendar: Calendar }) {
  const { text } = useEventTexts()
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

function Filters({ calendar: { state, change } }: { calendar: Calendar }) {
  const { text } = useEventTexts()
  const all = { value: '', label: text('ui.events.all') }
  return (
    <>
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
    </>
  )
}
