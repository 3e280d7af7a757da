import { DAY, toDailyTime, type WallClock } from '@kinora/core/schedule'
import type { LocationAdapter } from '../../kernel/location.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { EmptyState, ErrorState } from '../../ui/status/empty-state.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { useEventTexts } from '../texts.ts'
import { dayNames } from '../words.ts'
import { ZoneLine } from '../zone-line.tsx'
import { Agenda } from './agenda.tsx'
import { CalendarBar } from './calendar-bar.tsx'
import type { NewEventTime } from './slots.ts'
import { movedTo } from './slots.ts'
import { TimeGrid } from './time-grid.tsx'
import { type Calendar, useCalendar } from './use-calendar.ts'
import { useDayLabel } from './use-day-label.ts'
import { useMove } from './use-move.ts'

export interface ScheduleCalendarProps {
  tenantId: string
  location: LocationAdapter
  onAddAt?: ((time: NewEventTime) => void) | undefined
  onOpen?: ((id: string) => void) | undefined
}

/** EVENT-26 to EVENT-29: day, week and agenda of the same events; they are moved by drag and by key. */
export function ScheduleCalendar({ location, onAddAt, onOpen }: ScheduleCalendarProps) {
  const { text, error } = useEventTexts()
  const calendar = useCalendar(location)
  const { read, state, zone, days, moment } = calendar
  const move = useMove(moment)
  const label = useDayLabel()
  const { at, changed } = changeIn(days, moment.clock)
  const { asked } = move
  const occurrences = read.data?.occurrences ?? []
  const shown = useShown(calendar)
  return (
    <section className="kn-calendar" aria-busy={read.isPending || read.isPlaceholderData || undefined}>
      <CalendarBar calendar={calendar} />
      <ZoneLine zone={zone} at={at} change={changed && { ...changed, day: label(changed.day) }} />
      <VisuallyHidden role="status">{shown}</VisuallyHidden>
      {read.error && read.data === undefined ? (
        <ErrorState
          title={error(read.error)}
          retryLabel={text('ui.retry')}
          onRetry={() => void read.refetch()}
        />
      ) : state.span === 'agenda' ? (
        occurrences.length === 0 && !read.isPending ? (
          <EmptyState title={text('ui.events.noneTitle')} text={text('ui.events.noneText')} />
        ) : (
          <Agenda calendar={calendar} onOpen={onOpen} />
        )
      ) : (
        <TimeGrid calendar={calendar} move={move} onAddAt={onAddAt} onOpen={onOpen} />
      )}
      <ConfirmDialog
        open={asked !== undefined}
        tone="primary"
        onClose={move.leave}
        onConfirm={() => asked && void move.send(asked)}
        title={text('ui.events.moveAllTitle')}
        text={
          asked &&
          text('ui.events.moveAllText', {
            time: toDailyTime(asked.to.minutes),
            days: dayNames(text, movedTo(asked.event, asked.from, asked.to, moment).schedule?.weekdays ?? []),
          })
        }
        confirmLabel={text('ui.events.moveAll')}
        cancelLabel={text('ui.cancel')}
        closeLabel={text('ui.close')}
      />
    </section>
  )
}

/** Where the days begin, and the one of them on which the clock is changed. */
function changeIn(days: readonly number[], clock: WallClock) {
  const startOf = (day: number) => new Date(clock.at(day, 0)).toISOString()
  const day = days.find(one => clock.at(one + 1, 0) - clock.at(one, 0) !== DAY)
  return { at: startOf(days[0]!), changed: day === undefined ? undefined : { day, at: startOf(day + 1) } }
}

/** The days that came to be shown and how much takes place in them, for those who listen; nothing while they are read. */
function useShown({ read, days }: Calendar): string {
  const { text } = useEventTexts()
  const label = useDayLabel()
  if (read.data === undefined || read.isPlaceholderData) return ''
  const count = read.data.occurrences.length
  const [from, to] = [label(days[0]!), label(days.at(-1)!)]
  return days.length === 1
    ? text('ui.events.shownDay', { day: from, count })
    : text('ui.events.shown', { from, to, count })
}
