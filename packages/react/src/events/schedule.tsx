import type { ScheduledEvent } from '@kinora/core'
import { CalendarDays, CalendarSync, List } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { assertFixed } from '../kernel/fixed-filter.ts'
import { useTabStorage } from '../kernel/list-state.ts'
import type { LocationAdapter } from '../kernel/location.ts'
import { ofTenant } from '../kernel/tenant-gate.tsx'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { AddLink, PageHeader } from '../ui/frame/page-header.tsx'
import { LazyBoundary, lazyPart } from '../ui/lazy-part.tsx'
import type { ListHost } from '../ui/list/resource-list.tsx'
import { fill, type PartProps, type PartState, partMarks } from '../ui/part.ts'
import { Segments } from '../ui/segments.tsx'
import type { CalendarPlace } from './calendar/calendar-view.tsx'
import type { NewEventTime } from './calendar/slots.ts'
import { EventList, type ScheduleListProps } from './event-list.tsx'
import { FeedDialog } from './feed-dialog.tsx'
import { useEventTexts } from './texts.ts'
import type { ScheduleFilter } from './use-schedule.ts'

const CalendarView = lazyPart(async () => ({
  default: (await import('./calendar/calendar-view.tsx')).CalendarView,
}))

/** Places of the schedule: of both views, of the list and of the calendar alone. */
export type SchedulePlace = 'header' | 'actions' | ListPlace | CalendarPlace

type ListPlace = 'listToolbar' | 'listEmpty' | 'listFoot'

type View = 'list' | 'calendar'

export interface ScheduleProps
  extends PartProps<SchedulePlace>,
    Pick<ListHost<ScheduledEvent>, 'columns' | 'rowActions' | 'bulkActions'> {
  /** In place of our title; null where the host has a heading of its own. */
  heading?: string | null | undefined
  /** The only view; left out, there are both and the switch between them. */
  view?: View | undefined
  /** What is always asked for. It isn't offered as a choice, and nobody can take it off. */
  filter?: ScheduleFilter | undefined
  /** Keeps what is shown in the host's address; in memory unless given. */
  location?: LocationAdapter | undefined
  /** Where the form of an event of the list is; keep it stable. */
  rowHref?: ((id: string) => string) | undefined
  /** Given, a button leads to the page that adds an event. */
  addHref?: string | undefined
  /** Called with the time that was chosen in the calendar for a new event. */
  onAddAt?: ((time: NewEventTime) => void) | undefined
  /** Called with the event that is opened, and in the calendar the day of its series; where there is a `rowHref`, rows of the list are links instead. */
  onOpen?: ((id: string, date?: string) => void) | undefined
}

/** The schedule as a list and as a calendar of the same events. */
// NAV-17, EVENT-29
export const Schedule = ofTenant<ScheduleProps>(props => {
  const { tenantId, location, rowHref, addHref, filter, onOpen, slots = {}, classNames = {} } = props
  const { columns, rowActions, bulkActions } = props
  // Whoever plans a week comes back to it from each event.
  const [params, write] = useTabStorage(location && 'schedule', { location })
  const [state, setState] = useState<PartState>('loading')
  const view = props.view ?? (params.get('view') === 'calendar' ? 'calendar' : 'list')
  const show = (next: View) => write(new URLSearchParams(next === 'calendar' ? { view: 'calendar' } : {}))
  return (
    <div
      ref={props.rootRef}
      className={classes('kn-list', props.className)}
      {...partMarks('schedule', state)}
    >
      {fill(
        slots.header,
        <ScheduleHeader
          className={classNames.header}
          heading={props.heading}
          tabs={props.view === undefined ? <ViewTabs view={view} onView={show} /> : null}
          actions={fill(slots.actions, <Actions addHref={addHref} />)}
          actionsClassName={classNames.actions}
        />,
      )}
      {view === 'list' ? (
        <EventList
          {...{ tenantId, location, rowHref, addHref, columns, rowActions, bulkActions }}
          filter={toListFilter(filter)}
          onOpen={rowHref ? undefined : onOpen && (({ eventId }) => onOpen(eventId))}
          slots={{ header: null, ...toListPlaces(slots) }}
          classNames={toListPlaces(classNames)}
          onState={setState}
        />
      ) : (
        <LazyBoundary>
          <CalendarView
            location={{ read: () => params, write }}
            filter={filter}
            onAddAt={props.onAddAt}
            onOpen={onOpen}
            onState={setState}
            slots={slots}
            classNames={classNames}
          />
        </LazyBoundary>
      )}
    </div>
  )
})

/** What the host says of the places of the list, by the list's own names. */
const toListPlaces = <Part,>(parts: { readonly [P in ListPlace]?: Part }) => ({
  toolbar: parts.listToolbar,
  empty: parts.listEmpty,
  foot: parts.listFoot,
})

function toListFilter(filter: ScheduleFilter = {}): ScheduleListProps['filter'] {
  assertFixed(filter)
  const { type, ...status } = filter as { status?: 'active' | 'inactive'; type?: 1 | 2 | 3 }
  return { ...status, ...(type && { type: `${type}` }) }
}

/** The events as a list, with a header where `heading` says one. */
export const ScheduleList = ofTenant<ScheduleListProps>(props => (
  <EventList {...props} slots={{ ...(props.heading == null && { header: null }), ...props.slots }} />
))

interface ScheduleHeaderProps {
  className: string | undefined
  actionsClassName: string | undefined
  heading: string | null | undefined
  tabs: ReactNode
  actions: ReactNode
}

function ScheduleHeader({ heading, ...header }: ScheduleHeaderProps) {
  const { text } = useEventTexts()
  const title = heading === undefined ? text('ui.nav.schedule') : heading
  return <PageHeader {...header} title={title} text={heading === undefined ? text('ui.events.text') : null} />
}

/** The schedule for other calendars: a button, and the dialog with the address that they subscribe to. */
export const ScheduleFeed = ofTenant<object>(({ tenantId }) => {
  const { text } = useEventTexts()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<CalendarSync size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {text('ui.events.feed')}
      </Button>
      {open ? <FeedDialog tenantId={tenantId} onClose={() => setOpen(false)} /> : null}
    </>
  )
})

function Actions({ addHref }: { addHref: string | undefined }) {
  const { text } = useEventTexts()
  return (
    <>
      <ScheduleFeed />
      <AddLink href={addHref}>{text('ui.events.add')}</AddLink>
    </>
  )
}

/** EVENT-27 `showCalendar`: list or calendar. */
function ViewTabs({ view, onView }: { view: View; onView: (view: View) => void }) {
  const { text } = useEventTexts()
  return (
    <Segments
      label={text('ui.events.views')}
      items={[
        { id: 'list', label: text('ui.events.list'), icon: <List size={16} aria-hidden="true" /> },
        {
          id: 'calendar',
          label: text('ui.events.calendar'),
          icon: <CalendarDays size={16} aria-hidden="true" />,
        },
      ]}
      selected={view}
      onSelect={onView}
    />
  )
}
