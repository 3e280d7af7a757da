import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import { IconButton } from '../icon-button.tsx'
import { ProgressBar } from '../status/progress-bar.tsx'

/** What is done to many rows right now. */
export interface SelectionWork {
  /** "Publishing 1,200 of 19,653" */
  label: string
  /** 0 to 1; left out where nobody knows. */
  value?: number | undefined
  stopLabel: string
  onStop: () => void
}

export interface SelectionBarProps {
  /** How many are chosen; the bar is there only while there are any, or while something is done to them. */
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
  /** Stands in place of all the others. */
  work?: SelectionWork | undefined
  className?: string
}

/** The bar that selection raises at the bottom. */
export function SelectionBar(props: SelectionBarProps) {
  const { count, label, offer, work, className } = props
  if (work)
    return (
      <section className={classes('kn-selection-bar', className)} aria-label={label}>
        <Work work={work} />
      </section>
    )
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

/** Takes the focus, as what was pressed is gone. */
function Work({ work: { label, value, stopLabel, onStop } }: { work: SelectionWork }) {
  const stop = useRef<HTMLButtonElement>(null)
  useEffect(() => stop.current?.focus(), [])
  return (
    <>
      <ProgressBar className="kn-selection-work" label={label} value={value} />
      <Button ref={stop} size="compact" onClick={onStop}>
        {stopLabel}
      </Button>
    </>
  )
}
