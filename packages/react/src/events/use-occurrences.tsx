import { type EventException, events, noException, type ScheduledEvent } from '@kinora/core'
import { useCallback, useRef } from 'react'
import { useWrite, type Write } from '../kernel/use-write.ts'
import { useToasts } from '../ui/overlay/toast.tsx'
import { useEventTexts } from './texts.ts'

/** What an act on a date must know of its event. */
export type SeriesEvent = Pick<
  ScheduledEvent,
  'eventId' | 'title' | 'exceptions' | 'schedule' | 'schedule_time'
>

/** The class of one day of a series. */
export interface OfDay {
  event: SeriesEvent
  /** The day of the series, `YYYY-MM-DD`. */
  date: string
  /** What it is called, and its day in words. */
  name: string
}

type Answer = Awaited<ReturnType<Write<typeof events.changeOccurrence>['send']>>
type Change = Parameters<Write<typeof events.changeOccurrence>['send']>[0]
type Split = Parameters<Write<typeof events.split>['send']>[0]
type Update = Parameters<Write<typeof events.update>['send']>[0]

/** The exception as a whole, as a call says it: what it hasn’t of its own is the series’ again. */
const whole = ({ start, isCancelled, details }: EventException) => ({
  isCancelled,
  start,
  title: details.title ?? null,
  description: details.description ?? null,
  durationSecond: details.durationSecond ?? null,
  instructor: details.instructor ?? null,
  contentId: details.contentId ?? null,
})

/** C-150: what can be done with the dates of a series. Each says what was done and offers the way back; each answers whether it is done. */
export function useOccurrences({ failure }: { failure?: 'toast' | 'caller' } = {}) {
  const { text, error } = useEventTexts()
  const toasts = useToasts()
  const said = { failure: failure === 'caller' ? () => undefined : error, parallel: true } as const
  const undoing = { failure: error, parallel: true } as const
  const writes = {
    change: useWrite(events.changeOccurrence, said),
    add: useWrite(events.addOccurrence, said),
    restore: useWrite(events.restoreOccurrence, said),
    split: useWrite(events.split, said),
    update: useWrite(events.update, said),
    undoChange: useWrite(events.changeOccurrence, undoing),
    undoAdd: useWrite(events.addOccurrence, undoing),
    undoRestore: useWrite(events.restoreOccurrence, undoing),
    undoUpdate: useWrite(events.update, undoing),
    join: useWrite(events.join, undoing),
  }
  const latest = useRef({ writes, text, toasts })
  latest.current = { writes, text, toasts }

  const done = useCallback((words: string, undo: () => unknown) => {
    const { text, toasts } = latest.current
    toasts.show({
      text: words,
      tone: 'positive',
      action: { label: text('ui.undo'), onSelect: () => void undo() },
    })
  }, [])

  /** One date is made otherwise; undone, it is as it was. */
  const change = async (input: Change, event: SeriesEvent, words: string): Promise<Answer> => {
    const { eventId, date } = input
    const before = event.exceptions[date] ?? noException
    const answer = await writes.change.send(input)
    if (answer.kind === 'done')
      done(words, () => latest.current.writes.undoChange.send({ eventId, date, ...whole(before) }))
    return answer
  }

  return {
    change,
    cancel: ({ event, date, name }: OfDay) =>
      change(
        { eventId: event.eventId, date, isCancelled: true },
        event,
        text('ui.events.cancelled', { name }),
      ),
    bringBack: ({ event, date, name }: OfDay) =>
      change(
        { eventId: event.eventId, date, isCancelled: false },
        event,
        text('ui.events.broughtBack', { name }),
      ),
    /** As the series has it; one that was added goes. */
    async restore({ event, date, name }: OfDay): Promise<Answer> {
      const { eventId, exceptions } = event
      const { isAdded, start, details, ...before } = exceptions[date] ?? noException
      const answer = await writes.restore.send({ eventId, date })
      if (answer.kind === 'done')
        done(text('ui.events.restored', { name }), () =>
          isAdded && start !== null
            ? latest.current.writes.undoAdd.send({ eventId, start, ...details })
            : latest.current.writes.undoChange.send({
                eventId,
                date,
                ...whole({ ...before, isAdded, start, details }),
              }),
        )
      return answer
    },
    async add(
      event: SeriesEvent,
      { start, date, name }: { start: string; date: string; name: string },
    ): Promise<Answer> {
      const { eventId } = event
      const before = event.exceptions[date]
      const answer = await writes.add.send({ eventId, start })
      if (answer.kind === 'done')
        done(text('ui.events.addedDate', { name }), () =>
          before === undefined
            ? latest.current.writes.undoRestore.send({ eventId, date })
            : latest.current.writes.undoChange.send({ eventId, date, ...whole(before) }),
        )
      return answer
    },
    /** This and later; answers with the event that goes on. `back` is what it was: with nothing before the date, it is all of it. */
    async split(input: Split, back: Omit<Update, 'eventId' | 'version'>, words: string): Promise<Answer> {
      const answer = await writes.split.send(input)
      if (answer.kind !== 'done') return answer
      const { eventId } = answer.output
      done(words, () =>
        eventId === input.eventId
          ? latest.current.writes.undoUpdate.send({ eventId, ...back })
          : latest.current.writes.join.send({ eventId }),
      )
      return answer
    },
    /** All of it; `back` is what it was. */
    async update(input: Update, back: Omit<Update, 'eventId' | 'version'>, words: string): Promise<Answer> {
      const answer = await writes.update.send(input)
      if (answer.kind === 'done')
        done(words, () => latest.current.writes.undoUpdate.send({ eventId: input.eventId, ...back }))
      return answer
    },
  }
}
