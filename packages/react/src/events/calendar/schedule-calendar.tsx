import { DAY, toDailyTime, type WallClock } from '@kinora/core/schedule'
import type { ReactNode } from 'react'
import { ErrorState } from '../../ui/status/empty-state.tsx'
import { ZoneLine } from '../event-parts.tsx'
import { OnAirList } from '../on-air.tsx'
import { ScopeDialog } from '../scope-dialog.tsx'
import { dayNames, useEventTexts } from '../texts.ts'
import { useDayLabel } from '../use-day-label.ts'
import { Agenda } from './agenda.tsx'
import { ClassEditor } from './class-editor.tsx'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import { EventPopover } from './event-popover.tsx'
import { NewClass } from './new-class.tsx'
import { useDayLayout, useScheduleParts, useScheduleView } from './schedule-root.tsx'
import { isSame, movedTo } from './slots.ts'
import { TimeGrid } from './time-grid.tsx'

export interface SchedulePartProps {
  /** Of what scrolls. */
  className?: string | undefined
}

/** The days as columns or as an agenda, as `ScheduleSpans` has it; classes are made, changed and moved where they stand. */
export function ScheduleCalendar({ className }: SchedulePartProps) {
  const { state } = useScheduleView()
  return (
    <Days>
      {state.span === 'agenda' ? <AgendaDays {...{ className }} /> : <Columns {...{ className }} />}
    </Days>
  )
}

/** The days as lists whatever the span is, with all that a calendar can do. */
export function ScheduleAgenda(props: SchedulePartProps) {
  useDayLayout('agenda')
  return (
    <Days>
      <AgendaDays {...props} />
    </Days>
  )
}

/** The days as columns of hours whatever the span is. */
export function ScheduleColumns(props: SchedulePartProps) {
  useDayLayout('columns')
  return (
    <Days>
      <Columns {...props} />
    </Days>
  )
}

function AgendaDays({ className }: SchedulePartProps) {
  const { calendar, move, editor, onDuplicate } = useScheduleParts()
  return <Agenda {...{ className, calendar, move, editor }} onDuplicate={day => onDuplicate([day])} />
}

function Columns({ className }: SchedulePartProps) {
  const { calendar, move, editor, scroller } = useScheduleParts()
  return <TimeGrid {...{ className, calendar, move, editor, scroller }} />
}

/** The days that were read, or why they couldn’t be, with the dialogs of what is changed in them. */
function Days({ children }: { children: ReactNode }) {
  const { text } = useEventTexts()
  const { tenantId, calendar, duplicated, onDuplicate } = useScheduleParts()
  const { schedule } = calendar
  return (
    <>
      {schedule.error === undefined ? (
        children
      ) : (
        <ErrorState title={schedule.error} retryLabel={text('ui.retry')} onRetry={schedule.retry} />
      )}
      <Popover />
      <MoveDialog />
      {duplicated === undefined ? null : (
        <DuplicateDialog
          tenantId={tenantId}
          calendar={calendar}
          days={duplicated}
          onClose={() => onDuplicate(undefined)}
        />
      )}
    </>
  )
}

/** What is on air, else what comes next. */
export function ScheduleOnAir({ className }: SchedulePartProps) {
  const { tenantId, onOpen } = useScheduleParts()
  return <OnAirList className={className} tenantId={tenantId} onOpen={onOpen} />
}

/** The zone that days and times are of, a change of its clock, and the viewer's own zone where it differs. */
export function ScheduleZone({ className }: SchedulePartProps) {
  const { days, moment, zone } = useScheduleView()
  const label = useDayLabel()
  const { at, changed } = changeIn(days, moment.clock)
  return (
    <ZoneLine
      className={className}
      zone={zone}
      at={at}
      change={changed && { ...changed, day: label(changed.day) }}
    />
  )
}

/** What is made or changed where it stands. */
function Popover() {
  const { calendar, move, editor, scroller, tenantId, onAddAt, onOpen } = useScheduleParts()
  const { text } = useEventTexts()
  const label = useDayLabel()
  const { editing } = editor
  if (editing === undefined) return null
  const shared = {
    calendar,
    tenantId,
    onDirty: (forget: () => void) => {
      editor.unsaved.current = forget
    },
  }
  const close = () => editor.close(editing)
  const key = editing.kind === 'new' ? JSON.stringify(editing.stretch) : editing.anchor
  return (
    <EventPopover
      key={key}
      editor={editor}
      editing={editing}
      around={scroller}
      title={
        editing.kind === 'new' ? (
          text('ui.events.new')
        ) : (
          <>
            <bdi>{editing.placed.title}</bdi>, {label(editing.placed.origin.day)}
          </>
        )
      }
    >
      {editing.kind === 'new' ? (
        <NewClass
          {...shared}
          stretch={editing.stretch}
          onMore={onAddAt}
          onMade={made => {
            move.landing.current = made
            close()
          }}
        />
      ) : (
        <ClassEditor {...shared} placed={editing.placed} move={move} onOpen={onOpen} onClose={close} />
      )}
    </EventPopover>
  )
}

/** C-150: how much of a series a drag is about. */
function MoveDialog() {
  const {
    calendar: { moment, time },
    move,
  } = useScheduleParts()
  const { text } = useEventTexts()
  const label = useDayLabel()
  const { asked, refusals } = move
  if (asked === undefined || refusals === undefined) return null
  const { event, from, to, set } = asked
  const at = time(toDailyTime(to.minutes))
  const weekdays = movedTo(event, from, to, moment).schedule?.weekdays ?? []
  const length = set?.durationSecond
  const minutes = text('ui.events.minutes', { count: Math.round((length ?? 0) / 60) })
  const when = `${label(to.day)} ${at}`
  return (
    <ScopeDialog
      words={text('ui.events.moving', {
        title: event.title,
        when: length === undefined ? when : `${when}, ${minutes}`,
      })}
      all={
        isSame(from, to)
          ? text('ui.events.lengthAllText', { minutes })
          : text('ui.events.moveAllText', { time: at, days: dayNames(text, weekdays) })
      }
      refusals={refusals}
      confirmLabel={text(isSame(from, to) ? 'ui.events.changeLength' : 'ui.events.move')}
      onChoose={scope => void move.send(asked, scope)}
      onClose={move.leave}
    />
  )
}

/** Where the days begin, and the one of them on which the clock is changed. */
function changeIn(days: readonly number[], clock: WallClock) {
  const startOf = (day: number) => new Date(clock.at(day, 0)).toISOString()
  const day = days.find(one => clock.at(one + 1, 0) - clock.at(one, 0) !== DAY)
  return { at: startOf(days[0]!), changed: day === undefined ? undefined : { day, at: startOf(day + 1) } }
}
