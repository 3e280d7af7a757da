import { CalendarDays, List } from 'lucide-react'
import { Segments } from '../ui/segments.tsx'
import { useEventTexts } from './texts.ts'

/** EVENT-27 `showCalendar`: list or calendar. */
export function ViewTabs({
  view,
  onView,
}: {
  view: 'list' | 'calendar'
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
      onSelect={onView}
    />
  )
}
