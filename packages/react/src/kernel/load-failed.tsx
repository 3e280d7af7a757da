import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/status/empty-state.tsx'
import { HelpLink, helpCodeOf } from './help.tsx'
import { useTexts } from './message.ts'
import { SupportLink } from './support-link.tsx'

interface LoadFailedProps {
  /** Why; nothing where no answer says it. */
  error: unknown
  onRetry: () => void
  /** It takes the place of a page, and is its heading. */
  isPage?: boolean
  /** Beside the way to try again. */
  actions?: ReactNode
}

/** What is shown in place of something that couldn’t be loaded: why, and the way to try again. */
export function LoadFailed({ error, onRetry, isPage, actions }: LoadFailedProps) {
  const { text, error: textOf } = useTexts()
  return (
    <ErrorState
      isPage={isPage}
      title={text('ui.failedToLoad')}
      text={error ? textOf(error) : ''}
      onRetry={onRetry}
      retryLabel={text('ui.retry')}
      actions={
        <>
          {actions}
          {helpCodeOf(error) === 'featureUnavailable' ? <SupportLink /> : null}
          <HelpLink error={error} />
        </>
      }
    />
  )
}

/** The same in a line, for a part of a card. */
export function LoadFailedLine({ error, onRetry }: Pick<LoadFailedProps, 'error' | 'onRetry'>) {
  const { text, error: textOf } = useTexts()
  return (
    <p className="kn-load-failed">
      {textOf(error)}
      <Button size="compact" onClick={onRetry}>
        {text('ui.retry')}
      </Button>
      <HelpLink error={error} />
    </p>
  )
}
