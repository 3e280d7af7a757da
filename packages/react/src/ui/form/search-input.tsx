import { Search, X } from 'lucide-react'
import { forwardRef, useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import { isComposing, useComposition } from './use-composition.ts'

export interface SearchInputProps {
  value: string
  onChange: (value: string) => void
  /** The name; shown as the placeholder too. */
  label: string
  clearLabel: string
  size?: 'compact' | 'normal'
  className?: string
  id?: string
}

/** A search box: Escape or the × empties it and keeps the focus. */
export const SearchInput = forwardRef<HTMLInputElement, SearchInputProps>(function SearchInput(
  { value, onChange, label, clearLabel, size = 'compact', className, id },
  ref,
) {
  const box = useRef<HTMLSpanElement>(null)
  const composition = useComposition(value, onChange)
  const clear = () => {
    onChange('')
    box.current?.querySelector('input')?.focus()
  }
  return (
    <span ref={box} className={classes('kn-input', 'kn-search', className)} data-size={size}>
      <Search className="kn-input-affix" size={16} aria-hidden="true" />
      <input
        ref={ref}
        id={id}
        type="search"
        aria-label={label}
        placeholder={label}
        value={composition.value}
        onChange={event => composition.onChange(event.target.value)}
        {...composition.events}
        onKeyDown={event => {
          if (event.key === 'Escape' && value && !isComposing(event)) {
            event.preventDefault()
            clear()
          }
        }}
      />
      {value ? (
        <Button variant="quiet" size="compact" aria-label={clearLabel} data-icon-only="" onClick={clear}>
          <X size={14} aria-hidden="true" />
        </Button>
      ) : null}
    </span>
  )
})

export interface ListSearchProps {
  label: string
  clearLabel: string
  value: string
  onChange: (value: string) => void
}

/** Debounce in milliseconds before a search is sent. */
const SEARCH_DEBOUNCE = 250

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
    }, SEARCH_DEBOUNCE)
    return () => clearTimeout(timer)
  }, [typed])
  return <SearchInput label={label} clearLabel={clearLabel} value={typed} onChange={setTyped} />
}
