import { CircleAlert, Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'

export interface EmptyStateProps {
  title: ReactNode
  /** Why there is nothing. */
  text?: ReactNode
  icon?: ReactNode
  /** The next step. */
  actions?: ReactNode
  className?: string
}

/** Says why there is nothing and offers the next step. */
export function EmptyState({ title, text, icon, actions, className }: EmptyStateProps) {
  return (
    <div className={classes('kn-state', className)}>
      <div className="kn-state-icon">{icon ?? <Inbox size={20} aria-hidden="true" />}</div>
      <p className="kn-state-title">{title}</p>
      {text ? <p className="kn-state-text">{text}</p> : null}
      {actions ? <div className="kn-state-actions">{actions}</div> : null}
    </div>
  )
}

export interface ErrorStateProps extends EmptyStateProps {
  onRetry?: () => void
  retryLabel?: string
  retrying?: boolean
}

/** Says what went wrong and offers to try again. */
export function ErrorState({
  title,
  text,
  icon,
  actions,
  onRetry,
  retryLabel,
  retrying,
  className,
}: ErrorStateProps) {
  return (
    <div className={classes('kn-state', className)} data-tone="negative" role="alert">
      <div className="kn-state-icon">{icon ?? <CircleAlert size={20} aria-hidden="true" />}</div>
      <p className="kn-state-title">{title}</p>
      {text ? <p className="kn-state-text">{text}</p> : null}
      {onRetry || actions ? (
        <div className="kn-state-actions">
          {onRetry ? (
            <Button onClick={onRetry} loading={retrying}>
              {retryLabel}
            </Button>
          ) : null}
          {actions}
        </div>
      ) : null}
    </div>
  )
}
