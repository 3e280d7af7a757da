import { useEffect, useState } from 'react'
import { DatePicker } from '../ui/form/date-picker.tsx'
import { useDates } from './use-dates.ts'
import { useIdle } from './use-idle.ts'
import type { fromWallClock } from './wall-clock.ts'
import { toWallClock } from './zone-clock.ts'

export interface MomentInputProps {
  /** A wire date. */
  value: string | null
  onChange: (value: string | null) => void
  onBlur?: () => void
}

/** A moment on the clock of the acting tenant’s time zone, whose name stands beside it. Read only until the page rests or it is used. */
export function MomentInput({ value, onChange, onBlur }: MomentInputProps) {
  const { zone } = useDates()
  const isIdle = useIdle()
  const [isUsed, setUsed] = useState(false)
  const [from, setFrom] = useState<{ wallClock: typeof fromWallClock }>()
  const isWanted = isIdle || isUsed
  useEffect(() => {
    if (isWanted)
      void import('./wall-clock.ts').then(({ fromWallClock: wallClock }) => setFrom({ wallClock }))
  }, [isWanted])
  return (
    <DatePicker
      precision="minute"
      readOnly={from === undefined}
      value={value === null ? '' : toWallClock(value, zone)}
      onFocus={() => setUsed(true)}
      onChange={event => from && onChange(from.wallClock(event.target.value, zone))}
      onBlur={onBlur}
    />
  )
}
