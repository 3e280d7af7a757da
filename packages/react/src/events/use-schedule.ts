import {
  type CalendarEvent,
  type EventDraft,
  type EventType,
  events,
  eventYears,
  isInYears,
  type Occurrence,
  type Output,
  type Removal,
  type ScheduledEvent,
} from '@kinora/core'
import {
  DAY,
  type Moment,
  toDailyTime,
  toDate,
  toDayNumber,
  toMinutes,
  type WallClock,
  wallClock,
} from '@kinora/core/schedule'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useActingTenant } from '../kernel/provider.tsx'
import { useDates } from '../kernel/use-dates.ts'
import { useRead } from '../kernel/use-read.ts'
import { useWrite, type WriteResult } from '../kernel/use-write.ts'
import type { PartState } from '../ui/part.ts'
import { changesOf, isSame, type Slot, splitDay } from './calendar/slots.ts'
import type { SeriesScope } from './scope-dialog.tsx'
import { useEventTexts } from './texts.ts'
import { useDayLabel } from './use-day-label.ts'
import { useOccurrences } from './use-occurrences.tsx'

/** Which events are shown; what is left out isn't asked for. */
export interface ScheduleFilter {
  status?: 'active' | 'inactive' | undefined
  type?: EventType | undefined
}

export interface ScheduleOptions {
  /** The first day, `YYYY-MM-DD`, on the tenant's clock. */
  from: string
  /** The last day, which is part of it. */
  to: string
  filter?: ScheduleFilter | undefined
}

/** A day and a time of it, `YYYY-MM-DD` and `HH:mm`, on the clock of the tenant's zone. */
export interface WallTime {
  day: string
  time: string
}

/** A class that takes place, or would but for its cancellation. */
export interface ScheduledClass extends WallTime {
  /** No other class of the schedule has it. */
  key: string
  /** The event that it is of: a weekly series, or what takes place once. */
  event: CalendarEvent
  /** What this one is called. */
  title: string
  /** The day of the series that it stands for, also where it was moved; undefined for what takes place once. */
  date: string | undefined
  /** Instants, ISO 8601. */
  start: string
  end: string
  /** How it differs from its series; null where it doesn't. */
  exception: 'moved' | 'edited' | 'added' | 'cancelled' | null
  /** Whether it has something to play. */
  isPlayable: boolean
  /** Of an active event, still to come or running, and nothing would play. */
  lacks: boolean
}

/** Where a class is moved to, and what else changes with it. */
export interface ClassMove extends WallTime {
  /** Seconds. */
  durationSecond?: number | undefined
  /** The tag of the title that is shown; null for none. */
  contentId?: string | null | undefined
}

/** What an act must know of its class. */
export type MovedClass = Pick<ScheduledClass, 'event' | 'date' | 'day' | 'time'>
export type DatedClass = Pick<ScheduledClass, 'event' | 'date' | 'day' | 'title'>

type Change = Promise<WriteResult<ScheduledEvent>>

export interface ScheduleModel {
  state: PartState
  /** In the order of their starts, each once; those that are cancelled are among them. */
  classes: readonly ScheduledClass[]
  /** The days that are asked for differ from those that are shown. */
  isLoading: boolean
  /** Why the schedule couldn't be read, in words. */
  error: string | undefined
  retry(): void
  /** IANA name of the zone that days and times are of. */
  zone: string
  /** That zone's clock, and the present in milliseconds, half a minute old at most. */
  moment: Moment
  /** Moves a class, or changes its length or title: this date alone, this and later ones, or all of its series. */
  move(one: MovedClass, to: ClassMove, scope?: SeriesScope): Change
  /** The class of one date doesn't take place. */
  cancelDate(one: DatedClass): Change
  /** It does after all, as it was before it was cancelled. */
  bringBackDate(one: DatedClass): Change
  /** One date is as its series has it; one that was added goes. */
  restoreDate(one: DatedClass): Change
  /** One date more of a weekly series. */
  addDate(event: CalendarEvent, at: WallTime): Change
  /** Deletes events with all their dates; each has an answer of its own. */
  remove(...eventIds: string[]): Promise<WriteResult<Removal[]>>
}

/**
 * What takes place from one day to another in the tenant that is acted for, and what can be done with it. Acts never throw, say in a
 * message what was done with the way back, and answer as `useWrite` does.
 */
export function useSchedule({ from, to, filter = {} }: ScheduleOptions): ScheduleModel {
  const tenant = useActingTenant()
  const { error } = useEventTexts()
  const moment = useMoment()
  const { clock } = moment
  const [first, last] = [toDayNumber(from), toDayNumber(to)]
  const isAsked = areKnown(first - 1, last + 2)
  const read = useRead(
    events.calendar,
    {
      start: isAsked ? new Date(clock.at(first, 0)).toISOString() : '',
      end: isAsked ? new Date(clock.at(last + 1, 0)).toISOString() : '',
      eventStatus: filter.status,
      eventType: filter.type,
    },
    { keepPrevious: true, enabled: isAsked && tenant !== undefined },
  )
  const classes = useMemo(
    () => (read.data === undefined ? [] : classesOf(read.data, clock)),
    [read.data, clock],
  )
  const failed = read.error !== null && read.data === undefined
  return {
    state: failed ? 'failed' : read.data === undefined ? 'loading' : classes.length === 0 ? 'empty' : 'ready',
    classes,
    isLoading: read.isPending || read.isPlaceholderData,
    error: failed ? error(read.error) : undefined,
    retry: () => void read.refetch(),
    zone: clock.timeZone,
    moment,
    ...useScheduleActs(moment),
  }
}

/** Whether the platform can be asked about days: a year that is still being typed goes through those of the Romans. */
export const areKnown = (...days: number[]): boolean =>
  days.every(day => !Number.isNaN(day) && isInYears(new Date(day * DAY).toISOString(), eventYears))

/** The clock of the tenant's zone and now, half a minute old at most: what is past and what is locked changes while one looks. */
export function useMoment(): Moment {
  const { zone } = useDates()
  const clock = useMemo(() => wallClock(zone), [zone])
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), DAY / 2880)
    return () => clearInterval(timer)
  }, [])
  return useMemo(() => ({ clock, now }), [clock, now])
}

type Read = Pick<Output<typeof events.calendar>, 'data' | 'occurrences' | 'cancelled' | 'now'>

/** What takes place, and what is cancelled, which has its place as well. */
export function classesOf({ data, occurrences, cancelled, now }: Read, clock: WallClock): ScheduledClass[] {
  const byId = new Map(data.map(event => [event.eventId, event]))
  const off = cancelled.map(one => ({ ...one, exception: 'cancelled' as const }))
  return [...occurrences, ...off]
    .flatMap(one => {
      const event = byId.get(one.eventId)
      return event === undefined ? [] : [toClass(one, event, { clock, now: Date.parse(now) })]
    })
    .sort((one, other) => Date.parse(one.start) - Date.parse(other.start))
}

function toClass(
  {
    start,
    end,
    date,
    details,
    exception,
    isPlayable,
  }: Omit<Occurrence, 'exception'> & Pick<ScheduledClass, 'exception'>,
  event: CalendarEvent,
  { clock, now }: Moment,
): ScheduledClass {
  const isAhead = exception !== 'cancelled' && Date.parse(end) > now
  return {
    key: `${event.eventId} ${start}`,
    event,
    start,
    end,
    exception,
    isPlayable,
    ...wallTimeOf(clock.of(Date.parse(start))),
    title: details.title ?? event.title,
    date: event.schedule === null ? undefined : date,
    lacks: event.active && isAhead && !isPlayable,
  }
}

/** A place of the calendar as a host says it, and the other way round. */
export const wallTimeOf = ({ day, minutes }: Slot): WallTime => ({
  day: toDate(day),
  time: toDailyTime(minutes),
})
const slotOf = ({ day, time }: WallTime): Slot => ({ day: toDayNumber(day), minutes: toMinutes(time) })

function useScheduleActs(moment: Moment) {
  const { text } = useEventTexts()
  const label = useDayLabel()
  const acts = useOccurrences()
  const removal = useWrite(events.remove, { parallel: true })
  const { clock } = moment
  const iso = ({ day, minutes }: Slot) => new Date(clock.at(day, minutes)).toISOString()
  // What takes place once has no dates: the server says so.
  const ofDay =
    (act: typeof acts.cancel) =>
    ({ event, day, date = day, title }: DatedClass): Change =>
      act({ event, date, name: `${title}, ${label(toDayNumber(date))}` })

  return {
    move(
      { event, date, ...from }: MovedClass,
      { day, time, ...set }: ClassMove,
      scope: SeriesScope = 'this',
    ): Change {
      const moved = { event, date, from: slotOf(from), to: slotOf({ day, time }), set }
      const { eventId, version, title } = event
      const isMoved = !isSame(moved.from, moved.to)
      const words = text(isMoved ? 'ui.events.moved' : 'ui.events.changedDate', { title, name: title })
      const changes = changesOf(moved, moment)
      const before = backOf(event, changes)
      if (date === undefined || scope === 'all')
        return acts.update({ eventId, version, ...changes }, before, words)
      if (scope === 'later')
        return acts.split({ eventId, date: splitDay(date, moved.to), version, ...changes }, before, words)
      return acts.change(
        { eventId, date, version, ...(isMoved && { start: iso(moved.to) }), ...set },
        event,
        words,
      )
    },
    cancelDate: ofDay(acts.cancel),
    bringBackDate: ofDay(acts.bringBack),
    restoreDate: ofDay(acts.restore),
    addDate(event: CalendarEvent, at: WallTime): Change {
      const name = `${event.title}, ${label(toDayNumber(at.day))}`
      return acts.add(event, { start: iso(slotOf(at)), date: at.day, name })
    },
    remove: useCallback((...ids: string[]) => removal.send({ ids }), [removal.send]),
  }
}

/** What an event was, as Undo says it: the first instant of a series follows from its rule, and may be over. */
const backOf = (
  { schedule, schedule_time, durationSecond, contentId }: CalendarEvent,
  changes: Partial<EventDraft>,
): Partial<EventDraft> => ({
  ...('schedule' in changes && (schedule === null ? { schedule_time } : { schedule })),
  ...('durationSecond' in changes && { durationSecond }),
  ...('contentId' in changes && { contentId }),
})
