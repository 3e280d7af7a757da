import {
  createContext,
  type Dispatch,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { LocationAdapter } from '../../kernel/location.ts'
import { ofTenant } from '../../kernel/tenant-gate.tsx'
import { classes } from '../../ui/classes.ts'
import { type PartProps, type PartState, partMarks } from '../../ui/part.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { useEventTexts } from '../texts.ts'
import { useDayLabel } from '../use-day-label.ts'
import type { ScheduleFilter } from '../use-schedule.ts'
import type { NewEventTime } from './slots.ts'
import { type Calendar, useCalendar } from './use-calendar.ts'
import { type Editor, useEditor } from './use-editor.ts'
import { useMove } from './use-move.ts'

export interface ScheduleRootProps extends Pick<PartProps, 'className' | 'rootRef'> {
  /** Keeps what is shown in the host's address; in memory unless given. */
  location?: LocationAdapter | undefined
  /** What is always asked for; it isn't offered as a choice. */
  filter?: ScheduleFilter | undefined
  /** Called with the event that is opened, and the day of its series. */
  onOpen?: ((id: string, date?: string) => void) | undefined
  /** Called with the time that was chosen for a new event, where somebody wants all of its fields. */
  onAddAt?: ((time: NewEventTime) => void) | undefined
  /** Called when what is shown came to be read, or couldn't be. */
  onState?: ((state: PartState) => void) | undefined
  children?: ReactNode
}

interface ScheduleParts extends Pick<ScheduleRootProps, 'onOpen' | 'onAddAt'> {
  tenantId: string
  calendar: Calendar
  move: ReturnType<typeof useMove>
  editor: Editor
  scroller: RefObject<HTMLDivElement | null>
  /** The days that are about to be duplicated. */
  duplicated: readonly number[] | undefined
  onDuplicate: (days: readonly number[] | undefined) => void
  /** What the days are drawn as whatever the span is, once for each part that does; none where the span says it. */
  layouts: readonly DayLayout[]
  onLayouts: Dispatch<SetStateAction<readonly DayLayout[]>>
}

type DayLayout = 'columns' | 'agenda'

const ScheduleContext = createContext<ScheduleParts | null>(null)

/** What the parts of a calendar share. */
export function useScheduleParts(): ScheduleParts {
  const parts = useContext(ScheduleContext)
  if (parts === null) throw new Error('A part of the schedule stands in a <ScheduleRoot>.')
  return parts
}

/** Says that the days are drawn so whatever the span is, which the parts of the bar follow. */
export function useDayLayout(layout: DayLayout): void {
  const { onLayouts } = useScheduleParts()
  useLayoutEffect(() => {
    onLayouts(before => [...before, layout])
    return () => onLayouts(before => before.toSpliced(before.indexOf(layout), 1))
  }, [layout, onLayouts])
}

/** What the calendar shows and how it is changed, for parts of a host's own inside a `ScheduleRoot`. */
export const useScheduleView = (): Calendar => useScheduleParts().calendar

/** Holds what the parts of a calendar share: the days, the filters, what takes place, and what is being moved. */
export const ScheduleRoot = ofTenant<ScheduleRootProps>(props => {
  const { tenantId, location, filter, onOpen, onAddAt, onState, className, rootRef, children } = props
  const calendar = useCalendar(location, filter)
  const { schedule } = calendar
  const move = useMove(schedule)
  const root = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const editor = useEditor(root)
  const [duplicated, onDuplicate] = useState<readonly number[]>()
  const [layouts, onLayouts] = useState<readonly DayLayout[]>([])
  const shown = useShown(calendar)
  const tell = useRef(onState)
  tell.current = onState
  // What is seen and what the host is told of it come in one frame.
  useLayoutEffect(() => {
    tell.current?.(schedule.state)
  }, [schedule.state])
  const parts = {
    tenantId,
    calendar,
    move,
    editor,
    scroller,
    duplicated,
    onDuplicate,
    layouts,
    onLayouts,
    onOpen,
    onAddAt,
  }
  return (
    <ScheduleContext.Provider value={parts}>
      <div
        ref={useBothRefs(root, rootRef)}
        className={classes('kn-calendar', className)}
        aria-busy={schedule.isLoading || undefined}
        {...partMarks('schedule-calendar', schedule.state)}
      >
        {children}
        <VisuallyHidden role="status">{shown}</VisuallyHidden>
      </div>
    </ScheduleContext.Provider>
  )
})

function useBothRefs(own: RefObject<HTMLDivElement | null>, given: PartProps['rootRef']) {
  return useMemo(
    () => (element: HTMLDivElement | null) => {
      own.current = element
      if (typeof given === 'function') given(element)
      else if (given) given.current = element
    },
    [own, given],
  )
}

/** The days that came to be shown and how much takes place in them, for those who listen; nothing while they are read. */
function useShown({ schedule, days }: Calendar): string {
  const { text } = useEventTexts()
  const label = useDayLabel()
  if (schedule.isLoading || schedule.state === 'failed') return ''
  const count = schedule.classes.filter(({ exception }) => exception !== 'cancelled').length
  const [from, to] = [label(days[0]!), label(days.at(-1)!)]
  return days.length === 1
    ? text('ui.events.shownDay', { day: from, count })
    : text('ui.events.shown', { from, to, count })
}
