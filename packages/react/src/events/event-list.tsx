import { EVENT_ENCODING_REFRESH, events, type ScheduledEvent, toSortIndex } from '@kinora/core'
import { CalendarClock } from 'lucide-react'
import { useLayoutEffect, useMemo } from 'react'
import type { ListRules } from '../kernel/list-state.ts'
import { type RowColumn, RowList, StoredPicture } from '../kernel/row-list.tsx'
import { type Dates, useDates } from '../kernel/use-dates.ts'
import { type HourWords, useHours } from '../kernel/use-hours.ts'
import { type ListProps, pagesOnly, useResourceList } from '../kernel/use-resource-list.ts'
import type { PartState } from '../ui/part.ts'
import { Badge } from '../ui/status/badge.tsx'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { EventState, ZoneLine } from './event-parts.tsx'
import { type EventWords, shortDayNames, useEventTexts, whenOf } from './texts.ts'

/** What comes next. The register's own default, for who names no column, is the farthest first (C-39, decision 0087). */
const start = { id: 'next', descending: false }
const rules: ListRules = {
  ...pagesOnly,
  filters: ['status', 'type'],
  values: { status: ['active', 'inactive'], type: ['1', '2', '3'] },
  sorts: ['next', 'created'],
  start: { ...pagesOnly.start, sort: start },
  all: -1,
}
const types = [1, 2, 3] as const
const rowName = (row: ScheduledEvent) => row.title

export interface ScheduleListProps
  extends ListProps<ScheduledEvent, { status: 'active' | 'inactive'; type: '1' | '2' | '3' }> {}

interface EventListProps extends ScheduleListProps {
  tenantId: string
  onState?: (state: PartState) => void
}

// EVENT-29, API-81
/** The list of events, by their next occurrence. */
export function EventList({ onState, ...props }: EventListProps) {
  const { text, locale } = useEventTexts()
  const dates = useDates()
  const { time } = useHours()
  const list = useResourceList(events.list, {
    ...props,
    rules,
    refetchInterval: rows => (rows.some(isVideoWorking) ? EVENT_ENCODING_REFRESH : false),
    input: ({ query, filters: { status = [], type = [] }, sort }) => ({
      query: query || undefined,
      eventStatus: status.length === 1 ? (status[0] as 'active' | 'inactive') : undefined,
      eventType: types.filter(one => type.includes(String(one))),
      sort: toSort(sort),
    }),
  })
  const state = list.state === 'loading' && list.rows.length > 0 ? 'ready' : list.state
  // What is seen and what the host is told of it come in one frame.
  useLayoutEffect(() => {
    onState?.(state)
  }, [onState, state])
  const columns = useMemo(() => eventColumns({ text, locale, dates, time }), [text, locale, dates, time])
  const status = [
    { value: 'active', label: text('ui.state.Active') },
    { value: 'inactive', label: text('ui.state.Inactive') },
  ]
  const typeOptions = types.map(type => ({
    value: String(type),
    label: text(`ui.events.type${type}`),
  }))
  return (
    <RowList
      noun="events"
      words={text}
      part="event-list"
      host={props}
      title={text('ui.nav.schedule')}
      summary={<ZoneLine zone={dates.zone} />}
      list={list}
      idKey="eventId"
      rowName={rowName}
      columns={columns}
      searchLabel={text('ui.events.search')}
      filters={[
        { id: 'status', name: text('ui.state'), options: status },
        { id: 'type', name: text('field.type'), options: typeOptions },
      ]}
    />
  )
}

const toSort = (sort: typeof start | null): number => {
  const { id, descending } = sort ?? start
  const key = id === 'created' ? 'created_date' : 'next_occurrence_time'
  return toSortIndex({ key, dir: descending ? 'desc' : 'asc' })
}

interface EventColumnOptions extends Pick<EventWords, 'text' | 'locale'> {
  dates: Dates
  time: HourWords['time']
}

/** C-65: the platform works on the video of the event, which may take hours (VIDEO-15). */
const isVideoWorking = ({ file }: ScheduledEvent): boolean => file?.processing != null

/** EVENT-23, EVENT-24: what it is, when it takes place, and its state. */
function eventColumns(options: EventColumnOptions): RowColumn<ScheduledEvent>[] {
  const { text, locale, dates, time } = options
  const days = shortDayNames(locale)
  return [
    {
      id: 'title',
      width: 212,
      grow: 2,
      cell: row => (
        <TitleCell
          name={row.title}
          detail={isVideoWorking(row) ? text('ui.events.videoInWork') : row.category}
          media={<StoredPicture link={row.cover} fallback={<CalendarClock size={16} aria-hidden="true" />} />}
        />
      ),
    },
    {
      id: 'type',
      width: 148,
      cell: row => <Badge tone="info">{text(`ui.events.type${row.type}`)}</Badge>,
    },
    {
      id: 'when',
      header: text('ui.when'),
      width: 168,
      grow: 1,
      cell(row) {
        const words = { moment: dates.moment, time }
        const full = whenOf(text, row, words)
        if (row.schedule === null || row.schedule.weekdays.length < 2) return full
        return (
          <>
            <span aria-hidden="true" title={full}>
              {whenOf(text, row, { ...words, days })}
            </span>
            <VisuallyHidden>{full}</VisuallyHidden>
          </>
        )
      },
    },
    {
      id: 'next',
      header: text('ui.events.next'),
      width: 160,
      align: 'end',
      sortable: true,
      cell: row => (row.next_occurrence_time === null ? '—' : dates.moment(row.next_occurrence_time)),
    },
    { id: 'state', header: text('ui.state'), width: 132, cell: row => <EventState event={row} /> },
    {
      id: 'created',
      header: text('field.creationDate'),
      width: 160,
      align: 'end',
      sortable: true,
      cell: row => dates.moment(row.created_date),
    },
  ]
}
