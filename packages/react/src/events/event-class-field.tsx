import {
  type EventDraft,
  EventType,
  isExternal,
  noMetadata,
  type ScheduledEvent,
  type Title,
  titles,
} from '@kinora/core'
import { lazy, Suspense, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { eventClasses } from '../class-chooser/class-source.ts'
import { DraftField } from '../kernel/draft-field.tsx'
import { useKinora } from '../kernel/provider.tsx'
import type { Draft } from '../kernel/use-draft.ts'
import { Button } from '../ui/button.tsx'
import { useToasts } from '../ui/overlay/toast-region.tsx'
import { useEventFormTexts } from './form-texts.ts'

const ClassChooser = lazy(async () => ({
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

/** The class, and of what describes it all that the event doesn't say yet. */
function fill({ form }: Draft<EventDraft>, title: Title): void {
  const now = form.getValues()
  const put = <K extends keyof EventDraft>(name: K, value: EventDraft[K]) =>
    form.setValue(name as 'contentId', value as never, { shouldDirty: true, shouldValidate: true })
  put('contentId', title.tag)
  for (const name of Object.keys(noMetadata) as (keyof typeof noMetadata)[]) {
    const held = now[name]
    const isEmpty = held === null || held === '' || (Array.isArray(held) && held.length === 0)
    if (name !== 'contentId' && isEmpty) put(name, title[name])
  }
  if (now.durationSecond === 0) put('durationSecond', title.durationSecond)
}
