import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
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
  /** Chooses more, such as all that match. */
  offer?: { label: string; onSelect: () => void } | undefined
  /** What can be done to them. */
  actions: ReactNode
  className?: string
}

/** The bar that selection raises at the bottom. */
export function SelectionBar(props: SelectionBarProps) {
  const { count, label, offer, className } = props
  if (count === 0) return null
  return (
    <section className={classes('kn-selection-bar', className)} aria-label={label}>
      <span className="kn-selection-count" role="status">
        {props.countText}
      </span>
      {offer ? (
        <Button variant="quiet" size="compact" onClick={offer.onSelect}>
          {offer.label}
        </Button>
      ) : null}
      <div className="kn-selection-actions">{props.actions}</div>
      <IconButton
        label={props.clearLabel}
        icon={<X size={16} aria-hidden="true" />}
        onClick={props.onClear}
      />
    </section>
  )
}
