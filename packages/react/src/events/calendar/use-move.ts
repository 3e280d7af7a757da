import type { Moment } from '@kinora/core/schedule'
import { toDayNumber } from '@kinora/core/schedule'
import { useRef, useState } from 'react'
import type { SeriesScope } from '../scope-dialog.tsx'
import { useEventTexts } from '../texts.ts'
import { useOccurrences } from '../use-occurrences.tsx'
import type { Placed } from './layout.ts'
import { isOwn, type Moved, movedTo, refusalsOf, splitDay } from './slots.ts'
import { useDayLabel } from './use-calendar.ts'

/** Where the focus goes once the calendar shows it. */
export interface Landing {
  eventId: string
  day: number
}

/** E-7 `move`, C-150: asks how much of a series is moved, then sends it; cancels and brings back single classes. */
export function useMove(moment: Moment) {
  const { text } = useEventTexts()
  const label = useDayLabel()
  const acts = useOccurrences()
  const [asked, setAsked] = useState<Moved>()
  /** Shown where it was dropped until the server’s answer is read. */
  const [pending, setPending] = useState<Moved>()
  const landing = useRef<Landing>(undefined)

  const write = (moved: Moved, scope: SeriesScope) => {
    const { event, date, from, to } = moved
    const { eventId, version } = event
    const words = text('ui.events.moved', { title: event.title })
    if (date === undefined || scope === 'all') {
      const { schedule, schedule_time } = event
      const back = schedule === null ? { schedule_time } : { schedule }
      return acts.update({ eventId, version, ...movedTo(event, from, to, moment) }, back, words)
    }
    if (scope === 'this') {
      const start = new Date(moment.clock.at(to.day, to.minutes)).toISOString()
      return acts.change({ eventId, date, version, start }, event, words)
    }
    const set = movedTo(event, from, to, moment)
    return acts.split(
      { eventId, date: splitDay(date, to), version, ...set },
      { schedule: event.schedule },
      words,
    )
  }

  const send = async (moved: Moved, scope: SeriesScope) => {
    setAsked(undefined)
    setPending(moved)
    const answer = await write(moved, scope)
    if (answer.kind === 'done') landing.current = { eventId: answer.output.eventId, day: moved.to.day }
    setPending(undefined)
  }

  const drop = (moved: Moved) => {
    if (moved.from.day === moved.to.day && moved.from.minutes === moved.to.minutes) return
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
