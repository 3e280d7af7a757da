import { type EventDraft, EventType, lostByType, type ScheduledEvent, withType } from '@kinora/core'
import { useState } from 'react'
import { DraftField } from '../kernel/draft-field.tsx'
import type { Draft } from '../kernel/use-draft.ts'
import { RadioGroup } from '../ui/form/radio-group.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { useEventFormTexts } from './form-texts.ts'

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
      draft.form.setValue(name as keyof EventDraft, value as never, { shouldDirty: true })
  }
  return (
    <Card title={text('field.type')}>
      <DraftField draft={draft} name="type" label={text('field.type')} group className="kn-field-bare">
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
