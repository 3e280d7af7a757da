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
  const ask = useRef(onChange)
  ask.current = onChange
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => ask.current(typed), SEARCH_DELAY)
    return () => clearTimeout(timer)
  }, [typed, value])
  return <SearchInput label={label} clearLabel={clearLabel} value={typed} onChange={setTyped} />
}
