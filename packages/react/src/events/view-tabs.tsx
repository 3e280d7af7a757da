import { CalendarDays, List } from 'lucide-react'
import { Segments } from '../ui/segments.tsx'
import { useEventTexts } from './texts.ts'

/** EVENT-27 `showCalendar`: list or calendar. */
export function ViewTabs({
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
