import { type NewEventTime, Schedule } from '@kinora/react'
import { useNavigation } from '../router/navigation.ts'
import { eventHref } from '../router/row-hrefs.ts'
import { useRouterLocation } from '../shell/location.ts'

/** NAV-17, EVENT-29 */
export function SchedulePage() {
  const navigation = useNavigation()
  return (
    <Schedule
      location={useRouterLocation()}
      rowHref={eventHref}
      addHref="/schedule/add"
      onOpen={(id, date) =>
        navigation.push(date === undefined ? eventHref(id) : `${eventHref(id)}?date=${date}`)
      }
      onAddAt={time => navigation.push(`/schedule/add?${toParams(time)}`)}
    />
  )
}

const toParams = ({ weekday, daily_time, minutes, type, title }: NewEventTime) =>
  new URLSearchParams({
    day: String(weekday),
    time: daily_time,
    minutes: String(minutes),
    ...(type !== undefined && { type: String(type) }),
    ...(title && { title }),
  })
