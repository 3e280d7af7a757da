import { CircleAlert, Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import { usePageTitle } from '../frame/page-title.ts'

export interface EmptyStateProps {
  title: string
  /** It takes the place of a page: its title is the page's. */
  isPage?: boolean
  /** Why there is nothing. */
  text?: ReactNode
  icon?: ReactNode
  /** The next step. */
  actions?: ReactNode
  className?: string
}

/** Says why there is nothing and offers the next step. */
export function EmptyState({ title, isPage, text, icon, actions, className }: EmptyStateProps) {
  return (
    <div className={classes('kn-state', className)}>
      <div className="kn-state-icon">{icon ?? <Inbox size={20} aria-hidden="true" />}</div>
      <Title title={title} isPage={isPage} />
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
  isPage,
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
      <Title title={title} isPage={isPage} />
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

function Title({ title, isPage = false }: Pick<EmptyStateProps, 'title' | 'isPage'>) {
  return isPage ? <PageTitle title={title} /> : <p className="kn-state-title">{title}</p>
}

function PageTitle({ title }: { title: string }) {
  usePageTitle(title)
  return <h1 className="kn-state-title">{title}</h1>
}
