import { type CalendarEvent, events } from '@kinora/core'
import type { Moment } from '@kinora/core/schedule'
import { useState } from 'react'
import { useWrite } from '../../kernel/use-write.ts'
import { useEventTexts } from '../texts.ts'
import { movedTo, movesAll, type Slot } from './slots.ts'

export interface Move {
  event: CalendarEvent
  from: Slot
  to: Slot
}

/** E-7 `move`: asks where every day of a series gets another hour, then sends it. */
export function useMove(moment: Moment) {
  const { text, error } = useEventTexts()
  const [asked, setAsked] = useState<Move>()
  /** Shown where it was dropped until the server's answer is read. */
  const [pending, setPending] = useState<Move>()
  const write = useWrite(events.update, {
    success: ({ title }) => text('ui.events.moved', { title }),
    failure: error,
    parallel: true,
  })
  const send = async (move: Move) => {
    setAsked(undefined)
    setPending(move)
    const { event, from, to } = move
    await write.send({
      event_Id: event.event_Id,
      version: event.version,
      ...movedTo(event, from, to, moment),
    })
    setPending(undefined)
  }
  const drop = (move: Move) => {
    if (move.from.day === move.to.day && move.from.minutes === move.to.minutes) return
    if (movesAll(move.event, move.from, move.to)) setAsked(move)
    else void send(move)
  }
  return { drop, send, asked, pending, leave: () => setAsked(undefined) }
}
