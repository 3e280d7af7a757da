import { collections, type EventDraft, EventType, events, isExternal, type Title } from '@kinora/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useFormTexts } from '../../kernel/form-texts.ts'
import { useAutosavedState } from '../../kernel/use-autosaved-state.ts'
import { useRead } from '../../kernel/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { ClassPick } from '../class-pick.tsx'
import { EventState, ExceptionBadge } from '../event-parts.tsx'
import { firstOpen, ScopeChoice, type SeriesScope } from '../scope-dialog.tsx'
import { useEventTexts } from '../texts.ts'
import { ClassTimes, problemOf, slotOf, type Times, timesOf } from './class-times.tsx'
import type { Placed } from './layout.ts'
import { isIdle, isOwn, isSame, type Moved, refusalsOf } from './slots.ts'
import type { Calendar } from './use-calendar.ts'
import { stretchOf } from './use-drag.ts'
import type { useMove } from './use-move.ts'

interface ClassEditorProps {
  placed: Placed
  calendar: Calendar
  tenantId: string
  move: ReturnType<typeof useMove>
  onDirty: (forget: () => void) => void
  onOpen: ((id: string, date?: string) => void) | undefined
  onClose: () => void
}

/** 28.4: one class where it stands: when, how long, what it shows, of this one, this and later, or all. */
export function ClassEditor(props: ClassEditorProps) {
  const { placed, onOpen } = props
  const { event, date, exception } = placed
  const { text } = useEventTexts()
  const form = useFormTexts()
  const edit = useClassEdit(props)
  const isCancelled = exception === 'cancelled'
  return (
    <form className="kn-event-popover-form" onSubmit={edit.submit} noValidate>
      <p className="kn-event-popover-badges">
        <Badge tone="info">{text(`ui.events.type${event.type}`)}</Badge>
        {isCancelled ? null : <EventState event={{ ...event, isPlayable: !placed.lacks }} />}
        {exception === null ? null : <ExceptionBadge exception={exception} />}
      </p>
      {isCancelled ? null : (
        <>
          <ClassTimes value={edit.times} onChange={edit.setTimes} refusal={edit.refusal} />
          <Shown {...props} contentId={edit.contentId} onChange={edit.setContentId} />
          {date === undefined || isOwn({ event, date }) ? null : (
            <ScopeChoice
              words={text('ui.events.scopeOfSave')}
              refusals={edit.refusals}
              value={edit.scope}
              onChange={edit.setScope}
            />
          )}
        </>
      )}
      <div className="kn-event-popover-acts">
        {onOpen ? (
          <Button variant="quiet" onClick={() => onOpen(event.eventId, date)}>
            {text('ui.events.open')}
          </Button>
        ) : null}
        {date === undefined ? null : (
          <Button onClick={edit.toggle}>{text(isCancelled ? 'ui.restore' : 'ui.events.cancelDate')}</Button>
        )}
        {isCancelled ? null : (
          <Button type="submit" variant="primary" disabled={!edit.canSave}>
            {form.text('ui.form.save')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** What is changed of a class, whether the rules let it, and its saving by the way of a drag. */
function useClassEdit({ placed, calendar: { moment }, move, onDirty, onClose }: ClassEditorProps) {
  const { event, date } = placed
  const before = shownBy(placed)
  const { times, contentId, keep } = useAutosavedEdit({ placed, onDirty })
  const [chosen, setScope] = useState<SeriesScope>()
  const problem = problemOf(times)
  const to = problem === undefined ? slotOf(times) : placed.origin
  const set: NonNullable<Moved['set']> = {
    ...(problem === undefined && times.seconds !== placed.length * 60 && { durationSecond: times.seconds }),
    ...(contentId !== before && { contentId }),
  }
  const moved: Moved = { event, date, from: placed.origin, to, set }
  const refusals = refusalsOf(moved, moment)
  const isAlone = date === undefined || isOwn(moved)
  const open = firstOpen(refusals)
  const scope = isAlone ? 'this' : chosen !== undefined && refusals[chosen] === undefined ? chosen : open
  const canSave = problem === undefined && !isIdle(moved) && refusals[scope] === undefined
  return {
    times,
    contentId,
    refusals,
    scope,
    canSave,
    setScope,
    setTimes: ({ day, time, seconds }: Times) => keep({ day, time, seconds }),
    setContentId: (contentId: string | null) => keep({ content: { contentId } }),
    /** Of the place alone: what a scope refuses stands at the scope. */
    refusal: isSame(placed.origin, to) && Object.keys(set).length === 0 ? undefined : refusals[scope],
    async submit(event: FormEvent) {
      event.preventDefault()
      if (canSave && (await move.send(moved, scope))) onClose()
    },
    toggle() {
      void move.toggle(placed)
      onClose()
    },
  }
}

/** What was changed of a class; null is as it stands in the calendar, also where that has changed by now. */
interface AutosavedEdit {
  day: string | null
  time: string | null
  seconds: number | null
  content: { contentId: string | null } | null
}

const untouched: AutosavedEdit = { day: null, time: null, seconds: null, content: null }

/** 28.5: what was changed of a class is back when it is opened again after a reload or a way back; closing it forgets it. */
function useAutosavedEdit({ placed, onDirty }: Pick<ClassEditorProps, 'placed' | 'onDirty'>) {
  const { event, date } = placed
  const name = `event of calendar ${event.eventId} ${date ?? ''}`
  const [{ content, ...kept }, setAutosaved, forget] = useAutosavedState(name, untouched, {
    staysWhenLeft: true,
  })
  const [isBack] = useState(Object.values({ content, ...kept }).some(value => value !== null))
  const dirty = useRef(onDirty)
  useEffect(() => {
    if (isBack) dirty.current(forget)
  }, [isBack, forget])
  const [standing] = useState(() => timesOf(stretchOf(placed)))
  const times: Times = {
    day: kept.day ?? standing.day,
    time: kept.time ?? standing.time,
    seconds: kept.seconds ?? standing.seconds,
  }
  return {
    times,
    contentId: content === null ? shownBy(placed) : content.contentId,
    keep(part: Partial<AutosavedEdit>) {
      onDirty(forget)
      setAutosaved(before => ({ ...before, ...part }))
    },
  }
}

/** The class that it shows: its own, else that of the series. */
const shownBy = ({ event, date }: Placed): string | null =>
  (date === undefined ? undefined : event.exceptions[date]?.details.contentId) ?? event.contentId

interface ShownProps extends Pick<ClassEditorProps, 'placed' | 'tenantId'> {
  contentId: string | null
  onChange: (contentId: EventDraft['contentId']) => void
}

/** What it shows: a class of the library, its own video, or a stream. */
function Shown({ placed: { event }, tenantId, contentId, onChange }: ShownProps) {
  const { text } = useEventTexts()
  const [found, setFound] = useState<Title>()
  const { data } = useRead(events.view, { tenantId, eventId: event.eventId })
  const isForeign = contentId !== null && ![found?.tag, data?.video?.tag].includes(contentId)
  const own = useRead(
    collections.classes,
    { tenantId, titleTags: contentId === null ? [] : [contentId] },
    { enabled: isForeign && data !== undefined },
  )
  if (isExternal(event)) return <p className="kn-event-popover-note">{text('ui.events.shownStream')}</p>
  const known = [found, data?.video, own.data?.data[0]].find(title => title?.tag === contentId)
  const fileName = data?.file?.fileName
  return (
    <Field
      label={text('field.contentId')}
      help={event.type === EventType.Simulated && contentId === null && fileName ? fileName : undefined}
      group
    >
      <ClassPick
        tenantId={tenantId}
        name={contentId === null ? undefined : (known?.className ?? '…')}
        onChoose={title => {
          setFound(title)
          onChange(title.tag)
        }}
        // Of one date, that of the series is shown again.
        onRemove={() => onChange(null)}
      />
    </Field>
  )
}
