import {
  checkEventForm,
  EVENT_RESET,
  type EventDraft,
  EventType,
  events,
  type Issue,
  missingToActivate,
  newEvent,
  noException,
  type ScheduledEvent,
  withType,
} from '@kinora/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useStateWords } from '../kernel/active.tsx'
import { DeleteRow, type DeleteRowProps } from '../kernel/delete-row.tsx'
import { DraftForm, type FormLook } from '../kernel/draft-form.tsx'
import { type FormFields, isHidden, shownIssues, unlessHidden, withoutHidden } from '../kernel/form-fields.ts'
import { useFormTexts } from '../kernel/form-texts.ts'
import type { RowHistory } from '../kernel/history.tsx'
import { useIdle } from '../kernel/provider.tsx'
import { type FormPageProps, ReadRow, type RowPage } from '../kernel/row-form.tsx'
import { SeeOnSite } from '../kernel/site-link.tsx'
import { ofTenant } from '../kernel/tenant-gate.tsx'
import { toWallClock, useDates } from '../kernel/use-dates.ts'
import { type Draft, useDraft } from '../kernel/use-draft.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { useUploadOf } from '../uploads/use-upload-state.ts'
import { useUploadActs } from '../uploads/use-uploads.ts'
import type { NewEventTime } from './calendar/slots.ts'
import { EventAbout, EventTypeField } from './event-about.tsx'
import { EventClass } from './event-class.tsx'
import { EventDates, EventDay } from './event-dates.tsx'
import { EventState } from './event-parts.tsx'
import { EventTime } from './event-time.tsx'
import { EventVideo } from './event-video.tsx'
import { useEventFormTexts } from './form-texts.ts'
import { EventOnAir } from './on-air.tsx'
import { useEventTexts } from './texts.ts'
import { useDateScope } from './use-date-scope.tsx'

export interface EventFormProps extends FormPageProps<keyof EventDraft> {
  /** What was chosen in the calendar for a new one. */
  at?: NewEventTime | undefined
  /** C-150: the day of a series that it was opened for. */
  date?: string | undefined
}

/** NAV-49, EVENT-29: adds or changes an event: its type, its time, its class, its video. */
export const EventForm = ofTenant<EventFormProps>(props => {
  const { text } = useEventFormTexts()
  return (
    <ReadRow
      {...props}
      noun="events"
      words={text}
      nameKey="title"
      calls={events}
      idKey="eventId"
      backLabel={text('ui.nav.schedule')}
    >
      {page => <Open {...props} {...page} />}
    </ReadRow>
  )
})

type Remove = typeof events.remove

interface OpenProps extends EventFormProps, RowPage<ScheduledEvent, Remove> {
  tenantId: string
}

function Open(props: OpenProps) {
  const { tenantId, row: event, page, deletes } = props
  const date = event?.schedule == null ? undefined : props.date
  const scope = useDateScope(event, date, props.fields)
  const draft = useEventDraft({ ...props, date, saveDate: date === undefined ? undefined : scope.save })
  const type = useWatch({ control: draft.form.control, name: 'type' })
  const labels = useLabels()
  const isNew = event === undefined && draft.added === undefined
  return (
    <DraftForm
      {...page}
      draft={draft}
      isNew={isNew}
      badge={unlessHidden(draft.fields, 'active', event && <EventState event={event} />)}
      saveLabel={isNew ? page.saveLabel : undefined}
      labels={labels}
      actions={
        event && (
          <>
            {event.active ? <SeeOnSite path={`events/${event.eventId}`} /> : null}
            <DeleteEvent {...deletes} event={event} />
          </>
        )
      }
    >
      {scope.dialog}
      {event && <OfTime event={event} date={date} fields={draft.fields} />}
      <EventTypeField draft={draft} event={event} />
      <EventTime draft={draft} event={event} />
      <EventAbout
        draft={draft}
        eventKey={(event ?? draft.added)?.eventKey ?? null}
        eventId={event?.eventId}
      />
      <EventClass draft={draft} event={event} tenantId={tenantId} />
      {event?.schedule == null || isHidden(draft.fields, 'schedule') ? null : (
        <EventDates event={event} fields={draft.fields} />
      )}
      {type === EventType.Simulated ? <EventVideo event={event} /> : null}
    </DraftForm>
  )
}

interface OfTimeProps {
  event: ScheduledEvent
  date: string | undefined
  fields: FormFields | undefined
}

/** What tells when it takes place, where the host hides neither that nor whether it does. */
function OfTime({ event, date, fields }: OfTimeProps) {
  if (isHidden(fields, event.schedule === null ? 'schedule_time' : 'schedule')) return null
  return (
    <>
      {isHidden(fields, 'active') ? null : <EventOnAir event={event} />}
      {date === undefined ? null : <EventDay event={event} date={date} fields={fields} />}
    </>
  )
}

interface DeleteEventProps extends Omit<DeleteRowProps<Remove>, 'input'> {
  event: ScheduledEvent
}

/** EVENT-31, UPLOAD-23: its upload stops with it, and the queue goes on with the others. */
function DeleteEvent({ event, ...deletes }: DeleteEventProps) {
  const { text } = useEventFormTexts()
  const acts = useUploadActs()
  const upload = useUploadOf(event.eventId, 'event', item => item?.id)
  return (
    <DeleteRow
      {...deletes}
      input={{ ids: [event.eventId] }}
      losses={event.file?.fileName || upload ? [text('ui.events.deleteLoss')] : []}
      onSuccess={() => (upload === undefined ? undefined : acts.remove(upload))}
    />
  )
}

/** Fields that are named as those of a title. */
const described = [
  'classSubCategoryId',
  'classLanguageCode',
  'intensity',
  'equipmentIds',
  'focusAreaIds',
  'labelIds',
  'instructor',
] as const

function useLabels() {
  const { text } = useEventFormTexts()
  return {
    title: text('field.title'),
    description: text('field.description'),
    type: { label: text('field.type'), show: (type: unknown) => text(`ui.events.type${type as EventType}`) },
    schedule: text('field.schedule'),
    schedule_time: text('field.schedule_time'),
    durationSecond: text('field.durationSecond'),
    active: useStateWords(),
    imageUrl: text('field.imageUrl'),
    classCategoryId: text('field.classCategoryId'),
    skill: text('field.skill'),
    ...Object.fromEntries(described.map(field => [field, text(`field.${field}`)])),
    'schedule.daily_time': text('field.schedule.daily_time'),
    'schedule.weekdays': {
      label: text('field.schedule'),
      show: (days: unknown) =>
        Array.isArray(days)
          ? days.map((day: 0 | 1 | 2 | 3 | 4 | 5 | 6) => text(`ui.events.day${day}`)).join(', ')
          : '',
    },
    contentId: text('field.contentId'),
    category: text('field.category'),
    eventSource: text('field.eventSource'),
    liveStreamingLink: text('field.liveStreamingLink'),
    allowAutoPublish: text('field.allowAutoPublish'),
  }
}

const fields = Object.keys(newEvent) as (keyof EventDraft)[]

/** EVENT-10: what the platform has given a live event that was just added. */
interface Added {
  eventId: string
  eventKey: string | null
}

interface DraftProps extends OpenProps {
  /** How the form of one date is saved. */
  saveDate: ReturnType<typeof useDateScope>['save'] | undefined
}

/** The draft of an event, the rules of core while it is edited, and its saving (E-7). */
function useEventDraft(props: DraftProps): Draft<EventDraft> & {
  added: Added | undefined
  history: RowHistory<EventDraft> | undefined
  look: FormLook
} {
  const { row: event, at, date, saveDate, tenantId, refresh, onAdded, onDirtyChange } = props
  const { fields, defaults, heading, slots } = props
  const { text } = useFormTexts()
  const own = useEventTexts()
  const { zone } = useDates()
  const [added, setAdded] = useState<Added>()
  const known = event?.eventId ?? added?.eventId
  const tell = useOnce(onAdded)
  const add = useWrite(events.create, {
    success: (_, { type }) => ({
      text: text(type === EventType.Live ? 'success.saved' : 'success.itemSaved'),
      duration: EVENT_RESET,
    }),
    failure: handledByCaller,
  })
  const change = useWrite(events.update, {
    failure: handledByCaller,
    // C-109: what became incomplete is inactive now, and it is said why.
    success: (saved, sent) =>
      !saved.active && (sent.active ?? event?.active)
        ? own.text('event.deactivated', {
            missing: missingToActivate(saved, hasVideo(saved)).map(own.issue).join(', '),
          })
        : saved.active && !(sent.active ?? event?.active)
          ? own.text('event.activated')
          : { text: text('success.saved'), duration: EVENT_RESET },
  })
  const timing = useTimingCheck()
  const stored = useMemo(() => {
    const start = toStored(event, { at, date })
    return event === undefined
      ? { ...start, values: { ...start.values, ...(defaults as Partial<EventDraft>) } }
      : start
  }, [event, at, date, defaults])
  // The own hour of a date isn't a move of its series.
  const before = event && { ...event, schedule: stored.values.schedule }
  const draft = useDraft<EventDraft, ScheduledEvent | Added>({
    stored,
    fields,
    check: draft =>
      shownIssues(
        [
          ...checkEventForm(draft, hasVideo(event), event),
          ...(timing?.(before, draft, event?.timeZone ?? zone) ?? []),
        ],
        fields,
      ),
    save: (values, { changes, version }) =>
      known === undefined
        ? add.send({ tenantId, ...(withoutHidden(values, fields, defaults) as EventDraft) })
        : saveDate !== undefined
          ? saveDate({ changes, version })
          : change.send({ tenantId, eventId: known, ...changes, version }),
    refresh: () => refresh().then(fresh => fresh && toStored(fresh, { date })),
    toStored: (answer, sent) => ('version' in answer ? toStored(answer, { date }) : { values: sent }),
    onSaved: answer => {
      // "This and later": the series that goes on is another event.
      if (event !== undefined) return event.eventId === answer.eventId ? undefined : tell(answer.eventId)
      if (isLive(draft) && !('version' in answer)) setAdded(answer)
      else tell(answer.eventId)
    },
    onDirtyChange,
    keep: `events ${tenantId} ${known ?? 'new'}${date === undefined ? '' : ` ${date}`}`,
  })
  useReset(draft.isDirty ? undefined : added, tell)
  // What is restored is the series'.
  const history =
    event && date === undefined
      ? { noun: 'events' as const, row: event.eventId, tenantId, start: newEvent }
      : undefined
  return { ...draft, added, history, look: { heading, slots } }
}

/** C-138: whether its own video was processed. */
const hasVideo = (event: ScheduledEvent | undefined): boolean => event?.file?.isPlayable ?? false

const isLive = ({ form }: Draft<EventDraft>) => form.getValues('type') === EventType.Live

/** EVENT-10, C-31: key and id of a live event stay in sight a moment, then the form is that of the event. What is written meanwhile stays. */
function useReset(added: Added | undefined, onAdded: (id: string) => void): void {
  const latest = useRef(onAdded)
  latest.current = onAdded
  useEffect(() => {
    if (added === undefined) return
    const timer = setTimeout(() => latest.current?.(added.eventId), EVENT_RESET)
    return () => clearTimeout(timer)
  }, [added])
}

/** Calls back once, whether by the moment that has passed or by the next save. */
function useOnce(onAdded: OpenProps['onAdded']): (id: string) => void {
  const isCalled = useRef(false)
  return id => {
    if (isCalled.current) return
    isCalled.current = true
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

interface From {
  at?: NewEventTime | undefined
  date?: string | undefined
}

/** What is stored: of one date with what it has of its own. */
function toStored(event: ScheduledEvent | undefined, { at, date }: From) {
  if (event === undefined) return { values: at === undefined ? newEvent : toBegun(at) }
  const values = Object.fromEntries(fields.map(field => [field, event[field]])) as EventDraft
  const { details, start } = (date === undefined ? undefined : event.exceptions[date]) ?? noException
  const daily_time = start === null ? undefined : toWallClock(start, event.timeZone).slice(-5)
  const schedule = event.schedule && daily_time ? { ...event.schedule, daily_time } : event.schedule
  return { values: { ...values, schedule, ...details }, version: event.version }
}

/** A new one as it was begun in the calendar. */
const toBegun = ({ weekday, daily_time, minutes, type, title = '' }: NewEventTime): EventDraft => ({
  ...withType(newEvent, type ?? newEvent.type),
  title,
  schedule: { type: 1, weekdays: [weekday], daily_time },
  durationSecond: minutes * 60,
})
