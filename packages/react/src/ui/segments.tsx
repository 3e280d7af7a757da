import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface SegmentsProps<T extends string> {
  label: string
  items: readonly { id: T; label: string; icon?: ReactNode }[]
  /** Undefined where it is none of these. */
  selected: T | undefined
  onSelect: (id: T) => void
  /** Whether what is selected takes the focus when it appears: the choice before it was made here too. */
  takesFocus?: boolean
}

/** Buttons of one choice that takes effect at once: a view, a span. */
export function Segments<T extends string>({
  label,
  items,
  selected,
  onSelect,
  takesFocus = false,
}: SegmentsProps<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of a form
    <div className="kn-segments" role="group" aria-label={label}>
      {items.map(({ id, label: words, icon }) => (
        <Button
          key={id}
          variant="quiet"
          size="compact"
          icon={icon}
          aria-pressed={selected === id}
          autoFocus={takesFocus && selected === id}
          onClick={() => onSelect(id)}
        >
          {words}
        </Button>
      ))}
    </div>
  )
}
