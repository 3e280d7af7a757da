import { type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'
import { Tooltip } from '../overlay/tooltip.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { ProgressRing } from './progress-ring.tsx'

export type BadgeTone = 'positive' | 'negative' | 'warning' | 'info' | 'neutral'

export interface BadgeProps {
  tone?: BadgeTone
  children: ReactNode
  /** A ring instead of the dot: 0 to 1 fills it, `indeterminate` lets it turn. */
  progress?: number | 'indeterminate'
  /** Why it stands so: shown on hover, focus and press. */
  reason?: string
  className?: string
}

/** A state: a dot and a word; a ring while it is in progress. */
export function Badge({ tone = 'neutral', children, progress, reason, className }: BadgeProps) {
  const look = { className: classes('kn-badge', className), 'data-tone': tone }
  const words = (
    <>
      {progress === undefined ? (
        <span className="kn-badge-dot" aria-hidden="true" />
      ) : (
        <ProgressRing size={12} value={progress === 'indeterminate' ? undefined : progress} />
      )}
      <span className="kn-badge-word">{children}</span>
    </>
  )
  if (!reason) return <span {...look}>{words}</span>
  return (
    <ReasonedBadge reason={reason} look={look}>
      {words}
    </ReasonedBadge>
  )
}

interface ReasonedBadgeProps {
  reason: string
  look: { className: string; 'data-tone': BadgeTone }
  children: ReactNode
}

function ReasonedBadge({ reason, look, children }: ReasonedBadgeProps) {
  const id = useId()
  return (
    <>
      <Tooltip text={reason} delay={150} onPress>
        <button type="button" {...look} aria-describedby={id}>
          {children}
        </button>
      </Tooltip>
      <VisuallyHidden id={id}>{reason}</VisuallyHidden>
    </>
  )
}
