import {
  checkEvent,
  type EventDraft,
  EventType,
  events,
  filledBy,
  type Issue,
  newEvent,
  settled,
  type Title,
  withType,
} from '@kinora/core'
import { checkTiming, toDayNumber, weekdayOf } from '@kinora/core/schedule'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useAutosavedState } from '../../kernel/use-autosaved-state.ts'
import { useWrite } from '../../kernel/use-write.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { useToasts } from '../../ui/overlay/toast.tsx'
import { ClassPick } from '../class-pick.tsx'
import { useEventTexts } from '../texts.ts'
import { ClassTimes, problemOf, slotOf, type Times, timesOf } from './class-times.tsx'
import { type NewEventTime, type Stretch, toNewEvent } from './slots.ts'
import type { Calendar } from './use-calendar.ts'

interface NewClassProps {
  stretch: Stretch
  calendar: Calendar
  tenantId: string
  /** Called with how what was typed is forgotten, once there is something to lose. */
  onDirty: (forget: () => void) => void
  /** Called with what was said so far: the page of a new event has all fields. */
  onMore: ((time: NewEventTime) => void) | undefined
  /** Called with the event that was made, and the day that it is on. */
  onMade: (made: { eventId: string; day: number }) => void
}

/** 28.4: a new event where a place was chosen: its type, what it is called and shows, when, and how long. */
export function NewClass(props: NewClassProps) {
  const { text, error } = useEventTexts()
  const form = useNewClass(props)
  const { draft, isOnce, times, set } = form
  return (
    <form className="kn-event-popover-form" onSubmit={form.submit} noValidate>
      <Field label={text('field.title')} required error={form.errorAt('title')}>
        <TextInput
          data-autofocus="true"
          value={draft.title}
          onChange={({ target }) => set({ title: target.value })}
        />
      </Field>
      <TypeChoice draft={draft} onChange={form.setDraft} />
      {draft.type === EventType.Live ? (
        <Field label={text('ui.events.repeat')} group>
          <RadioGroup
            orientation="horizontal"
            value={isOnce ? 'once' : 'weekly'}
            onChange={value => form.setOnce(value === 'once')}
            options={(['once', 'weekly'] as const).map(value => ({
              value,
              label: text(`ui.events.${value}`),
            }))}
          />
        </Field>
      ) : (
        <Field label={text('field.contentId')} group>
          <ClassPick
            tenantId={props.tenantId}
            name={draft.contentId === null ? undefined : (form.className ?? draft.contentId)}
            onChoose={form.choose}
            onRemove={() => set({ contentId: null })}
          />
        </Field>
      )}
      <ClassTimes value={times} onChange={form.setTimes} refusal={form.refusal} />
      {form.failure ? (
        <p className="kn-field-error" role="alert">
          {error(form.failure)}
        </p>
      ) : null}
      <div className="kn-event-popover-acts">
        {props.onMore ? (
          <Button
            variant="quiet"
            onClick={() => {
              form.forget()
              props.onMore?.(form.soFar())
            }}
          >
            {text('ui.events.allFields')}
          </Button>
        ) : null}
        <Button type="submit" variant="primary" loading={form.isSending}>
          {text('ui.events.create')}
        </Button>
      </div>
    </form>
  )
}

function TypeChoice({ draft, onChange }: { draft: EventDraft; onChange: (draft: EventDraft) => void }) {
  const { text } = useEventTexts()
  return (
    <Field label={text('field.type')} group>
      <RadioGroup
        orientation="horizontal"
        value={String(draft.type)}
        onChange={type => onChange(withType(draft, Number(type) as EventType))}
        options={([EventType.Scheduled, EventType.Simulated, EventType.Live] as const).map(type => ({
          value: String(type),
          label: text(`ui.events.type${type}`),
        }))}
      />
    </Field>
  )
}

/** What is typed, what is wrong with it by the rules of core, and its saving, which can be undone. */
function useNewClass({ stretch, calendar, tenantId, onDirty, onMade }: NewClassProps) {
  const { issue } = useEventTexts()
  const { draft, isOnce, className, keep, forget } = useAutosavedEvent(onDirty)
  const [times, setTimes] = useState(() => timesOf(stretch))
  const [isTried, setTried] = useState(false)
  const create = useCreate()
  const changing =
    <T extends unknown[]>(change: (...given: T) => void) =>
    (...given: T) => {
      onDirty(forget)
      change(...given)
    }
  const setDraft = (next: EventDraft) => keep({ draft: next })
  const set = changing((part: Partial<EventDraft>) => setDraft({ ...draft, ...part }))
  const problem = problemOf(times)
  const whole = problem === undefined ? toDraft(draft, { times, isOnce }, calendar) : draft
  const refusal = problem === undefined ? checkTiming(undefined, whole, calendar.moment)[0] : undefined
  const issues: Issue[] = problem === undefined ? checkEvent(whole) : [problem]
  return {
    draft,
    isOnce,
    times,
    set,
    refusal,
    forget,
    className: className ?? undefined,
    setDraft: changing(setDraft),
    setOnce: changing((next: boolean) => keep({ isOnce: next })),
    setTimes: changing(setTimes),
    choose: changing((title: Title) => {
      const filled = { ...draft, ...filledBy(title, draft) }
      keep({
        className: title.className,
        draft: draft.title === '' ? { ...filled, title: title.className } : filled,
      })
    }),
    errorAt(path: string) {
      const found = isTried ? issues.find(one => one.path === path) : undefined
      return found && issue(found)
    },
    failure: create.error,
    isSending: create.pending,
    soFar: (): NewEventTime => {
      const length = Math.max(1, Math.round(times.seconds / 60) || 1)
      const to = problem === undefined ? slotOf(times) : stretch.to
      return { ...toNewEvent(to, length), type: draft.type, title: draft.title }
    },
    async submit(event: FormEvent) {
      event.preventDefault()
      setTried(true)
      const form = event.currentTarget as HTMLFormElement
      if (issues.length > 0 || refusal !== undefined) {
        // Only then what is wrong is said there.
        requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
        return
      }
      const answer = await create.send({ tenantId, ...whole })
      if (answer !== undefined) onMade({ eventId: answer, day: slotOf(times).day })
    },
  }
}

/** What neither a reload nor a way back takes: all but its time, which is that of the place that is pressed next. */
interface AutosavedEvent {
  draft: EventDraft
  isOnce: boolean
  className: string | null
}

const nothing: AutosavedEvent = { draft: newEvent, isOnce: true, className: null }

/** 28.5: what was said of a new event is back in the next one that is begun after a reload or a way back; closing it forgets it. */
function useAutosavedEvent(onDirty: NewClassProps['onDirty']) {
  const [kept, setAutosaved, forget] = useAutosavedState('event of calendar', nothing, {
    staysWhenLeft: true,
  })
  const [isBack] = useState(kept !== nothing)
  const dirty = useRef(onDirty)
  useEffect(() => {
    if (isBack) dirty.current(forget)
  }, [isBack, forget])
  return {
    ...kept,
    forget,
    keep: (part: Partial<AutosavedEvent>) => setAutosaved(before => ({ ...before, ...part })),
  }
}

/** Sends a new event, says so and offers the way back. */
function useCreate() {
  const { text, error } = useEventTexts()
  const toasts = useToasts()
  const create = useWrite(events.create, { failure: () => undefined })
  const undo = useWrite(events.remove, { failure: error, parallel: true })
  return {
    error: create.error,
    pending: create.isPending,
    /** Its id; undefined where it wasn’t made. */
    async send(input: Parameters<typeof create.send>[0]): Promise<string | undefined> {
      const answer = await create.send(input)
      if (answer.kind !== 'done') return undefined
      const { eventId } = answer.output
      toasts.show({
        text: text('ui.events.created', { title: input.title }),
        tone: 'positive',
        action: { label: text('ui.undo'), onSelect: () => void undo.send({ ids: [eventId] }) },
      })
      return eventId
    },
  }
}

/** The event as it is sent: a weekly one begins on the day that was chosen, where that is still to come. */
function toDraft(
  draft: EventDraft,
  { times, isOnce }: { times: Times; isOnce: boolean },
  { moment: { clock }, today }: Calendar,
): EventDraft {
  const { day, minutes } = slotOf(times)
  const base = settled({ ...draft, durationSecond: times.seconds })
  if (draft.type === EventType.Live && isOnce)
    return { ...base, schedule: null, schedule_time: new Date(clock.at(day, minutes)).toISOString() }
  const schedule = { type: 1 as const, weekdays: [weekdayOf(toDayNumber(times.day))], daily_time: times.time }
  return { ...base, schedule, schedule_time: null, startsOn: day > today ? times.day : null }
}
