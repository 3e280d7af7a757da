import { type Kinora, KinoraRoot, type ScheduledClass, type ScheduleModel, useSchedule } from '@kinora/react'
import '@kinora/react/styles.css'

export interface HookScheduleProps {
  kinora: Kinora
  /** Days, `YYYY-MM-DD`, on the tenant's clock. */
  from: string
  to: string
}

/** What takes place, in markup of your own. */
export default function HookSchedule({ kinora, from, to }: HookScheduleProps) {
  return (
    <KinoraRoot kinora={kinora}>
      <Timetable from={from} to={to} />
    </KinoraRoot>
  )
}

function Timetable({ from, to }: { from: string; to: string }) {
  const schedule = useSchedule({ from, to })
  if (schedule.state === 'loading') return <p>One moment …</p>
  if (schedule.state === 'failed') return <p role="alert">{schedule.error}</p>
  return (
    <ol aria-label={`Classes, times in ${schedule.zone}`}>
      {schedule.classes.map(one => (
        <Line key={one.key} one={one} schedule={schedule} />
      ))}
    </ol>
  )
}

function Line({ one, schedule }: { one: ScheduledClass; schedule: ScheduleModel }) {
  const isOff = one.exception === 'cancelled'
  const words = `${one.day} ${one.time} ${one.title}`
  return (
    <li>
      {isOff ? <s>{words}</s> : words}
      {/* What takes place once has no date of a series. */}
      {one.date === undefined ? null : (
        <button
          type="button"
          aria-label={`${isOff ? 'Bring back' : 'Cancel'} ${words}`}
          onClick={() => void (isOff ? schedule.bringBackDate(one) : schedule.cancelDate(one))}
        >
          {isOff ? 'Bring back' : 'Cancel'}
        </button>
      )}
    </li>
  )
}
