import { type Kinora, KinoraRoot, useSchedule } from '@kinora/react'

export interface WeekProps {
  kinora: Kinora
  /** Days, `YYYY-MM-DD`. */
  from: string
  to: string
}

/** A page of a host: the classes of a week, each with its way out. */
export function Week({ kinora, from, to }: WeekProps) {
  return (
    <KinoraRoot kinora={kinora}>
      <Classes from={from} to={to} />
    </KinoraRoot>
  )
}

function Classes({ from, to }: { from: string; to: string }) {
  const { state, error, classes, cancelDate } = useSchedule({ from, to })
  if (state === 'failed') return <p role="alert">{error}</p>
  return (
    <ul>
      {classes.map(one => (
        <li key={one.key}>
          {one.title} {one.exception === 'cancelled' ? 'is cancelled' : one.time}
          <button type="button" onClick={() => void cancelDate(one)}>
            Cancel {one.title}
          </button>
        </li>
      ))}
    </ul>
  )
}
