import { type Title, titles } from '@kinora/core'
import { useState } from 'react'
import { ClassChooser } from '../class-chooser/class-chooser.tsx'
import { eventClasses } from '../class-chooser/class-source.ts'
import { useKinora } from '../kernel/provider.tsx'
import { Button } from '../ui/button.tsx'
import { useToasts } from '../ui/overlay/toast.tsx'
import { useEventTexts } from './texts.ts'

interface ClassPickProps {
  tenantId: string
  /** What the class is called; undefined where there is none. */
  name: string | undefined
  onChoose: (title: Title) => void
  onRemove: () => void
}

/** EVENT-07, EVENT-30, EVENT-33: the class that is shown; one that can't be played is refused at once. */
export function ClassPick({ tenantId, name, onChoose, onRemove }: ClassPickProps) {
  const { text } = useEventTexts()
  const { session } = useKinora()
  const toasts = useToasts()
  const [open, setOpen] = useState(false)
  const choose = async ([title]: readonly Title[]): Promise<boolean> => {
    if (title === undefined) return true
    try {
      await session.send(titles.streamingLink, { tenant: tenantId, tag: title.tag })
    } catch {
      toasts.show({ text: text('title.classIssue'), tone: 'negative' })
      return false
    }
    onChoose(title)
    return true
  }
  return (
    <div className="kn-event-class">
      {name === undefined ? null : <bdi>{name}</bdi>}
      <Button onClick={() => setOpen(true)}>
        {text(name === undefined ? 'ui.choose.class' : 'ui.events.otherClass')}
      </Button>
      {name === undefined ? null : (
        <Button variant="quiet" onClick={onRemove}>
          {text('ui.events.noClass')}
        </Button>
      )}
      {open ? (
        <ClassChooser
          open
          single
          tenantId={tenantId}
          source={eventClasses}
          onClose={() => setOpen(false)}
          onChoose={choose}
        />
      ) : null}
    </div>
  )
}
