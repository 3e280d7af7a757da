import {
  checkEventForm,
  EVENT_RESET,
  type EventDraft,
  EventType,
  events,
  type Issue,
  missingToActivate,
  newEvent,
  type ScheduledEvent,
} from '@kinora/core'
import { useEffect, useMemo, useRef, useState } from 'react'
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

/** EVENT-10: what the platform has given a live event that was just added. */
interface Added {
  event_Id: string
  eventKey: string | null
}

/** The draft of an event, the rules of core while it is edited, and its saving (E-7). */
export function useEventDraft(options: EventDraftOptions): Draft<EventDraft> & { added: Added | undefined } {
  const { event, at, tenantId, refresh, onAdded, onDirtyChange } = options
  const { text } = useFormTexts()
  const own = useEventTexts()
  const { zone } = useDates()
  const [added, setAdded] = useState<Added>()
  const known = event?.event_Id ?? added?.event_Id
  const tell = useOnce(onAdded)
  const add = useWrite(events.create, {
    success: (_, { type }) => ({
      text: text(type === EventType.Live ? 'success.saved' : 'success.itemSaved'),
      duration: EVENT_RESET,
    }),
    failure: saidByCaller,
  })
  const change = useWrite(events.update, {
    failure: saidByCaller,
    // C-109: what became incomplete is inactive now, and it is said why.
    success: (saved, sent) =>
      !saved.active && (sent.active ?? event?.active)
        ? own.text('event.deactivated', { missing: missingToActivate(saved).map(own.issue).join(', ') })
        : saved.active && !(sent.active ?? event?.active)
          ? own.text('event.activated')
          : { text: text('success.saved'), duration: EVENT_RESET },
  })
  const timing = useTimingCheck()
  const stored = useMemo(() => toStored(event, at), [event, at])
  const draft = useDraft<EventDraft, ScheduledEvent | Added>({
    stored,
    check: draft => [...checkEventForm(draft), ...(timing?.(event, draft, event?.timeZone ?? zone) ?? [])],
    save: (values, { changes, version }) =>
      known === undefined
        ? add.send({ tenantId, ...values })
        : change.send({ tenantId, event_Id: known, ...changes, version }),
    refresh: () => refresh().then(fresh => fresh && toStored(fresh, undefined)),
    toStored: (answer, sent) => ('version' in answer ? toStored(answer, undefined) : { values: sent }),
    onSaved: answer => {
      if (event !== undefined) return
      if (isLive(draft) && !('version' in answer)) setAdded(answer)
      else tell(answer.event_Id)
    },
    onDirtyChange,
    keep: `events ${tenantId} ${known ?? 'new'}`,
  })
  useReset(draft.dirty ? undefined : added, tell)
  return { ...draft, added }
}

const isLive = ({ form }: Draft<EventDraft>) => form.getValues('type') === EventType.Live

/** EVENT-10, C-31: key and id of a live event stay in sight a moment, then the form is that of the event. What is written meanwhile stays. */
function useReset(added: Added | undefined, onAdded: (id: string) => void): void {
  const latest = useRef(onAdded)
  latest.current = onAdded
  useEffect(() => {
    if (added === undefined) return
    const timer = setTimeout(() => latest.current?.(added.event_Id), EVENT_RESET)
    return () => clearTimeout(timer)
  }, [added])
}

/** A host that stays on the form is told once, whether by the moment that has passed or by the next save. */
function useOnce(onAdded: EventDraftOptions['onAdded']): (id: string) => void {
  const isTold = useRef(false)
  return id => {
    if (isTold.current) return
    isTold.current = true
    onAdded?.(id)
  }
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
