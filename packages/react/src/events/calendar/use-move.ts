import { useRef, useState } from 'react'
import type { SeriesScope } from '../scope-dialog.tsx'
import { type ScheduleModel, wallTimeOf } from '../use-schedule.ts'
import type { Placed } from './layout.ts'
import { isIdle, isOwn, type Moved, refusalsOf } from './slots.ts'

/** Where the focus goes once the calendar shows it. */
export interface Landing {
  eventId: string
  day: number
}

/** E-7, C-150: asks how much of a series is changed, then sends it; cancels and brings back single classes. */
export function useMove(schedule: ScheduleModel) {
  const { moment } = schedule
  const [asked, setAsked] = useState<Moved>()
  /** Shown where it was dropped until the server’s answer is read. */
  const [pending, setPending] = useState<Moved>()
  const landing = useRef<Landing>(undefined)

  /** Answers whether it is done. */
  const send = async (moved: Moved, scope: SeriesScope): Promise<boolean> => {
    setAsked(undefined)
    setPending(moved)
    const { event, date, from, to, set } = moved
    const answer = await schedule.move(
      { event, date, ...wallTimeOf(from) },
      { ...wallTimeOf(to), ...set },
      scope,
    )
    if (answer.kind === 'done') landing.current = { eventId: answer.output.eventId, day: to.day }
    setPending(undefined)
    return answer.kind === 'done'
  }

  const drop = (moved: Moved) => {
    if (isIdle(moved)) return
    if (moved.date === undefined || isOwn(moved)) void send(moved, 'this')
    else setAsked(moved)
  }

  /** Cancels the class of one date, or brings it back; its block stays, and the focus with it. */
  const toggle = async ({ event, date, title, exception, origin }: Placed) => {
    if (date === undefined) return
    const { day } = wallTimeOf(origin)
    await schedule[exception === 'cancelled' ? 'bringBackDate' : 'cancelDate']({ event, date, day, title })
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
