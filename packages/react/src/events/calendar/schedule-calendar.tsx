import { DAY, toDailyTime, type WallClock } from '@kinora/core/schedule'
import { type RefObject, useRef, useState } from 'react'
import type { LocationAdapter } from '../../kernel/location.ts'
import { ErrorState } from '../../ui/status/empty-state.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { ZoneLine } from '../event-parts.tsx'
import { ScheduleOnAir } from '../on-air.tsx'
import { ScopeDialog } from '../scope-dialog.tsx'
import { dayNames, useEventTexts } from '../texts.ts'
import { Agenda } from './agenda.tsx'
import { CalendarBar } from './calendar-bar.tsx'
import { ClassEditor } from './class-editor.tsx'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import { EventPopover } from './event-popover.tsx'
import { NewClass } from './new-class.tsx'
import { isSame, movedTo, type NewEventTime } from './slots.ts'
import { TimeGrid } from './time-grid.tsx'
import { type Calendar, useCalendar, useDayLabel } from './use-calendar.ts'
import { type Editor, useEditor } from './use-editor.ts'
import { useMove } from './use-move.ts'

interface ScheduleCalendarProps {
  tenantId: string
  location: LocationAdapter
  onAddAt?: ((time: NewEventTime) => void) | undefined
  onOpen?: ((id: string, date?: string) => void) | undefined
}

/** EVENT-26 to EVENT-29: day, week and agenda of the same events; they are made, changed and moved where they stand. */
export function ScheduleCalendar(props: ScheduleCalendarProps) {
  const { text, error } = useEventTexts()
  const calendar = useCalendar(props.location)
  const { read, state, zone, days, moment } = calendar
  const move = useMove(moment)
  const label = useDayLabel()
  const section = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const editor = useEditor(section)
  const [duplicated, setDuplicated] = useState<readonly number[]>()
  const { at, changed } = changeIn(days, moment.clock)
  const shown = useShown(calendar)
  return (
    <section
      ref={section}
      className="kn-calendar"
      aria-busy={read.isPending || read.isPlaceholderData || undefined}
    >
      <CalendarBar calendar={calendar} onDuplicate={() => setDuplicated(days)} />
      <ScheduleOnAir tenantId={props.tenantId} onOpen={props.onOpen} />
      <ZoneLine zone={zone} at={at} change={changed && { ...changed, day: label(changed.day) }} />
      <VisuallyHidden role="status">{shown}</VisuallyHidden>
      {read.error && read.data === undefined ? (
        <ErrorState
          title={error(read.error)}
          retryLabel={text('ui.retry')}
          onRetry={() => void read.refetch()}
        />
      ) : state.span === 'agenda' ? (
        <Agenda calendar={calendar} move={move} editor={editor} onDuplicate={day => setDuplicated([day])} />
      ) : (
        <TimeGrid calendar={calendar} move={move} editor={editor} scroller={scroller} />
      )}
      <Popover {...props} calendar={calendar} move={move} editor={editor} around={scroller} />
      <MoveDialog calendar={calendar} move={move} />
      {duplicated === undefined ? null : (
        <DuplicateDialog
          tenantId={props.tenantId}
          calendar={calendar}
          days={duplicated}
          onClose={() => setDuplicated(undefined)}
        />
      )}
    </section>
  )
}

interface PopoverProps extends Omit<ScheduleCalendarProps, 'location'> {
  calendar: Calendar
  move: ReturnType<typeof useMove>
  editor: Editor
  around: RefObject<HTMLElement | null>
}

/** What is made or changed where it stands. */
function Popover({ calendar, move, editor, around, tenantId, onAddAt, onOpen }: PopoverProps) {
  const { text } = useEventTexts()
  const label = useDayLabel()
  const { editing } = editor
  if (editing === undefined) return null
  const shared = {
    ...{ calendar, tenantId },
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
      around={around}
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
function MoveDialog({ calendar: { moment, time }, move }: Pick<PopoverProps, 'calendar' | 'move'>) {
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

/** The days that came to be shown and how much takes place in them, for those who listen; nothing while they are read. */
function useShown({ read, days }: Calendar): string {
  const { text } = useEventTexts()
  const label = useDayLabel()
  if (read.data === undefined || read.isPlaceholderData) return ''
  const count = read.data.occurrences.length
  const [from, to] = [label(days[0]!), label(days.at(-1)!)]
  return days.length === 1
    ? text('ui.events.shownDay', { day: from, count })
    : text('ui.events.shown', { from, to, count })
}
