import { X } from 'lucide-react'
import type { MouseEventHandler, ReactNode } from 'react'
import { classes } from '../classes.ts'

export interface ChipProps {
  children: ReactNode
  /** Softer words before: "Category is". */
  subject?: ReactNode
  look?: 'filled' | 'outline'
  /** Given, the body is a button: it opens what the chip stands for. */
  onClick?: MouseEventHandler<HTMLButtonElement>
  onRemove?: () => void
  /** The name of the ×; needed with `onRemove`. */
  removeLabel?: string
  className?: string
}

/** A value that stands for itself, with an × where it can go: filters and choices. */
export function Chip({
  children,
  subject,
  look = 'filled',
  onClick,
  onRemove,
  removeLabel,
  className,
}: ChipProps) {
  const words = (
    <>
      {subject ? <span className="kn-chip-subject">{subject}</span> : null}
      <span className="kn-truncate">{children}</span>
    </>
  )
  return (
    <span
      className={classes('kn-chip', className)}
      data-look={look}
      data-removable={onRemove ? '' : undefined}
    >
      {onClick ? (
        <button type="button" className="kn-chip-body" onClick={onClick}>
          {words}
        </button>
      ) : (
        <span className="kn-chip-body">{words}</span>
      )}
      {onRemove ? (
        <button type="button" className="kn-chip-remove" aria-label={removeLabel} onClick={onRemove}>
          <X size={14} aria-hidden="true" />
        </button>
      ) : null}
    </span>
  )
}
