import {
  durationChoices,
  type EventDraft,
  EventType,
  fromWireDate,
  type Schedule,
  type ScheduledEvent,
} from '@kinora/core'
import { useId } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { DatePicker, TimeInput } from '../kernel/date-picker.tsx'
import { DraftField } from '../kernel/draft-field.tsx'
import { modeOf } from '../kernel/form-fields.ts'
import { useFormTexts } from '../kernel/form-texts.ts'
import { MomentInput } from '../kernel/moment-input.tsx'
import { useDates } from '../kernel/use-dates.ts'
import type { Draft } from '../kernel/use-draft.ts'
import { CheckboxGroup } from '../ui/form/checkbox.tsx'
import { Field } from '../ui/form/field.tsx'
import { NumberInput } from '../ui/form/number-input.tsx'
import { RadioGroup } from '../ui/form/radio-group.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { ZoneLine } from './event-parts.tsx'
import { useEventFormTexts } from './form-texts.ts'
import { dayName, weekdays } from './texts.ts'

interface EventTimeProps {
  draft: Draft<EventDraft>
  event: ScheduledEvent | undefined
}

const atSix: Schedule = { type: 1, weekdays: [], daily_time: '18:00' }

/** EVENT-05, C-110: weekdays and a time on the clock of the tenant's zone; a live event may take place once. */
export function EventTime({ draft, event }: EventTimeProps) {
  const { text } = useEventFormTexts()
  const form = useFormTexts()
  const { zone } = useDates()
  const type = useWatch({ control: draft.form.control, name: 'type' })
  const schedule = useWatch({ control: draft.form.control, name: 'schedule' })
  // Its offset tells which of two equal hours is meant, where the clock is put back.
  const once = useWatch({ control: draft.form.control, name: 'schedule_time' })
  const isOnce = type === EventType.Live && schedule === null
  const mode = modeOf(draft.fields, 'schedule')
  const repeat = (value: 'weekly' | 'once') =>
    draft.form.setValue('schedule', value === 'weekly' ? (event?.schedule ?? atSix) : null, {
      shouldDirty: true,
    })
  return (
    <Card title={text('ui.events.time')}>
      <ZoneLine zone={event?.timeZone ?? zone} at={isOnce ? (once ?? undefined) : undefined} />
      {type === EventType.Live && mode !== 'hidden' ? (
        <Field
          label={text('ui.events.repeat')}
          readOnly={mode === 'readOnly' ? form.text('ui.form.readOnly') : undefined}
          group
        >
          <RadioGroup
            orientation="horizontal"
            disabled={mode === 'readOnly'}
            value={isOnce ? 'once' : 'weekly'}
            onChange={repeat}
            options={[
              { value: 'once', label: text('ui.events.once') },
              { value: 'weekly', label: text('ui.events.weekly') },
            ]}
          />
        </Field>
      ) : null}
      {isOnce ? (
        <DraftField draft={draft} name="schedule_time">
          {({ value, set, blur }) => (
            <MomentInput
              value={value}
              onChange={moment =>
                set(moment === null ? null : (fromWireDate(moment)?.toISOString() ?? moment))
              }
              onBlur={blur}
            />
          )}
        </DraftField>
      ) : (
        <>
          <Weekly draft={draft} />
          {(['startsOn', 'endsOn'] as const).map(name => (
            <DraftField key={name} draft={draft} name={name} label={text(`field.${name}`)}>
              {({ value, set, blur }) => (
                <DatePicker
                  value={value ?? ''}
                  onChange={day => set(day === '' ? null : day)}
                  onBlur={blur}
                />
              )}
            </DraftField>
          ))}
        </>
      )}
      <DraftField draft={draft} name="durationSecond" help={text('ui.events.durationHelp')}>
        {({ value, set, blur }) => <Minutes seconds={value} onChange={set} onBlur={blur} />}
      </DraftField>
    </Card>
  )
}

interface MinutesProps {
  /** Null in drafts that an older version kept. */
  seconds: number | null
  onChange: (seconds: number) => void
  onBlur?: () => void
  size?: 'compact'
}

/** TITLE-40: a length in minutes, picked or typed: the class of an event may have any. */
export function Minutes({ seconds, onChange, onBlur, size }: MinutesProps) {
  const choices = useId()
  return (
    <>
      <NumberInput
        list={choices}
        size={size}
        value={seconds === null || seconds === 0 ? null : seconds / 60}
        onChange={minutes => onChange(Math.round((minutes ?? 0) * 60))}
        onBlur={onBlur}
      />
      <datalist id={choices}>
        {durationChoices.map(minutes => (
          <option key={minutes} value={minutes} />
        ))}
      </datalist>
    </>
  )
}

function Weekly({ draft }: { draft: Draft<EventDraft> }) {
  const { text } = useEventFormTexts()
  const { errors } = useFormState({ control: draft.form.control, name: 'schedule' })
  return (
    <DraftField draft={draft} name="schedule" group required>
      {({ value, set, blur }) => {
        const { weekdays: days, daily_time } = value ?? atSix
        const put = (part: Partial<Schedule>) => set({ ...atSix, ...value, ...part })
        return (
          <>
            <CheckboxGroup
              orientation="horizontal"
              values={days.map(String)}
              onChange={given => put({ weekdays: given.map(Number) })}
              options={weekdays.map(day => ({ value: String(day), label: dayName(text, day) }))}
            />
            <StartsAt
              id={draft.fieldId('schedule.daily_time')}
              error={errors.schedule?.daily_time?.message}
              value={daily_time}
              onChange={time => put({ daily_time: time })}
              onBlur={blur}
            />
          </>
        )
      }}
    </DraftField>
  )
}

interface StartsAtProps {
  id: string
  error: string | undefined
  /** `HH:mm` */
  value: string
  onChange: (time: string) => void
  onBlur: () => void
}

/** The hour, a field of its own: a wrong one is named there. */
function StartsAt({ id, error, value, onChange, onBlur }: StartsAtProps) {
  const { text } = useEventFormTexts()
  return (
    <Field label={text('field.schedule.daily_time')} id={id} error={error}>
      <TimeInput value={value} onChange={onChange} onBlur={onBlur} />
    </Field>
  )
}
