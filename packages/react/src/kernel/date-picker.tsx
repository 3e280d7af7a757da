import { directionOf, formTexts, fromWireDate } from '@kinora/core'
import { CalendarDays } from 'lucide-react'
import { forwardRef, useId, useRef, useState } from 'react'
import { classes } from '../ui/classes.ts'
import { useFieldControl } from '../ui/form/field.tsx'
import { TextInput, type TextInputProps } from '../ui/form/text-input.tsx'
import { useLocale } from './locale.ts'
import { useTexts } from './message.ts'
import { type DatePrecision, fromTypedDate, toTypedDate } from './typed-date.ts'
import { useHours } from './use-hours.ts'

export interface DatePickerProps
  extends Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'suffix' | 'list'> {
  /** What is picked; a day by default. */
  precision?: DatePrecision
  /** `2026-11-20`, `2026-11-20T09:30` or `09:30`; empty for none. */
  value: string
  /** With the same, or with what was typed where it is no date: the rule of the field names that. */
  onChange: (value: string) => void
  /** How a value is shown; as dates are everywhere (CONST-21) unless given. */
  show?: (value: string) => string
}

const patterns: Record<DatePrecision, string> = {
  day: 'DD MMM YYYY',
  minute: 'DD MMM YYYY HH:mm',
  time: 'HH:mm',
}
const patternOf = { day: 'YYYY-MM-DD', minute: 'YYYY-MM-DDTHH:mm', time: 'HH:mm' } as const
const natives = { day: 'date', minute: 'datetime-local' } as const

/**
 * CONST-21: a date as it is shown everywhere, typed or pasted in many forms, or picked in the browser's own calendar by its button
 * or Alt+ArrowDown. What is typed is kept until blur, then formatted.
 */
export const DatePicker = forwardRef<HTMLInputElement, DatePickerProps>(function DatePicker(
  { precision = 'day', value, onChange, onBlur, onKeyDown, placeholder, show, ...rest },
  ref,
) {
  const [typed, setTyped] = useState<string>()
  const locale = useLocale()
  // English has the browser’s own order of numbers, as ever.
  const spoken = locale === 'en' ? undefined : locale
  const calendar = useRef<HTMLInputElement>(null)
  const isTyped = typed !== undefined && (typed === '' || fromTypedDate(typed, precision, spoken) === value)
  const isFixed = rest.disabled === true || rest.readOnly === true
  const isWhole = value.length === patternOf[precision].length && fromWireDate(value) !== undefined
  const open = () => {
    if (isFixed) return
    try {
      calendar.current?.showPicker()
    } catch {
      // A frame of another origin has no calendar; its field is typed in.
    }
  }
  return (
    <TextInput
      // By the language, not by the page: "31 Nov 2026" would read "Nov 2026 31" in one that goes right to left.
      dir={directionOf(locale)}
      autoComplete="off"
      placeholder={placeholder ?? patterns[precision]}
      aria-keyshortcuts={precision === 'time' ? undefined : 'Alt+ArrowDown'}
      {...rest}
      ref={ref}
      value={isTyped ? typed : (show?.(value) ?? toTypedDate(value, precision, locale))}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(fromTypedDate(target.value, precision, spoken))
      }}
      onBlur={event => {
        setTyped(undefined)
        onBlur?.(event)
      }}
      onKeyDown={event => {
        if (event.altKey && event.key === 'ArrowDown' && precision !== 'time') {
          event.preventDefault()
          open()
        }
        onKeyDown?.(event)
      }}
      suffix={
        precision === 'time' ? undefined : (
          // Those who can't see the calendar type; the button is a pointer's way to what Alt+ArrowDown opens.
          <span className="kn-date-calendar" aria-hidden="true">
            <button type="button" tabIndex={-1} disabled={isFixed} onClick={open}>
              <CalendarDays size={16} />
            </button>
            <input
              ref={calendar}
              type={natives[precision]}
              tabIndex={-1}
              disabled={isFixed}
              min={rest.min}
              max={rest.max}
              value={isWhole ? value : ''}
              onChange={({ target }) => {
                setTyped(undefined)
                onChange(target.value)
              }}
            />
          </span>
        )
      }
    />
  )
})

export interface DayInputProps extends Omit<DatePickerProps, 'precision' | 'onBlur'> {
  /** What messages call it where no `Field` around it says so. */
  label?: string
  /** What is wrong with the day beside other choices; a `Field` around it says it itself. */
  error?: string | undefined
}

/** A day that acts at once, as a filter does: only a whole day or none is given on; what is no day stays, and is said when the field is left. */
export function DayInput({ value, onChange, label, error, ...rest }: DayInputProps) {
  const { text } = useTexts(formTexts)
  const { describedBy, label: shown = label ?? rest['aria-label'] } = useFieldControl()
  const id = useId()
  const [odd, setOdd] = useState<{ typed: string; beside: string; isLeft: boolean }>()
  const isOdd = odd?.beside === value
  // Another value has come since: what was typed is over.
  if (odd !== undefined && !isOdd) setOdd(undefined)
  const noDay = text('ui.form.dayLike', { field: typeof shown === 'string' ? shown : '' })
  const wrong = isOdd ? (odd.isLeft ? noDay : undefined) : error
  return (
    <>
      <DatePicker
        {...rest}
        {...(wrong ? { invalid: true, 'aria-describedby': classes(describedBy, id) } : {})}
        value={isOdd ? odd.typed : value}
        onChange={day => {
          const isDay = day === '' || fromWireDate(day) !== undefined
          setOdd(isDay ? undefined : { typed: day, beside: value, isLeft: false })
          if (isDay) onChange(day)
        }}
        onBlur={() => setOdd(found => found && { ...found, isLeft: true })}
      />
      {wrong ? (
        <span id={id} className="kn-field-error" role="alert">
          {wrong}
        </span>
      ) : null}
    </>
  )
}

/** A time of the day, `HH:mm`: shown in 12 or 24 hours, as it is written here, and read in both. */
export function TimeInput(props: Omit<DatePickerProps, 'precision' | 'show'>) {
  const { hours, time } = useHours()
  // What can't be read again, as the halves of a day in Arabic, is shown in 24 hours.
  const isRead = (['06:30', '18:30'] as const).every(each => fromTypedDate(time(each), 'time') === each)
  const rest = isRead ? { show: time, ...(hours === 12 && { placeholder: 'h:mm AM' }) } : {}
  return <DatePicker {...rest} {...props} precision="time" />
}
