import { fill, type PartProps } from '../../ui/part.ts'
import { ScheduleToolbar } from './calendar-bar.tsx'
import { ScheduleCalendar, ScheduleOnAir, ScheduleZone } from './schedule-calendar.tsx'
import { ScheduleRoot, type ScheduleRootProps } from './schedule-root.tsx'

export type CalendarPlace = 'toolbar' | 'onAir' | 'zone' | 'calendar'

interface CalendarViewProps
  extends Omit<ScheduleRootProps, 'children' | 'className' | 'rootRef'>,
    Pick<PartProps<CalendarPlace>, 'slots' | 'classNames'> {}

/** EVENT-26 to EVENT-29: day, week and agenda of the same events, as the schedule has them ready-made. */
export function CalendarView({ slots = {}, classNames = {}, ...root }: CalendarViewProps) {
  return (
    <ScheduleRoot {...root}>
      {fill(slots.toolbar, <ScheduleToolbar className={classNames.toolbar} />)}
      {fill(slots.onAir, <ScheduleOnAir className={classNames.onAir} />)}
      {fill(slots.zone, <ScheduleZone className={classNames.zone} />)}
      {fill(slots.calendar, <ScheduleCalendar className={classNames.calendar} />)}
    </ScheduleRoot>
  )
}
