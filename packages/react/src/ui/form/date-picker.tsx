import { forwardRef, useState } from 'react'
import { TextInput, type TextInputProps } from './text-input.tsx'

export interface DatePickerProps extends Omit<TextInputProps, 'type'> {
  /** A day (`2026-11-20`) or a day with its time (`2026-11-20T09:30`). */
  precision?: 'day' | 'minute'
}

/** The browser's own date input: keyboard, locale and phones' wheels come with it. */
export const DatePicker = forwardRef<HTMLInputElement, DatePickerProps>(function DatePicker(
  { precision = 'day', ...rest },
  ref,
) {
  return <TextInput {...rest} ref={ref} type={precision === 'day' ? 'date' : 'datetime-local'} />
})

interface DayInputProps extends Omit<DatePickerProps, 'onChange' | 'onBlur' | 'precision'> {
  /** `2026-11-20`, or empty. */
  value: string
  onChange: (day: string) => void
}

/** While a year is typed the browser tells 0002, 0020 and 0202 first. */
const isOnItsWay = (day: string): boolean => day.startsWith('0')

/** A day that acts at once, as a filter does: one that is being typed waits for its whole year, or until the focus goes on. */
export function DayInput({ value, onChange, ...rest }: DayInputProps) {
  const [typed, setTyped] = useState<string>()
  const settle = (day: string) => {
    setTyped(undefined)
    onChange(day)
  }
  return (
    <DatePicker
      {...rest}
      value={typed ?? value}
      onChange={({ target }) => (isOnItsWay(target.value) ? setTyped(target.value) : settle(target.value))}
      onBlur={() => typed !== undefined && settle(typed)}
    />
  )
}
