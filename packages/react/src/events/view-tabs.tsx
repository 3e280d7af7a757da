import { CalendarDays, List } from 'lucide-react'
import { Button } from '../ui/button.tsx'
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
  const views = [
    { id: 'list', icon: <List size={16} aria-hidden="true" /> },
    { id: 'calendar', icon: <CalendarDays size={16} aria-hidden="true" /> },
  ] as const
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons of one choice
    <div className="kn-segments" role="group" aria-label={text('ui.events.views')}>
      {views.map(({ id, icon }) => (
        <Button
          key={id}
          variant="quiet"
          size="compact"
          icon={icon}
          aria-pressed={view === id}
          onClick={() => onView(id)}
        >
          {text(`ui.events.${id}`)}
        </Button>
      ))}
    </div>
  )
}
