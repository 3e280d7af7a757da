import type { ScheduledEvent } from '@kinora/core'
import { Lock } from 'lucide-react'
import { Badge } from '../ui/status/badge.tsx'
import { useEventTexts } from './texts.ts'

const tones = { Saved: 'neutral', Inactive: 'negative', Active: 'positive' } as const

/** EVENT-23: Saved, Inactive or Active; a lock where it can't be moved (EVENT-13). */
export function StateBadge({ event }: { event: Pick<ScheduledEvent, 'state' | 'isLocked'> }) {
  const { text } = useEventTexts()
  return (
    <span className="kn-event-state">
      <Badge tone={tones[event.state]}>{text(`ui.events.state.${event.state}`)}</Badge>
      {event.isLocked ? <Lock size={14} role="img" aria-label={text('ui.events.locked')} /> : null}
    </span>
  )
}
