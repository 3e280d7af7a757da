import { useState } from 'react'
import { DatePicker, type DatePickerProps } from './date-picker.tsx'

export interface DayInputProps extends Omit<DatePickerProps, 'onChange' | 'onBlur' | 'precision'> {
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
