import { Search, X } from 'lucide-react'
import { forwardRef, useRef } from 'react'
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
