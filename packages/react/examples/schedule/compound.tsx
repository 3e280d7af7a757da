import {
  type Kinora,
  KinoraRoot,
  ScheduleCalendar,
  ScheduleRoot,
  ScheduleSpans,
  ScheduleSteps,
  ScheduleToolbar,
  ScheduleZone,
  useScheduleView,
} from '@kinora/react'
import '@kinora/react/styles.css'

/** A calendar with a bar of your own: no filters, no zoom, and a figure beside it. */
export default function CompoundSchedule({ kinora }: { kinora: Kinora }) {
  return (
    <KinoraRoot kinora={kinora}>
      <ScheduleRoot>
        <ScheduleToolbar>
          <ScheduleSpans />
          <ScheduleSteps />
          <Cancelled />
        </ScheduleToolbar>
        <ScheduleCalendar />
        <ScheduleZone />
      </ScheduleRoot>
    </KinoraRoot>
  )
}

function Cancelled() {
  const { schedule } = useScheduleView()
  const count = schedule.classes.filter(({ exception }) => exception === 'cancelled').length
  return <strong>{count} cancelled</strong>
}
