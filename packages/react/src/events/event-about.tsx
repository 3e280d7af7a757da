import {
  type EventDraft,
  EventType,
  isExternal,
  limits,
  lostByType,
  type ScheduledEvent,
  withType,
} from '@kinora/core'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { DraftSwitch } from '../kernel/active.tsx'
import { DraftField, DraftText } from '../kernel/draft-field.tsx'
import { DraftImage } from '../kernel/draft-image.tsx'
import { isHidden, setFollower } from '../kernel/form-fields.ts'
import type { Draft } from '../kernel/use-draft.ts'
import { RadioGroup } from '../ui/form/radio-group.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { useEventFormTexts } from './form-texts.ts'
import { StreamKey } from './stream-key.tsx'

interface EventAboutProps {
  draft: Draft<EventDraft>
  eventKey: string | null
  /** Of an event that is stored. */
  eventId: string | undefined
}

/** What members read: title, description, cover; of a live event where its stream comes from (EVENT-06, EVENT-17). */
export function EventAbout({ draft, eventKey, eventId }: EventAboutProps) {
  const { text } = useEventFormTexts()
  const { control } = draft.form
  const type = useWatch({ control, name: 'type' })
  const eventSource = useWatch({ control, name: 'eventSource' })
  const external = isExternal({ type, eventSource })
  return (
    <Card title={text('ui.editor.about')}>
      <DraftText draft={draft} name="title" max={limits.text} required />
      <DraftText draft={draft} name="description" multiline />
      <DraftField draft={draft} name="category" group>
        {({ value, set }) => (
          <RadioGroup
            orientation="horizontal"
            value={value}
            onChange={set}
            options={[
              { value: 'GX', label: 'GX' },
              { value: 'Cycle', label: 'Cycle' },
            ]}
          />
        )}
      </DraftField>
      <DraftImage
        draft={draft}
        name="imageUrl"
        alt={text('field.imageUrl')}
        kind="eventCover"
        asset="eventCover"
        removable
      />
      {type === EventType.Live ? (
        <DraftField draft={draft} name="eventSource" group>
          {({ value, set }) => (
            <RadioGroup
              orientation="horizontal"
              value={value ?? 'platform'}
              onChange={set}
              options={(['platform', 'external'] as const).map(source => ({
                value: source,
                label: text(`ui.events.${source}`),
              }))}
            />
          )}
        </DraftField>
      ) : null}
      {type === EventType.Live && !external && eventKey !== null ? (
        <StreamKey eventKey={eventKey} eventId={eventId} />
      ) : null}
      {external ? (
        <DraftText draft={draft} name="liveStreamingLink" input={{ type: 'url' }} />
      ) : (
        <DraftSwitch
          draft={draft}
          name="allowAutoPublish"
          label={text('field.allowAutoPublish')}
          word={text('field.allowAutoPublish')}
          help={text('ui.events.autoPublishHelp')}
          className="kn-field-bare"
        />
      )}
      <DraftSwitch draft={draft} name="active" help={text('ui.events.activeHelp')} />
    </Card>
  )
}

interface EventTypeProps {
  draft: Draft<EventDraft>
  event: ScheduledEvent | undefined
}

/** EVENT-02, EVENT-19 to EVENT-21: the type; what another one deletes is said and asked first. */
export function EventTypeField({ draft, event }: EventTypeProps) {
  const { text } = useEventFormTexts()
  const [asked, setAsked] = useState<EventType>()
  const before = event?.type
  const losses = asked === undefined || before === undefined ? [] : lostByType(before, asked)
  const choose = (type: EventType) => {
    const next = withType(draft.form.getValues(), type)
    for (const [name, value] of Object.entries(next))
      setFollower(draft, name as keyof EventDraft, value as never, { shouldDirty: true })
  }
  if (isHidden(draft.fields, 'type')) return null
  return (
    <Card title={text('field.type')}>
      <DraftField draft={draft} name="type" group className="kn-field-bare">
        {({ value }) => (
          <RadioGroup
            value={String(value)}
            onChange={given => {
              const type = Number(given) as EventType
              if (before === undefined || type === before) choose(type)
              else setAsked(type)
            }}
            options={([EventType.Simulated, EventType.Live, EventType.Scheduled] as const).map(type => ({
              value: String(type),
              label: text(`ui.events.type${type}`),
              help: text(`ui.events.typeHelp${type}`),
            }))}
          />
        )}
      </DraftField>
      <ConfirmDialog
        open={asked !== undefined}
        finalFocus={chosenOf(draft.fieldId('type'))}
        onClose={() => setAsked(undefined)}
        onConfirm={() => {
          if (asked !== undefined) choose(asked)
          setAsked(undefined)
        }}
        title={text('ui.events.typeTitle')}
        losses={losses.map(loss => text(`ui.events.lost.${loss}`))}
        confirmLabel={text('ui.events.typeConfirm')}
        cancelLabel={text('ui.cancel')}
        closeLabel={text('ui.close')}
      />
    </Card>
  )
}

/** The radio that stays chosen where the question is refused. */
const chosenOf = (id: string) => ({
  get current() {
    return document.getElementById(id)?.querySelector<HTMLElement>('input:checked') ?? null
  },
})
