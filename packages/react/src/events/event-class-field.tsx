import {
  type EventDraft,
  EventType,
  filledBy,
  isExternal,
  type ScheduledEvent,
  type Title,
  titles,
} from '@kinora/core'
import { Suspense, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { eventClasses } from '../class-chooser/class-source.ts'
import { DraftField } from '../kernel/draft-field.tsx'
import { useKinora } from '../kernel/provider.tsx'
import type { Draft } from '../kernel/use-draft.ts'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { useToasts } from '../ui/overlay/toast-region.tsx'
import { useEventFormTexts } from './form-texts.ts'

const ClassChooser = lazyPart(async () => ({
  default: (await import('../class-chooser/class-chooser.tsx')).ClassChooser,
}))

interface EventClassFieldProps {
  draft: Draft<EventDraft>
  event: ScheduledEvent | undefined
  tenantId: string
}

/** EVENT-07, EVENT-30, EVENT-33: the class that is attached; one that can't be played is refused at once. What it says of itself fills what is still empty. */
export function EventClassField({ draft, event, tenantId }: EventClassFieldProps) {
  const { text } = useEventFormTexts()
  const { session } = useKinora()
  const toasts = useToasts()
  const [open, setOpen] = useState(false)
  const [found, setFound] = useState<Title>()
  const { control } = draft.form
  const type = useWatch({ control, name: 'type' })
  const eventSource = useWatch({ control, name: 'eventSource' })
  if (isExternal({ type, eventSource })) return null
  const nameOf = (tag: string) => [found, event?.video].find(known => known?.tag === tag)?.className ?? tag
  const choose = async ([title]: readonly Title[]): Promise<boolean> => {
    if (title === undefined) return true
    try {
      await session.send(titles.streamingLink, { tenant: tenantId, tag: title.tag })
    } catch {
      toasts.show({ text: text('title.classIssue'), tone: 'negative' })
      return false
    }
    setFound(title)
    fill(draft, title)
    return true
  }
  return (
    <DraftField
      draft={draft}
      name="contentId"
      label={text('field.contentId')}
      help={type === EventType.Scheduled ? text('ui.events.classHint') : undefined}
      group
    >
      {({ value, set }) => (
        <div className="kn-event-class">
          {value === null ? null : <bdi>{nameOf(value)}</bdi>}
          <Button onClick={() => setOpen(true)}>
            {text(value === null ? 'ui.events.chooseClass' : 'ui.events.otherClass')}
          </Button>
          {value === null ? null : (
            <Button variant="quiet" onClick={() => set(null)}>
              {text('ui.events.noClass')}
            </Button>
          )}
          {open ? (
            <Suspense>
              <ClassChooser
                open
                single
                tenantId={tenantId}
                source={eventClasses}
                onClose={() => setOpen(false)}
                onChoose={choose}
              />
            </Suspense>
          ) : null}
        </div>
      )}
    </DraftField>
  )
}

function fill({ form }: Draft<EventDraft>, title: Title): void {
  for (const [name, value] of Object.entries(filledBy(title, form.getValues())))
    form.setValue(name as 'contentId', value as never, { shouldDirty: true, shouldValidate: true })
}
