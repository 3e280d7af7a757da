import { forwardRef } from 'react'
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
