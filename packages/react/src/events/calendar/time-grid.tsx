import type { CalendarZoom } from '@kinora/core'
import { DAY_MINUTES, MINUTE, toDailyTime, type WallClock, wallClock } from '@kinora/core/schedule'
import {
  type CSSProperties,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { browserTimeZone } from '../event-parts.tsx'
import { useEventTexts } from '../texts.ts'
import { DayColumn, Ghost, type Range, useWindowed } from './day-column.tsx'
import { layOut, type Placed, shownOf } from './layout.ts'
import { lineOf, type NewEventTime, scaleOf } from './slots.ts'
import { type Calendar, useDayLabel } from './use-calendar.ts'
import { useDrag } from './use-drag.ts'
import { useGridKeys } from './use-grid-keys.ts'
import type { useMove } from './use-move.ts'

interface TimeGridProps {
  calendar: Calendar
  move: ReturnType<typeof useMove>
  onAddAt: ((time: NewEventTime) => void) | undefined
  onOpen: ((id: string, date?: string) => void) | undefined
}

/** Blocks side by side in a day, by the days that are shown. */
const lanesOf = (days: number): number => (days === 1 ? 12 : 4)
/** Pixels that a block needs for a line of words. */
const LEAST = 18

/** Days as columns, minutes downwards; only what is in sight is drawn. */
export function TimeGrid({ calendar, move, onAddAt, onOpen }: TimeGridProps) {
  const { text, issue } = useEventTexts()
  const { read, byId, days, moment, state, change, today } = calendar
  const scale = scaleOf(state.zoom)
  const label = useDayLabel()
  const helpId = useId()
  const layout = useMemo(
    () =>
      layOut(shownOf(read.data), byId, {
        clock: moment.clock,
        days,
        lanes: lanesOf(days.length),
        least: Math.ceil(LEAST / scale),
      }),
    [read.data, byId, days, moment.clock, scale],
  )
  const scroller = useRef<HTMLDivElement>(null)
  const range = useWindowed(scroller, scale)
  const drag = useDrag({ scroller, days, zoom: state.zoom, moment, onDrop: move.drop, onAddAt })
  const [left, setLeft] = useState('')
  const slotWords = (day: number, minutes: number) => {
    const shown = moment.clock.of(moment.clock.at(day, minutes)).minutes
    const when = `${label(day)} ${toDailyTime(minutes)}`
    // C-110: a time that this day skips.
    return shown === minutes ? when : text('ui.events.skipped', { when, time: toDailyTime(shown) })
  }
  const onPress = (placed: Placed) =>
    placed.exception === 'cancelled' ? void move.toggle(placed) : onOpen?.(placed.event.eventId, placed.date)
  const onToggle = (placed: Placed) => void move.toggle(placed)
  const keys = useGridKeys({
    layout,
    drag,
    scroller,
    scale,
    zoom: state.zoom,
    onPress,
    onToggle,
    landing: move.landing,
    onLeave: ({ title, origin }) =>
      setLeft(text('ui.events.stays', { title, when: slotWords(origin.day, origin.minutes) })),
  })
  const [isPlaced, setPlaced] = useState(false)
  useEffect(() => {
    if (isPlaced || scroller.current === null) return
    scroller.current.scrollTop = 6 * 60 * scale
    setPlaced(true)
  }, [isPlaced, scale])
  useKeptTime(scroller, scale)
  const { pending } = move
  const ghost = drag.ghost
    ? { ...drag.ghost, event: drag.ghost.placed?.event, title: drag.ghost.placed?.title }
    : pending && { ...pending, title: pending.event.title }
  const style = { '--kn-day': `${DAY_MINUTES * scale}px`, '--kn-line': `${lineOf(state.zoom)}px` }
  return (
    <>
      <div
        ref={scroller}
        className="kn-grid"
        role="application"
        aria-label={text('ui.events.grid', { from: label(days[0]!), to: label(days.at(-1)!) })}
        aria-describedby={helpId}
        style={{ ...style, '--kn-days': days.length } as CSSProperties}
        {...keys.handlers}
        data-dragging={drag.ghost === undefined ? undefined : ''}
      >
        <div className="kn-grid-head">
          <span />
          {days.map(day => (
            <span key={day} data-today={day === today ? '' : undefined}>
              {label(day)}
            </span>
          ))}
        </div>
        <div className="kn-grid-body">
          <HourAxis clock={moment.clock} days={days} scale={scale} zoom={state.zoom} range={range} />
          {layout.map((of, index) => (
            <DayColumn
              key={of.day}
              of={of}
              name={label(of.day)}
              scale={scale}
              range={range}
              now={of.day === today ? moment.clock.of(moment.now).minutes : undefined}
              current={keys.current}
              onPick={drag.start}
              onDraw={drag.draw}
              onPress={onPress}
              onMore={() => change({ span: 'day', day: of.day })}
              column={index}
            />
          ))}
          {ghost === undefined ? null : (
            <Ghost
              ghost={ghost}
              scale={scale}
              days={days}
              refusal={drag.ghost?.refusal && issue(drag.ghost.refusal)}
              time={toDailyTime(ghost.to.minutes)}
            />
          )}
        </div>
      </div>
      <p className="kn-calendar-help" id={helpId}>
        {text('ui.events.gridHelp')}
      </p>
      <p className="kn-calendar-told" role="status">
        {drag.ghost === undefined
          ? left
          : `${text('ui.events.moving', {
              title: drag.ghost.placed?.title ?? text('ui.events.new'),
              when: slotWords(drag.ghost.to.day, drag.ghost.to.minutes),
            })} ${drag.ghost.refusal ? issue(drag.ghost.refusal) : ''}`}
      </p>
    </>
  )
}

/** EVENT-26: another zoom shows the same hours. */
function useKeptTime(scroller: RefObject<HTMLElement | null>, scale: number): void {
  const before = useRef(scale)
  useLayoutEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop *= scale / before.current
    before.current = scale
  }, [scroller, scale])
}

interface HourAxisProps {
  clock: WallClock
  days: readonly number[]
  scale: number
  zoom: CalendarZoom
  range: Range
}

/** Times of the lines; the viewer's own beside them where it is another; in a week of a change of the clock the agenda has them. */
function HourAxis({ clock, days, scale, zoom, range }: HourAxisProps) {
  const own = useMemo(
    () => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    [],
  )
  const isTold = useMemo(() => showsLocalHours(clock, wallClock(browserTimeZone()), days), [clock, days])
  const day = days[0]!
  const step = Math.max(zoom, zoom === 1 ? 5 : zoom === 5 ? 15 : 60)
  const first = Math.ceil(range.from / step) * step
  const last = Math.min(range.to, DAY_MINUTES - 1)
  const lines = Array.from(
    { length: Math.max(0, Math.floor((last - first) / step) + 1) },
    (_, index) => first + index * step,
  )
  return (
    <div className="kn-grid-axis" data-own={isTold ? '' : undefined}>
      {lines.map(minutes => (
        <span key={minutes} style={{ insetBlockStart: minutes * scale }}>
          {toDailyTime(minutes)}
          {isTold ? <small>{own.format(clock.at(day, minutes))}</small> : null}
        </span>
      ))}
    </div>
  )
}

/** C-97: whether the axis can tell the viewer’s own times beside those of the tenant: they differ, and on every day that is shown by as much. */
export function showsLocalHours(clock: WallClock, own: WallClock, days: readonly number[]): boolean {
  const gaps = new Set(
    days.flatMap(day => [0, 1439].map(minutes => (clock.at(day, minutes) - own.at(day, minutes)) / MINUTE)),
  )
  return gaps.size === 1 && !gaps.has(0)
}
