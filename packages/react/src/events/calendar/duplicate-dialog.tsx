import { type EventCopy, events, type Input } from '@kinora/core'
import { toDailyTime, toDate, toDayNumber } from '@kinora/core/schedule'
import { useId, useState } from 'react'
import { DayInput } from '../../kernel/date-picker.tsx'
import { useRead } from '../../kernel/use-read.ts'
import { useWrite } from '../../kernel/use-write.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { reachable } from '../../ui/list/card-grid.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useToasts } from '../../ui/overlay/toast.tsx'
import { useEventTexts } from '../texts.ts'
import { useDayLabel } from '../use-day-label.ts'
import { areKnown } from '../use-schedule.ts'
import { type Calendar, daysOf } from './use-calendar.ts'

interface DuplicateDialogProps {
  tenantId: string
  calendar: Calendar
  /** One day, or the seven of a week. */
  days: readonly number[]
  onClose: () => void
}

/** 28.4, decision 0126: duplicates a day or a week: what is refused is shown first, with its reason; the rest is written in one call. */
export function DuplicateDialog({ tenantId, calendar, days, onClose }: DuplicateDialogProps) {
  const { text, error } = useEventTexts()
  const isWeek = days.length > 1
  const statusId = useId()
  const label = useDayLabel()
  const [chosen, setChosen] = useState(days[0]! + days.length)
  const to = isWeek ? daysOf({ span: 'week', day: chosen })[0]! : chosen
  const asked: Input<typeof events.duplicate> = {
    tenantId,
    day: toDate(days[0]!),
    days: days.length,
    onto: toDate(to),
    eventStatus: calendar.state.status,
    eventType: calendar.state.type,
  }
  const preview = useRead(events.previewDuplicate, asked, { enabled: areKnown(to - 1, to + 8) })
  const duplicate = useDuplicate(() => {
    onClose()
    calendar.change({ day: to })
  })
  const copies = preview.data?.copies ?? []
  const added = copies.filter(({ reason }) => reason === null)
  return (
    <Dialog
      open
      title={text(isWeek ? 'ui.events.duplicateWeekOf' : 'ui.events.duplicateDayOf', {
        day: label(days[0]!),
      })}
      closeLabel={text('ui.close')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('ui.cancel')}</Button>
          <Button
            variant="primary"
            disabled={added.length === 0}
            loading={duplicate.isPending}
            onClick={() => void duplicate.send(asked)}
          >
            {text('ui.events.duplicateCount', { count: added.length })}
          </Button>
        </>
      }
    >
      <div className="kn-dialog-form">
        <Field label={text(isWeek ? 'ui.events.ontoWeek' : 'ui.events.ontoDay')}>
          <DayInput value={toDate(to)} onChange={day => day !== '' && setChosen(toDayNumber(day))} />
        </Field>
        <p id={statusId} role="status">
          {preview.error ? error(preview.error) : preview.data && wordsOf(text, copies)}
        </p>
        <Copies calendar={calendar} copies={copies} labelledBy={statusId} />
      </div>
    </Dialog>
  )
}

type Text = ReturnType<typeof useEventTexts>['text']

function wordsOf(text: Text, copies: readonly EventCopy[]): string {
  const refused = copies.filter(({ reason }) => reason !== null).length
  if (copies.length === 0) return text('ui.events.noneText')
  const added = text('ui.events.copiesAdded', { count: copies.length - refused })
  return refused === 0 ? added : `${added} ${text('ui.events.copiesRefused', { count: refused })}`
}

interface CopiesProps {
  calendar: Calendar
  copies: readonly EventCopy[]
  labelledBy: string
}

/** Those that are refused first, with why. */
function Copies({ calendar, copies, labelledBy }: CopiesProps) {
  const { moment, time } = calendar
  const label = useDayLabel()
  const when = (wire: string) => {
    const { day, minutes } = moment.clock.of(Date.parse(wire))
    return `${label(day)} ${time(toDailyTime(minutes))}`
  }
  const order = [...copies].sort((one, other) => Number(one.reason === null) - Number(other.reason === null))
  return (
    <ul className="kn-event-copies" aria-labelledby={labelledBy} {...(copies.length > 0 && reachable)}>
      {order.map(({ eventId, start, to, title, reason }) => (
        <li key={`${eventId} ${start}`} data-refused={reason === null ? undefined : ''}>
          <span>{when(to)}</span>
          <bdi>{title}</bdi>
          {reason === null ? null : <small>{reason}</small>}
        </li>
      ))}
    </ul>
  )
}

/** Writes them in one call, says so and takes them back. */
function useDuplicate(onDone: () => void) {
  const { text, error } = useEventTexts()
  const toasts = useToasts()
  const undo = useWrite(events.removeDuplicates, { failure: error, parallel: true })
  return useWrite(events.duplicate, {
    onSuccess: ({ copies }, { tenantId }) => {
      const made = copies.flatMap(copy => copy.made ?? [])
      const refused = copies.length - made.length
      toasts.show({
        text: [
          text('ui.events.copiesAdded', { count: made.length }),
          ...(refused > 0 ? [text('ui.events.copiesRefused', { count: refused })] : []),
        ].join(' '),
        tone: 'positive',
        ...(made.length > 0 && {
          action: { label: text('ui.undo'), onSelect: () => void undo.send({ tenantId, copies: made }) },
        }),
      })
      onDone()
    },
  })
}
