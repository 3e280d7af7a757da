import { DAY_MINUTES, type WallClock } from '@kinora/core/schedule'
import type { ScheduledClass } from '../use-schedule.ts'
import { minutesOf, type Slot } from './slots.ts'

/** What an occurrence has of one day; `minutes` and `to` are minutes of that day. */
export interface Placed
  extends Slot,
    Pick<ScheduledClass, 'key' | 'event' | 'date' | 'title' | 'exception' | 'lacks' | 'start'> {
  /** Where the occurrence begins: on the same day, or on one before where it is continued. */
  origin: Slot
  /** Minutes at which a part that is continued ends; undefined where the occurrence begins. */
  until: number | undefined
  /** Minutes that all of it lasts. */
  length: number
  /** Whether this part has its end. */
  isLast: boolean
  /** Where its block ends, at least so far that it can be seen. */
  to: number
  lane: number
  lanes: number
}

/** Those that found no lane in a stretch of a day. */
interface Hidden {
  from: number
  to: number
  count: number
}

export interface DayLayout {
  day: number
  placed: readonly Placed[]
  hidden: readonly Hidden[]
}

interface LayoutOptions {
  clock: WallClock
  days: readonly number[]
  /** Blocks side by side at most. */
  lanes: number
  /** Minutes that a block needs to be seen. */
  least: number
}

/** Places occurrences in lanes, so that none covers another; in the order of their starts. */
export function layOut(
  classes: readonly ScheduledClass[],
  { clock, days, lanes, least }: LayoutOptions,
): DayLayout[] {
  const byDay = new Map<number, Placed[]>(days.map(day => [day, []]))
  for (const { key, event, start, end, date, title, exception, lacks } of classes) {
    const instant = Date.parse(start)
    const { day, minutes } = clock.of(instant)
    const origin = { day, minutes }
    const pieces = piecesOf(origin, endOf(instant, Date.parse(end), clock))
    for (const piece of pieces) {
      const isFirst = piece.day === day
      byDay.get(piece.day)?.push({
        ...piece,
        event,
        date,
        title,
        exception,
        lacks,
        start,
        length: minutesOf(Date.parse(end) - instant),
        isLast: piece === pieces.at(-1),
        origin,
        lane: 0,
        lanes: 1,
        key: isFirst ? key : `${key} ${piece.day}`,
        until: isFirst ? undefined : piece.to,
        to: Math.min(DAY_MINUTES, Math.max(piece.to, piece.minutes + least)),
      })
    }
  }
  return days.map(day => layOutDay(day, byDay.get(day)!, lanes))
}

/** Where an occurrence ends; on its own day its length counts, whatever the clock does meanwhile. */
function endOf(start: number, stop: number, clock: WallClock): Slot {
  const begin = clock.of(start)
  const end = clock.of(stop)
  return end.day > begin.day ? end : after(begin, minutesOf(stop - start))
}

function layOutDay(day: number, all: Placed[], most: number): DayLayout {
  all.sort((one, other) => one.minutes - other.minutes || other.to - one.to)
  const placed: Placed[] = []
  const hidden: Hidden[] = []
  let cluster: Placed[] = []
  let end = -1
  const close = () => {
    if (cluster.length > 0) closeCluster(cluster, most, placed, hidden)
    cluster = []
  }
  for (const one of all) {
    if (one.minutes >= end) close()
    cluster.push(one)
    end = Math.max(cluster.length === 1 ? -1 : end, one.to)
  }
  close()
  return { day, placed, hidden }
}

/** Events that touch one another share the width of their day. */
function closeCluster(cluster: readonly Placed[], most: number, placed: Placed[], hidden: Hidden[]): void {
  const ends: number[] = []
  const shown: Placed[] = []
  const left: Placed[] = []
  for (const one of cluster) {
    const free = ends.findIndex(end => end <= one.minutes)
    const lane = free === -1 ? ends.length : free
    if (lane >= most) left.push(one)
    else {
      ends[lane] = one.to
      shown.push({ ...one, lane })
    }
  }
  placed.push(...shown.map(one => ({ ...one, lanes: ends.length })))
  for (const one of left) {
    const last = hidden.at(-1)
    if (last !== undefined && one.minutes < last.to) last.count += 1
    else hidden.push({ from: one.minutes, to: one.minutes + 60, count: 1 })
  }
}

/** The part of something long that lies in one day; `to` is in minutes of that day. */
interface Piece extends Slot {
  to: number
}

/** What lies between two moments, day by day: what goes on over midnight is continued on the next. */
export function piecesOf(from: Slot, end: Slot): Piece[] {
  const days = Array.from({ length: Math.max(1, end.day - from.day + 1) }, (_, index) => from.day + index)
  return days
    .map(day => ({
      day,
      minutes: day === from.day ? from.minutes : 0,
      to: day === end.day ? end.minutes : DAY_MINUTES,
    }))
    .filter(({ day, to }) => day === from.day || to > 0)
}

/** So many minutes after a moment, on a clock that doesn't change. */
export function after({ day, minutes }: Slot, length: number): Slot {
  const all = minutes + length
  return { day: day + Math.floor(all / DAY_MINUTES), minutes: all % DAY_MINUTES }
}
