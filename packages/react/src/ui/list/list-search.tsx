import { useEffect, useRef, useState } from 'react'
import { SearchInput } from '../form/search-input.tsx'
import { useListAround } from './list-context.ts'

export interface ListSearchProps {
  label: string
  /** In a `ListRoot` the list's, as `value` and `onChange` are. */
  clearLabel?: string
  value?: string
  onChange?: (value: string) => void
}

/** Debounce in milliseconds before a search is sent. */
const SEARCH_DEBOUNCE = 250

/** A search box that asks once the typing has paused. */
export function ListSearch({ label, ...own }: ListSearchProps) {
  const list = useListAround()
  const clearLabel = own.clearLabel ?? list?.texts.clearSearch ?? ''
  const value = own.value ?? list?.asked.query ?? ''
  const onChange = own.onChange ?? ((query: string) => list?.change({ query }))
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
    }, SEARCH_DEBOUNCE)
    return () => clearTimeout(timer)
  }, [typed])
  return <SearchInput label={label} clearLabel={clearLabel} value={typed} onChange={setTyped} />
}
