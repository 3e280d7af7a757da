import { useEffect, useRef, useState } from 'react'
import { SearchInput } from '../form/search-input.tsx'

export interface ListSearchProps {
  label: string
  clearLabel: string
  value: string
  onChange: (value: string) => void
}

/** Milliseconds of quiet before a search is asked. */
const SEARCH_DELAY = 250

/** A search box that asks once the typing has paused. */
export function ListSearch({ label, clearLabel, value, onChange }: ListSearchProps) {
  const [typed, setTyped] = useState(value)
  const latest = useRef(onChange)
  latest.current = onChange
  const asked = useRef(value)
  useEffect(() => {
    // The answer to an own question comes while the next one may already be typed.
    if (value !== asked.current) setTyped(value)
    asked.current = value
  }, [value])
  useEffect(() => {
    if (typed === asked.current) return
    const timer = setTimeout(() => {
      asked.current = typed
      latest.current(typed)
    }, SEARCH_DELAY)
    return () => clearTimeout(timer)
  }, [typed])
  return <SearchInput label={label} clearLabel={clearLabel} value={typed} onChange={setTyped} />
}
