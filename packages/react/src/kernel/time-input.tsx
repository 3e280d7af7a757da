import { DatePicker, type DatePickerProps } from './date-picker.tsx'
import { useHours } from './use-hours.ts'

/** A time of the day, `HH:mm`: shown in 12 or 24 hours, as it is written here, and read in both. */
export function TimeInput(props: Omit<DatePickerProps, 'precision' | 'show'>) {
  const { hours, time } = useHours()
  return (
    <DatePicker placeholder={hours === 24 ? undefined : 'h:mm AM'} {...props} precision="time" show={time} />
  )
}
