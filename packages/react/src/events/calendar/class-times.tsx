import { EVENT_LONGEST, fromWireDate, type Issue } from '@kinora/core'
import { toDailyTime, toDate, toDayNumber, toMinutes } from '@kinora/core/schedule'
import { DayInput, TimeInput } from '../../kernel/date-picker.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Minutes } from '../event-time.tsx'
import { useEventTexts } from '../texts.ts'
import type { Stretch } from './slots.ts'

/** When a class is, as it is typed: `YYYY-MM-DD`, `HH:mm` or what is none, and seconds. */
export interface Times {
  day: string
  time: string
  seconds: number
}

export const timesOf = ({ to: { day, minutes }, length }: Stretch): Times => ({
  day: toDate(day),
  time: toDailyTime(minutes),
  seconds: length * 60,
})

/** What is wrong with them, as the schema of an event says it. */
export function problemOf({ time, seconds }: Times): Issue | undefined {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return { path: 'schedule.daily_time', code: 'event.dailyTime' }
  const isLength = Number.isInteger(seconds) && seconds >= 0 && seconds <= EVENT_LONGEST
  return isLength
    ? undefined
    : { path: 'durationSecond', code: 'event.length', params: { max: EVENT_LONGEST / 60 } }
}

/** Only of times without a problem. */
export const slotOf = ({ day, time }: Times) => ({ day: toDayNumber(day), minutes: toMinutes(time) })

interface ClassTimesProps {
  value: Times
  onChange: (times: Times) => void
  /** Why it can’t be then. */
  refusal: Issue | undefined
}

/** Day, time and length of one class. */
export function ClassTimes({ value, onChange, refusal }: ClassTimesProps) {
  const { text, issue } = useEventTexts()
  const problem = problemOf(value)
  const errorAt = (path: string) => (problem?.path === path ? issue(problem) : undefined)
  return (
    <div className="kn-event-times">
      <Field label={text('ui.events.day')} error={refusal && issue(refusal)} announces>
        <DayInput
          size="compact"
          value={value.day}
          onChange={day => fromWireDate(day) !== undefined && onChange({ ...value, day })}
        />
      </Field>
      <Field label={text('field.schedule.daily_time')} error={errorAt('schedule.daily_time')}>
        <TimeInput
          data-autofocus="true"
          size="compact"
          value={value.time}
          onChange={time => onChange({ ...value, time })}
        />
      </Field>
      <Field label={text('ui.events.lengthMinutes')} error={errorAt('durationSecond')}>
        <Minutes
          size="compact"
          seconds={value.seconds}
          onChange={seconds => onChange({ ...value, seconds })}
        />
      </Field>
    </div>
  )
}
