import {
  checkEventForm,
  type EventDraft,
  events,
  type Issue,
  missingToActivate,
  newEvent,
  type ScheduledEvent,
} from '@kinora/core'
import { useEffect, useMemo, useState } from 'react'
import { useFormTexts } from '../kernel/form-texts.ts'
import type { FormPageProps } from '../kernel/row-form.tsx'
import { useDates } from '../kernel/use-dates.ts'
import { type Draft, useDraft } from '../kernel/use-draft.ts'
import { useIdle } from '../kernel/use-idle.ts'
import { saidByCaller, useWrite } from '../kernel/use-write.ts'
import type { NewEventTime } from './calendar/slots.ts'
import { useEventTexts } from './texts.ts'

export interface EventDraftOptions extends Pick<FormPageProps, 'onAdded' | 'onDirtyChange'> {
  tenantId: string
  /** Undefined for a new one. */
  event: ScheduledEvent | undefined
  /** What was chosen in the calendar. */
  at: NewEventTime | undefined
  refresh(): Promise<ScheduledEvent | undefined>
}

const fields = Object.keys(newEvent) as (keyof EventDraft)[]

/** The draft of an event, the rules of core while it is edited, and its saving (E-7). */
export function useEventDraft(options: EventDraftOptions): Draft<EventDraft> {
  const { event, at, tenantId, refresh, onAdded, onDirtyChange } = options
  const { text } = useFormTexts()
  const own = useEventTexts()
  const { zone } = useDates()
  const add = useWrite(events.create, { success: text('success.itemSaved'), failure: saidByCaller })
  const change = useWrite(events.update, {
    failure: saidByCaller,
    // C-109: what became incomplete is inactive now, and it is said why.
    success: (saved, sent) =>
      !saved.active && (sent.active ?? event?.active)
        ? own.text('event.deactivated', { missing: missingToActivate(saved).map(own.issue).join(', ') })
        : text('success.saved'),
  })
  const timing = useTimingCheck()
  const stored = useMemo(() => toStored(event, at), [event, at])
  return useDraft<EventDraft, ScheduledEvent | { event_Id: string }>({
    stored,
    check: draft => [...checkEventForm(draft), ...(timing?.(event, draft, event?.timeZone ?? zone) ?? [])],
    save: (values, { changes, version }) =>
      event === undefined
        ? add.send({ tenantId, ...values })
        : change.send({ tenantId, event_Id: event.event_Id, ...changes, version }),
    refresh: () => refresh().then(fresh => fresh && toStored(fresh, undefined)),
    toStored: (answer, sent) => ('version' in answer ? toStored(answer, undefined) : { values: sent }),
    onSaved: answer => {
      if (event === undefined) onAdded?.(answer.event_Id)
    },
    onDirtyChange,
  })
}

type Check = (before: EventDraft | undefined, after: EventDraft, zone: string) => Issue[]

/** EVENT-11 to EVENT-15, loaded when the page rests; before that the server alone says it. */
function useTimingCheck(): Check | undefined {
  const isIdle = useIdle()
  const [found, setFound] = useState<{ check: Check }>()
  useEffect(() => {
    if (!isIdle) return
    void import('@kinora/core/schedule').then(({ checkTiming, wallClock }) =>
      setFound({
        check: (before, after, zone) =>
          checkTiming(before, after, { clock: wallClock(zone), now: Date.now() }),
      }),
    )
  }, [isIdle])
  return found?.check
}

function toStored(event: ScheduledEvent | undefined, at: NewEventTime | undefined) {
  if (event === undefined) return { values: { ...newEvent, ...(at && toTiming(at)) } }
  const values = Object.fromEntries(fields.map(field => [field, event[field]])) as EventDraft
  return { values, version: event.version }
}

const toTiming = ({ weekday, daily_time, minutes }: NewEventTime) => ({
  schedule: { type: 1 as const, weekdays: [weekday], daily_time },
  durationSecond: minutes * 60,
})
