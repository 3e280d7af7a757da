import { type EventDraft, EventType, isExternal, limits } from '@kinora/core'
import { useWatch } from 'react-hook-form'
import { CopyInput } from '../kernel/copy-input.tsx'
import { DraftField } from '../kernel/draft-field.tsx'
import { DraftImage } from '../kernel/draft-image.tsx'
import { DraftText } from '../kernel/draft-text.tsx'
import type { Draft } from '../kernel/use-draft.ts'
import { Field } from '../ui/form/field.tsx'
import { RadioGroup } from '../ui/form/radio-group.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { useEventFormTexts } from './form-texts.ts'

/** What members read: title, description, cover; of a live event where its stream comes from (EVENT-06, EVENT-17). */
export function EventAbout({ draft, eventKey }: { draft: Draft<EventDraft>; eventKey: string | null }) {
  const { text } = useEventFormTexts()
  const { control } = draft.form
  const type = useWatch({ control, name: 'type' })
  const eventSource = useWatch({ control, name: 'eventSource' })
  const external = isExternal({ type, eventSource })
  return (
    <Card title={text('ui.events.about')}>
      <DraftText draft={draft} name="title" label={text('field.title')} max={limits.text} required />
      <DraftText draft={draft} name="description" label={text('field.description')} multiline />
      <DraftField draft={draft} name="category" label={text('field.category')} group>
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
        label={text('field.imageUrl')}
        alt={text('field.imageUrl')}
        kind="eventCover"
        asset="eventCover"
        removable
      />
      {type === EventType.Live ? (
        <DraftField draft={draft} name="eventSource" label={text('field.eventSource')} group>
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
        <Field label={text('ui.events.eventKey')}>
          <CopyInput value={eventKey} copyLabel={text('ui.events.copyKey')} />
        </Field>
      ) : null}
      {external ? (
        <DraftText
          draft={draft}
          name="liveStreamingLink"
          label={text('field.liveStreamingLink')}
          input={{ type: 'url' }}
        />
      ) : (
        <DraftField
          draft={draft}
          name="allowAutoPublish"
          label={text('field.allowAutoPublish')}
          group
          className="kn-field-bare"
        >
          {({ value, set }) => (
            <Switch
              label={text('field.allowAutoPublish')}
              help={text('ui.events.autoPublishHelp')}
              checked={value}
              onChange={change => set(change.target.checked)}
            />
          )}
        </DraftField>
      )}
      <DraftField draft={draft} name="active" label={text('field.active')} group className="kn-field-bare">
        {({ value, set }) => (
          <Switch
            label={text('field.active')}
            help={text('ui.events.activeHelp')}
            checked={value}
            onChange={change => set(change.target.checked)}
          />
        )}
      </DraftField>
    </Card>
  )
}
