import { CalendarSync } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { useEventTexts } from './texts.ts'

const FeedDialog = lazyPart(async () => ({ default: (await import('./feed-dialog.tsx')).FeedDialog }))

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
