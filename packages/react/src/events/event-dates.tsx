import type { EventException, ScheduledEvent } from '@kinora/core'
import { isSeriesDay, toDate, toDayNumber, wallClock } from '@kinora/core/schedule'
import { useState } from 'react'
import { type FormFields, isFrozen, isHidden, unlessHidden } from '../kernel/form-fields.ts'
import { MomentInput } from '../kernel/moment-input.tsx'
import { useDates } from '../kernel/use-dates.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { ExceptionBadge } from './event-parts.tsx'
import { useEventFormTexts } from './form-texts.ts'
import { useDayLabel } from './use-day-label.ts'
import { useOccurrences } from './use-occurrences.tsx'

interface EventDatesProps {
  event: ScheduledEvent
  fields: FormFields | undefined
}

/** What a date is called in what is said of it: its title there and its day, or the day alone where the host hides the title. */
function nameOf(
  event: ScheduledEvent,
  fields: FormFields | undefined,
  { exception, day }: { exception?: EventException | undefined; day: string },
): string {
  const title = unlessHidden(fields, 'title', exception?.details.title ?? event.title)
  return title === undefined ? day : `${title}, ${day}`
}

/** C-150: the class of one date, which the form was opened for, and whether it takes place. */
export function EventDay({ event, date, fields }: EventDatesProps & { date: string }) {
  const { text } = useEventFormTexts()
  const acts = useOccurrences()
  const label = useDayLabel()
  const day = label(toDayNumber(date))
  const exception = event.exceptions[date]
  const name = nameOf(event, fields, { exception, day })
  const isCancelled = exception?.isCancelled === true
  return (
    <Card
      title={text('ui.events.thisDate', { day })}
      actions={
        isFrozen(fields, 'schedule') ? undefined : (
          <Button onClick={() => void acts[isCancelled ? 'bringBack' : 'cancel']({ event, date, name })}>
            {text(isCancelled ? 'ui.restore' : 'ui.events.cancelDate')}
          </Button>
        )
      }
    >
      <p className="kn-event-state">
        {isCancelled ? <ExceptionBadge exception="cancelled" /> : null}
        <span>{text('ui.events.thisDateText')}</span>
      </p>
    </Card>
  )
}

/** C-150: the dates on which a series differs, with the way back of each, and the way to add one, where the host lets them be changed. */
export function EventDates({ event, fields }: EventDatesProps) {
  const { text } = useEventFormTexts()
  const all = Object.entries(event.exceptions)
  return (
    <Card title={text('ui.events.dates')}>
      <p>{text(all.length === 0 ? 'ui.events.noDates' : 'ui.events.datesText')}</p>
      <ul className="kn-event-dates">
        {all.map(([date, exception]) => (
          <DateRow key={date} {...{ event, fields, date, exception }} />
        ))}
      </ul>
      {isFrozen(fields, 'schedule') ? null : <AddDate event={event} fields={fields} />}
    </Card>
  )
}

interface DateRowProps extends EventDatesProps {
  date: string
  exception: EventException
}

function DateRow({ event, fields, date, exception }: DateRowProps) {
  const { text } = useEventFormTexts()
  const acts = useOccurrences()
  const label = useDayLabel()
  const says = useSays(exception, fields)
  const day = label(toDayNumber(date))
  const name = nameOf(event, fields, { exception, day })
  const isResting = !exception.isAdded && !isSeriesDay(event, toDayNumber(date))
  const isLeft = exception.isAdded || isResting
  const canAct = !isFrozen(fields, 'schedule')
  const canRestore = canAct && !Object.keys(exception.details).some(name => isFrozen(fields, name))
  const act = isLeft ? text('ui.removeNamed', { name: day }) : text('ui.events.asSeries')
  return (
    <li>
      <strong>{day}</strong>
      {exception.isCancelled ? <ExceptionBadge exception="cancelled" /> : null}
      <span>{isResting ? text('ui.events.dateRests') : says}</span>
      {canAct && exception.isCancelled && !isResting ? (
        <Button
          size="compact"
          aria-label={`${text('ui.restore')}: ${day}`}
          onClick={() => void acts.bringBack({ event, date, name })}
        >
          {text('ui.restore')}
        </Button>
      ) : null}
      {!canRestore || (exception.isCancelled && says === '' && !isResting) ? null : (
        <Button
          size="compact"
          aria-label={isLeft ? act : `${act}: ${day}`}
          onClick={() => void acts.restore({ event, date, name })}
        >
          {act}
        </Button>
      )}
    </li>
  )
}

/** In what a date differs, but that it is cancelled. */
function useSays({ isAdded, start, details }: EventException, hidden: FormFields | undefined): string {
  const { text } = useEventFormTexts()
  const dates = useDates()
  const fields = Object.keys(details)
    .filter(name => !isHidden(hidden, name))
    .map(name => text(`field.${name as 'title'}`))
  const when = start === null ? undefined : dates.moment(start)
  return [
    when && text(isAdded ? 'ui.events.dateAdded' : 'ui.events.dateMoved', { when }),
    fields.length === 0 ? undefined : text('ui.events.dateEdited', { fields: fields.join(', ') }),
  ]
    .filter(part => part !== undefined)
    .join('. ')
}

function AddDate({ event, fields }: EventDatesProps) {
  const { text, issue, error } = useEventFormTexts()
  const acts = useOccurrences({ failure: 'caller' })
  const label = useDayLabel()
  const [start, setStart] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string>()
  const add = async () => {
    const at = start === null ? Number.NaN : Date.parse(start)
    if (start === null || Number.isNaN(at))
      return setRefusal(issue({ path: 'start', code: 'event.instant.typed' }))
    const { day } = wallClock(event.timeZone).of(at)
    const instant = new Date(at).toISOString()
    const name = nameOf(event, fields, { day: label(day) })
    const answer = await acts.add(event, { start: instant, date: toDate(day), name })
    if (answer.kind === 'failed') return setRefusal(error(answer.error))
    setRefusal(undefined)
    if (answer.kind === 'done') setStart(null)
  }
  return (
    <Field label={text('ui.events.newDate')} error={refusal}>
      <div className="kn-event-date-acts">
        <MomentInput value={start} onChange={setStart} />
        <Button onClick={() => void add()}>{text('ui.events.addDate')}</Button>
      </div>
    </Field>
  )
}
