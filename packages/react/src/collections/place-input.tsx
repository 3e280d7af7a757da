import { type KeyboardEvent, useEffect, useState } from 'react'

export interface PlaceInputProps {
  /** "Place of Mornings" */
  label: string
  /** From 1. */
  place: number
  count: number
  onPlace: (place: number) => void
}

/** A place that can be typed: Enter, or leaving the box, moves the row there; Escape takes it back. */
export function PlaceInput({ label, place, count, onPlace }: PlaceInputProps) {
  const [typed, setTyped] = useState(String(place))
  useEffect(() => setTyped(String(place)), [place])
  const settle = () => {
    const wanted = Math.min(count, Math.max(1, Math.round(Number(typed))))
    if (typed.trim() === '' || Number.isNaN(wanted)) setTyped(String(place))
    else if (wanted === place) setTyped(String(place))
    else onPlace(wanted)
  }
  const press = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') settle()
    if (key === 'Escape') setTyped(String(place))
  }
  return (
    <input
      className="kn-place"
      inputMode="numeric"
      aria-label={label}
      value={typed}
      onChange={event => setTyped(event.target.value)}
      onFocus={event => event.target.select()}
      onBlur={settle}
      onKeyDown={press}
    />
  )
}
