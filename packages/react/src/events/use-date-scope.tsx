import { type EventDraft, type Issue, OccurrenceDetails, type ScheduledEvent } from '@kinora/core'
import { toDayNumber } from '@kinora/core/schedule'
import { type ReactNode, useState } from 'react'
import { type FormFields, isFrozen, unlessHidden } from '../kernel/form-fields.ts'
import { useFormTexts } from '../kernel/form-texts.ts'
import type { WriteResult } from '../kernel/use-write.ts'
import { useEventFormTexts } from './form-texts.ts'
import { ScopeDialog, type SeriesScope } from './scope-dialog.tsx'
import { useDayLabel } from './use-day-label.ts'
import { useOccurrences } from './use-occurrences.tsx'

interface PendingSave {
  changes: Partial<EventDraft>
  answer(scope: SeriesScope | undefined): void
}

interface Saved {
  changes: Partial<EventDraft>
  version: number | undefined
}

const own = Object.keys(OccurrenceDetails.shape)
const ownOnly: Issue = { path: 'date', code: 'ui.events.scope.ownOnly' }
const timeFixed: Issue = { path: 'date', code: 'ui.events.scope.timeFixed' }
/** What parting a series changes: where one ends and the next begins. */
const parted = ['schedule', 'startsOn', 'endsOn']

/** C-150: saves a form that was opened for one date: asks whether it is this class, this and later, or all. */
export function useDateScope(
  event: ScheduledEvent | undefined,
  date: string | undefined,
  fields: FormFields | undefined,
) {
  const { text } = useEventFormTexts()
  const form = useFormTexts()
  const label = useDayLabel()
  const acts = useOccurrences({ failure: 'caller' })
  const [asked, setAsked] = useState<PendingSave>()

  async function save({ changes, version }: Saved): Promise<WriteResult<ScheduledEvent>> {
    if (event === undefined || date === undefined || Object.keys(changes).length === 0)
      return { kind: 'busy' }
    const scope = await new Promise<SeriesScope | undefined>(answer => setAsked({ changes, answer }))
    setAsked(undefined)
    if (scope === undefined) return { kind: 'busy' }
    const { eventId } = event
    const words = text('ui.events.changedDate', {
      name: unlessHidden(fields, 'title', event.title) ?? label(toDayNumber(date)),
    })
    const back = Object.fromEntries(Object.keys(changes).map(name => [name, event[name as keyof EventDraft]]))
    if (scope === 'later') return acts.split({ eventId, date, version, ...changes }, back, words)
    if (scope === 'this') {
      const { schedule, ...details } = changes
      const start = schedule && (await startAt(event, date, schedule.daily_time))
      return acts.change({ eventId, date, version, ...details, ...(start && { start }) }, event, words)
    }
    return acts.update({ eventId, version, ...changes }, back, words)
  }

  const dialog: ReactNode =
    asked === undefined || event === undefined ? null : (
      <ScopeDialog
        words={text('ui.events.scopeOfSave')}
        refusals={{
          this: isOwn(event, asked.changes) ? undefined : ownOnly,
          later: parted.some(name => isFrozen(fields, name)) ? timeFixed : undefined,
          all: undefined,
        }}
        confirmLabel={form.text('ui.form.save')}
        onChoose={asked.answer}
        onClose={() => asked.answer(undefined)}
      />
    )
  return { save, dialog }
}

/** Whether a date can have all of it for itself: its details, and another hour. */
function isOwn(event: ScheduledEvent, { schedule, ...others }: Partial<EventDraft>): boolean {
  const isHour =
    schedule === undefined ||
    (schedule !== null && String(schedule.weekdays) === String(event.schedule?.weekdays ?? []))
  return isHour && Object.keys(others).every(name => own.includes(name))
}

async function startAt(event: ScheduledEvent, date: string, time: string): Promise<string> {
  const { toDayNumber, toMinutes, wallClock } = await import('@kinora/core/schedule')
  const clock = wallClock(event.timeZone)
  // One that was moved to another day stays there.
  const own = event.exceptions[date]?.start
  const day = own == null ? toDayNumber(date) : clock.of(Date.parse(own)).day
  return new Date(clock.at(day, toMinutes(time))).toISOString()
}
