import { Suspense, useRef } from 'react'
import type { LocationAdapter } from '../kernel/location.ts'
import type { ListPageProps } from '../kernel/search-list.ts'
import { TenantGate } from '../kernel/tenant-gate.tsx'
import { useTabMemory } from '../kernel/use-list-state.ts'
import { PageHeader } from '../ui/frame/page-header.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { AddLink } from '../ui/list/add-link.tsx'
import type { NewEventTime } from './calendar/slots.ts'
import { EventList } from './event-list.tsx'
import { FeedButton } from './feed-button.tsx'
import { useEventTexts } from './texts.ts'
import { ViewTabs } from './view-tabs.tsx'

const ScheduleCalendar = lazyPart(async () => ({
  default: (await import('./calendar/schedule-calendar.tsx')).ScheduleCalendar,
}))

export interface ScheduleProps extends ListPageProps {
  /** Told the time that was chosen in the calendar for a new event. */
  onAddAt?: (time: NewEventTime) => void
  /** Told the event that is opened in the calendar. */
  onOpen?: (id: string) => void
}

/** NAV-17, EVENT-29: the schedule as a list and as a calendar of the same events. */
export function Schedule(props: ScheduleProps) {
  return <TenantGate>{({ tenantId }) => <Views {...props} tenantId={tenantId} key={tenantId} />}</TenantGate>
}

function Views({
  tenantId,
  location,
  rowHref,
  addHref,
  onAddAt,
  onOpen,
}: ScheduleProps & { tenantId: string }) {
  // Whoever plans a week comes back to it from each event.
  const [params, write] = useTabMemory(location && 'schedule', { location })
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
}

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
        title={text('ui.events.title')}
        text={text('ui.events.text')}
        tabs={tabs}
        actions={
          <>
            {actions}
            <AddLink href={addHref}>{text('ui.events.add')}</AddLink>
          </>
        }
      />
      <Suspense>{children}</Suspense>
    </div>
  )
}
