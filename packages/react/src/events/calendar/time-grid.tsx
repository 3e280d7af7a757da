import { DAY_MINUTES, toDailyTime } from '@kinora/core/schedule'
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { classes } from '../../ui/classes.ts'
import { useEventTexts } from '../texts.ts'
import { useDayLabel } from '../use-day-label.ts'
import { DayColumn, Ghost, useWindowed } from './day-column.tsx'
import { HourAxis } from './hour-axis.tsx'
import { layOut, type Placed } from './layout.ts'
import { SlotCursor, useSlotCursor } from './slot-cursor.tsx'
import { lineOf, type Stretch, scaleOf } from './slots.ts'
import type { Calendar } from './use-calendar.ts'
import { type Dragging, useDrag } from './use-drag.ts'
import type { Editor } from './use-editor.ts'
import { useGridKeys } from './use-grid-keys.ts'
import type { useMove } from './use-move.ts'

interface TimeGridProps {
  className?: string | undefined
  calendar: Calendar
  move: ReturnType<typeof useMove>
  editor: Editor
  scroller: RefObject<HTMLDivElement | null>
}

/** Blocks side by side in a day, by the days that are shown. */
const lanesOf = (days: number): number => (days === 1 ? 12 : 4)
/** Pixels that a block needs for a line of words. */
const LEAST = 18

/** Days as columns, minutes downwards; only what is in sight is drawn. */
export function TimeGrid(props: TimeGridProps) {
  const { calendar, move, editor, scroller } = props
  const { issue } = useEventTexts()
  const { days, moment, change, today, time, state } = calendar
  const scale = scaleOf(state.zoom)
  const label = useDayLabel()
  const grid = useGrid(props, scale)
  const range = useWindowed(scroller, scale)
  const { drag, keys, cursor } = grid
  const { pending } = move
  const ghost = drag.ghost
    ? { ...drag.ghost, title: drag.ghost.placed?.title }
    : pending && { to: pending.to, length: lengthOf(pending), title: pending.event.title }
  return (
    <GridFrame {...{ className: props.className, calendar, scroller, scale, grid }}>
      <HourAxis calendar={calendar} scale={scale} range={range} />
      {grid.layout.map((of, index) => (
        <DayColumn
          key={of.day}
          of={of}
          name={label(of.day)}
          scale={scale}
          time={time}
          range={range}
          now={of.day === today ? moment.clock.of(moment.now).minutes : undefined}
          current={keys.current}
          onPick={drag.start}
          onDraw={drag.draw}
          onPress={grid.press}
          onMore={() => change({ span: 'day', day: of.day })}
          column={index}
        />
      ))}
      <SlotCursor
        calendar={calendar}
        scale={scale}
        cursor={cursor}
        isOpen={editor.editing?.anchor === 'slot'}
        onOpen={grid.add}
      />
      {ghost === undefined ? null : (
        <Ghost
          ghost={ghost}
          scale={scale}
          days={days}
          refusal={drag.ghost?.refusal && issue(drag.ghost.refusal)}
          time={time}
        />
      )}
    </GridFrame>
  )
}

/** Minutes of what was dropped, until the answer is read. */
const lengthOf = ({ event, set }: NonNullable<ReturnType<typeof useMove>['pending']>): number =>
  Math.round((set?.durationSecond ?? event.durationSecond) / 60)

type Grid = ReturnType<typeof useGrid>

/** What is placed where, and what pointer and keys do with it. */
function useGrid({ calendar, move, editor, scroller }: TimeGridProps, scale: number) {
  const { text } = useEventTexts()
  const { schedule, days, moment, state } = calendar
  const layout = useMemo(
    () =>
      layOut(schedule.classes, {
        clock: moment.clock,
        days,
        lanes: lanesOf(days.length),
        least: Math.ceil(LEAST / scale),
      }),
    [schedule.classes, days, moment.clock, scale],
  )
  const cursor = useSlotCursor(calendar)
  const add = (stretch: Stretch) => {
    cursor.setStretch(stretch)
    editor.open({ kind: 'new', anchor: 'slot', stretch })
  }
  const drag = useDrag({ scroller, days, zoom: state.zoom, moment, onDrop: move.drop, onDraw: add })
  const press = (placed: Placed) =>
    placed.exception === 'cancelled'
      ? void move.toggle(placed)
      : editor.open({ kind: 'class', anchor: placed.key, placed })
  const words = useSlotWords(calendar)
  const [left, setLeft] = useState('')
  const keys = useGridKeys({
    layout,
    drag,
    scroller,
    scale,
    zoom: state.zoom,
    onPress: press,
    onToggle: placed => void move.toggle(placed),
    landing: move.landing,
    onLeave: ({ title, origin }) => setLeft(text('ui.events.stays', { title, when: words({ to: origin }) })),
  })
  return { layout, cursor, add, drag, press, keys, words, left }
}

/** A place in words, and how long what is there lasts where that changes. */
function useSlotWords({ moment: { clock }, time }: Calendar) {
  const { text } = useEventTexts()
  const label = useDayLabel()
  return ({ to: { day, minutes }, length }: Omit<Stretch, 'length'> & { length?: number | undefined }) => {
    const shown = clock.of(clock.at(day, minutes)).minutes
    const when = `${label(day)} ${time(toDailyTime(minutes))}`
    // C-110: a time that this day skips.
    const place =
      shown === minutes ? when : text('ui.events.skipped', { when, time: time(toDailyTime(shown)) })
    return length === undefined ? place : `${place}, ${text('ui.events.minutes', { count: length })}`
  }
}

interface GridFrameProps {
  className: string | undefined
  calendar: Calendar
  scroller: RefObject<HTMLDivElement | null>
  scale: number
  grid: Grid
  children: ReactNode
}

/** The part that scrolls, its head, and what is told of it. */
function GridFrame({ className, calendar, scroller, scale, grid, children }: GridFrameProps) {
  const { text } = useEventTexts()
  const { days, today, state } = calendar
  const label = useDayLabel()
  const helpId = useId()
  useMorning(scroller, scale)
  useScrollOnZoom(scroller, scale)
  const style = { '--kn-day': `${DAY_MINUTES * scale}px`, '--kn-line': `${lineOf(state.zoom)}px` }
  return (
    <>
      <div
        ref={scroller}
        className={classes('kn-grid', className)}
        role="application"
        aria-label={text('ui.events.grid', { from: label(days[0]!), to: label(days.at(-1)!) })}
        aria-describedby={helpId}
        style={{ ...style, '--kn-days': days.length } as CSSProperties}
        {...grid.keys.handlers}
        data-dragging={grid.drag.ghost === undefined ? undefined : ''}
      >
        <div className="kn-grid-head">
          <span />
          {days.map(day => (
            <span key={day} data-today={day === today ? '' : undefined}>
              {label(day)}
            </span>
          ))}
        </div>
        <div className="kn-grid-body">{children}</div>
      </div>
      <p className="kn-calendar-help" id={helpId}>
        {text('ui.events.gridHelp')}
      </p>
      <DragStatus ghost={grid.drag.ghost} words={grid.words} left={grid.left} />
    </>
  )
}

/** Where what is dragged would be, why it can’t, or what was left where it was. */
function DragStatus({ ghost, words, left }: { ghost: Dragging | undefined } & Pick<Grid, 'words' | 'left'>) {
  const { text, issue } = useEventTexts()
  if (ghost === undefined)
    return (
      <p className="kn-calendar-told" role="status">
        {left}
      </p>
    )
  const { placed, to, length, refusal } = ghost
  const isLength = placed === undefined || placed.length !== length
  const title = placed?.title ?? text('ui.events.new')
  const when = words({ to, length: isLength ? length : undefined })
  return (
    <p className="kn-calendar-told" role="status">
      {`${text('ui.events.moving', { title, when })} ${refusal ? issue(refusal) : ''}`}
    </p>
  )
}

/** The calendar begins in the morning. */
function useMorning(scroller: RefObject<HTMLElement | null>, scale: number): void {
  const [isPlaced, setPlaced] = useState(false)
  useEffect(() => {
    if (isPlaced || scroller.current === null) return
    scroller.current.scrollTop = 6 * 60 * scale
    setPlaced(true)
  }, [isPlaced, scale, scroller])
}

/** EVENT-26: another zoom shows the same hours. */
function useScrollOnZoom(scroller: RefObject<HTMLElement | null>, scale: number): void {
  const before = useRef(scale)
  useLayoutEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop *= scale / before.current
    before.current = scale
  }, [scroller, scale])
}
