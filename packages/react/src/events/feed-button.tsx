import { CalendarSync } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useEventTexts } from './texts.ts'

const FeedDialog = lazy(async () => ({ default: (await import('./feed-dialog.tsx')).FeedDialog }))

/** The schedule for other calendars. */
export function FeedButton({ tenantId }: { tenantId: string }) {
  const { text } = useEventTexts()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<CalendarSync size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {text('ui.events.feed')}
      </Button>
      {open ? (
        <Suspense>
          <FeedDialog tenantId={tenantId} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
