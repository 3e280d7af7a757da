import { formTexts, fromWireDate, toWireDate } from '@kinora/core'
import { useEffect, useId, useState } from 'react'
import { ensureVisible } from '../ui/ensure-visible.ts'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { DatePicker } from './date-picker.tsx'
import { useTexts } from './message.ts'
import { useIdle } from './provider.tsx'
import { toOffset, toWallClock, useDates } from './use-dates.ts'
import type { bothMoments, fromWallClock } from './wall-clock.ts'

interface MomentInputProps {
  /** A wire date, or what was typed and is none. */
  value: string | null
  onChange: (value: string | null) => void
  onBlur?: () => void
}

/** A moment on the clock of the acting tenant’s time zone, whose name is shown beside it. Read only until the page rests or it is used. */
export function MomentInput({ value, onChange, onBlur }: MomentInputProps) {
  const { zone } = useDates()
  const isIdle = useIdle()
  const [isUsed, setUsed] = useState(false)
  const [from, setFrom] = useState<{ wallClock: typeof fromWallClock; both: typeof bothMoments }>()
  const isWanted = isIdle || isUsed
  useEffect(() => {
    if (isWanted)
      void import('./wall-clock.ts').then(({ fromWallClock: wallClock, bothMoments: both }) =>
        setFrom({ wallClock, both }),
      )
  }, [isWanted])
  // What is no date is kept as it was typed, for the rule of its field to report.
  const wall = value === null ? '' : toWallClock(value, zone) || value
  const twice = from?.both(wall, zone)
  return (
    <>
      <DatePicker
        precision="minute"
        readOnly={from === undefined}
        value={wall}
        onFocus={() => setUsed(true)}
        onChange={typed => onChange(typed === '' ? null : (from?.wallClock(typed, zone) ?? toWire(typed)))}
        onBlur={onBlur}
      />
      {twice && <SecondHour twice={twice} isUsed={isUsed} value={value} onChange={onChange} zone={zone} />}
    </>
  )
}

/** A pasted moment has its own offset. */
function toWire(typed: string): string {
  const date = /(?:Z|[+-]\d{2}:\d{2})$/.test(typed) ? fromWireDate(typed) : undefined
  return date === undefined ? typed : toWireDate(date)
}

interface SecondHourProps {
  twice: readonly [first: string, second: string]
  /** Whether the field has been used; else it was there when the page opened, which is no reason to scroll. */
  isUsed: boolean
  value: string | null
  onChange: (value: string) => void
  zone: string
}

/** The clock is put back at this time, so that it comes twice: which of the two is meant. */
function SecondHour({ twice: [first, second], isUsed, value, onChange, zone }: SecondHourProps) {
  const { text } = useTexts(formTexts)
  const id = useId()
  const [isNew] = useState(isUsed)
  // It comes while a field above it is used, which may be the last one in sight.
  useEffect(() => {
    const words = document.getElementById(id)?.closest('.kn-choice')
    if (isNew && words) ensureVisible(words)
  }, [id, isNew])
  return (
    <Checkbox
      id={id}
      label={text('ui.form.secondHour', { first: toOffset(first, zone), second: toOffset(second, zone) })}
      checked={fromWireDate(value ?? '')?.getTime() === fromWireDate(second)?.getTime()}
      onChange={event => onChange(event.target.checked ? second : first)}
    />
  )
}
