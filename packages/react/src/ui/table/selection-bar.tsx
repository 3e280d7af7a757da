import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { IconButton } from '../icon-button.tsx'

export interface SelectionBarProps {
  /** How many are chosen; the bar is there only while there are any. */
  count: number
  /** "3 selected" */
  countText: string
  label: string
  clearLabel: string
  onClear: () => void
  /** What can be done to them. */
  actions: ReactNode
  className?: string
}

/** The bar that selection raises at the bottom. */
export function SelectionBar({
  count,
  countText,
  label,
  clearLabel,
  onClear,
  actions,
  className,
}: SelectionBarProps) {
  if (count === 0) return null
  return (
    <section className={classes('kn-selection-bar', className)} aria-label={label}>
      <span className="kn-selection-count" role="status">
        {countText}
      </span>
      <div className="kn-selection-actions">{actions}</div>
      <IconButton label={clearLabel} icon={<X size={16} aria-hidden="true" />} onClick={onClear} />
    </section>
  )
}
