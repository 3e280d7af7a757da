import { EventForm, type NewEventTime } from '@kinora/react'
import type { PageProps } from '../router/lazy-page.tsx'
import { usePlace } from '../router/navigation.ts'
import { useFormPage } from '../shell/form-page.tsx'

const rowHref = (id: string) => `/schedule/${encodeURIComponent(id)}/edit`

/** NAV-49 */
export function EventPage({ params: { id } }: PageProps) {
  const { form, dialog } = useFormPage('/schedule', rowHref)
  const { search } = usePlace()
  return (
    <>
      <EventForm key={id} id={id} {...form} at={id === undefined ? fromParams(search) : undefined} />
      {dialog}
    </>
  )
}

/** What was chosen in the calendar; undefined where the address says nothing of it. */
function fromParams(search: string): NewEventTime | undefined {
  const params = new URLSearchParams(search)
  const [weekday, minutes] = [Number(params.get('day') ?? -1), Number(params.get('minutes') ?? 0)]
  const daily_time = params.get('time') ?? ''
  const isWhole = Number.isInteger(weekday) && weekday >= 0 && weekday <= 6 && /^\d\d:\d\d$/.test(daily_time)
  return isWhole && minutes > 0 ? { weekday, daily_time, minutes } : undefined
}
