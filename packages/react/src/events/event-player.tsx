import type { ScheduledEvent } from '@kinora/core'
import { TitlePlayer } from '../titles/files/title-player.tsx'

/** API-87: the event's own video, as its members will see it. */
export function EventPlayer({ event, tag }: { event: ScheduledEvent; tag: string }) {
  const { title: className, tenantId, cover: imageLink, durationSecond } = event
  const shown = { tag, className, tenantId, providerID: '', imageLink, durationSecond }
  return (
    <div className="kn-event-video">
      <TitlePlayer title={{ ...shown, streamingLink: tag }} hasCaptions={false} />
    </div>
  )
}
