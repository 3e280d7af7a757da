import type { CalendarEvent, EventDraft } from '@kinora/core'
import type { Moment } from '@kinora/core/schedule'
import { toDayNumber } from '@kinora/core/schedule'
import { useRef, useState } from 'react'
import type { SeriesScope } from '../scope-dialog.tsx'
import { useEventTexts } from '../texts.ts'
import { useOccurrences } from '../use-occurrences.tsx'
import type { Placed } from './layout.ts'
import { changesOf, isIdle, isOwn, isSame, type Moved, refusalsOf, splitDay } from './slots.ts'
import { useDayLabel } from './use-calendar.ts'

/** Where the focus goes once the calendar shows it. */
export interface Landing {
  eventId: string
  day: number
}

/** E-7 `move`, C-150: asks how much of a series is changed, then sends it; cancels and brings back single classes. */
export function useMove(moment: Moment) {
  const { text } = useEventTexts()
  const label = useDayLabel()
  const acts = useOccurrences()
  const [asked, setAsked] = useState<Moved>()
  /** Shown where it was dropped until the server’s answer is read. */
  const [pending, setPending] = useState<Moved>()
  const landing = useRef<Landing>(undefined)

  const write = (moved: Moved, scope: SeriesScope) => {
    const { event, date, from, to, set } = moved
    const { eventId, version, title } = event
    const isMoved = !isSame(from, to)
    const words = text(isMoved ? 'ui.events.moved' : 'ui.events.changedDate', { title, name: title })
    const changes = changesOf(moved, moment)
    if (date === undefined || scope === 'all')
      return acts.update({ eventId, version, ...changes }, backOf(event, changes), words)
    if (scope === 'later')
      return acts.split(
        { eventId, date: splitDay(date, to), version, ...changes },
        backOf(event, changes),
        words,
      )
    const start = new Date(moment.clock.at(to.day, to.minutes)).toISOString()
    return acts.change({ eventId, date, version, ...(isMoved && { start }), ...set }, event, words)
  }

  /** Answers whether it is done. */
  const send = async (moved: Moved, scope: SeriesScope): Promise<boolean> => {
    setAsked(undefined)
    setPending(moved)
    const answer = await write(moved, scope)
    if (answer.kind === 'done') landing.current = { eventId: answer.output.eventId, day: moved.to.day }
    setPending(undefined)
    return answer.kind === 'done'
  }

  const drop = (moved: Moved) => {
    if (isIdle(moved)) return
    if (moved.date === undefined || isOwn(moved)) void send(moved, 'this')
    else setAsked(moved)
  }

  /** Cancels the class of one date, or brings it back; its block stays, and the focus with it. */
  const toggle = async ({ event, date, title, exception }: Placed) => {
    if (date === undefined) return
    const name = `${title}, ${label(toDayNumber(date))}`
    await acts[exception === 'cancelled' ? 'bringBack' : 'cancel']({ event, date, name })
  }

  return {
    drop,
    send,
    toggle,
    asked,
    refusals: asked && refusalsOf(asked, moment),
    pending,
    landing,
    leave: () => setAsked(undefined),
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
