import { EventType } from '@kinora/core'
import { EventForm, type NewEventTime } from '@kinora/react'
import type { PageProps } from '../router/lazy-page.tsx'
import { usePlace } from '../router/navigation.ts'
import { eventHref } from '../router/row-hrefs.ts'
import { useFormPage } from '../shell/form-page.tsx'

/** NAV-49 */
export function EventPage({ params: { id } }: PageProps) {
  const { form, dialog } = useFormPage('/schedule', eventHref)
  const { search } = usePlace()
  const date = toDate(search)
  return (
    <>
      <EventForm
        key={`${id} ${date}`}
        id={id}
        {...form}
        at={id === undefined ? fromParams(search) : undefined}
        date={date}
      />
      {dialog}
    </>
  )
}

/** C-150: the day of a series that was opened in the calendar. */
function toDate(search: string): string | undefined {
  const date = new URLSearchParams(search).get('date')
  return date !== null && /^\d{4}-\d\d-\d\d$/.test(date) ? date : undefined
}

/** What was chosen in the calendar; undefined where the address says nothing of it. */
function fromParams(search: string): NewEventTime | undefined {
  const params = new URLSearchParams(search)
  const [weekday, minutes] = [Number(params.get('day') ?? -1), Number(params.get('minutes') ?? 0)]
  const daily_time = params.get('time') ?? ''
  const isWhole = Number.isInteger(weekday) && weekday >= 0 && weekday <= 6 && /^\d\d:\d\d$/.test(daily_time)
  if (!isWhole || minutes <= 0) return undefined
  const type = Object.values(EventType).find(one => String(one) === params.get('type'))
  const title = params.get('title') ?? ''
  return { weekday, daily_time, minutes, title, ...(type !== undefined && { type }) }
}
