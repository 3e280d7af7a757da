import { CalendarDays, CalendarSync, List } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTabStorage } from '../kernel/list-state.ts'
import type { LocationAdapter } from '../kernel/location.ts'
import { ofTenant } from '../kernel/tenant-gate.tsx'
import type { ListPageProps } from '../kernel/use-resource-list.ts'
import { Button } from '../ui/button.tsx'
import { AddLink, PageHeader } from '../ui/frame/page-header.tsx'
import { LazyBoundary, lazyPart } from '../ui/lazy-part.tsx'
import { Segments } from '../ui/segments.tsx'
import type { NewEventTime } from './calendar/slots.ts'
import { EventList } from './event-list.tsx'
import { FeedDialog } from './feed-dialog.tsx'
import { useEventTexts } from './texts.ts'

const ScheduleCalendar = lazyPart(async () => ({
  default: (await import('./calendar/schedule-calendar.tsx')).ScheduleCalendar,
}))

export interface ScheduleProps extends ListPageProps {
  /** Called with the time that was chosen in the calendar for a new event. */
  onAddAt?: (time: NewEventTime) => void
  /** Called with the event that is opened in the calendar, and the day of its series. */
  onOpen?: (id: string, date?: string) => void
}

/** NAV-17, EVENT-29: the schedule as a list and as a calendar of the same events. */
export const Schedule = ofTenant<ScheduleProps>(props => {
  const { tenantId, location, rowHref, addHref, onAddAt, onOpen } = props
  // Whoever plans a week comes back to it from each event.
  const [params, write] = useTabStorage(location && 'schedule', { location })
  const view = params.get('view') === 'calendar' ? 'calendar' : 'list'
  const adapter: LocationAdapter = { read: () => params, write }
  const isPressed = useRef(false)
  const tabs = (
    <ViewTabs
      view={view}
      takesFocus={isPressed.current}
      onView={next => {
        isPressed.current = true
        write(new URLSearchParams(next === 'calendar' ? { view: 'calendar' } : {}))
      }}
    />
  )
  const feed = <FeedButton tenantId={tenantId} />
  if (view === 'list')
    return (
      <EventList
        tenantId={tenantId}
        rowHref={rowHref}
        addHref={addHref}
        tabs={tabs}
        location={location}
        actions={feed}
      />
    )
  return (
    <Calendar tabs={tabs} addHref={addHref} actions={feed}>
      <ScheduleCalendar tenantId={tenantId} location={adapter} onAddAt={onAddAt} onOpen={onOpen} />
    </Calendar>
  )
})

function Calendar({
  tabs,
  addHref,
  actions,
  children,
}: {
  tabs: React.ReactNode
  addHref: string | undefined
  actions: React.ReactNode
  children: React.ReactNode
}) {
  const { text } = useEventTexts()
  return (
    <div className="kn-list">
      <PageHeader
        title={text('ui.nav.schedule')}
        text={text('ui.events.text')}
        tabs={tabs}
        actions={
          <>
            {actions}
            <AddLink href={addHref}>{text('ui.events.add')}</AddLink>
          </>
        }
      />
      <LazyBoundary>{children}</LazyBoundary>
    </div>
  )
}

/** The schedule for other calendars. */
function FeedButton({ tenantId }: { tenantId: string }) {
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
}

/** EVENT-27 `showCalendar`: list or calendar. */
function ViewTabs({
  view,
  takesFocus,
  onView,
}: {
  view: 'list' | 'calendar'
  /** One of them was pressed: the page that follows draws them anew. */
  takesFocus: boolean
  onView: (view: 'list' | 'calendar') => void
}) {
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
      takesFocus={takesFocus}
      onSelect={onView}
    />
  )
}
