import { type NewEventTime, Schedule } from '@kinora/react'
import { useNavigation } from '../router/navigation.ts'
import { useRouterLocation } from '../shell/location.ts'

const rowHref = (id: string) => `/schedule/${encodeURIComponent(id)}/edit`

/** NAV-17, EVENT-29 */
export function SchedulePage() {
  const navigation = useNavigation()
  return (
    <Schedule
      location={useRouterLocation()}
      rowHref={rowHref}
      addHref="/schedule/add"
      onOpen={(id, date) => navigation.push(date === undefined ? rowHref(id) : `${rowHref(id)}?date=${date}`)}
      onAddAt={time => navigation.push(`/schedule/add?${toParams(time)}`)}
    />
  )
}

const toParams = ({ weekday, daily_time, minutes, type, title }: NewEventTime) =>
  new URLSearchParams({
    ...{ day: String(weekday), time: daily_time, minutes: String(minutes) },
    ...(type !== undefined && { type: String(type) }),
    ...(title && { title }),
  })
