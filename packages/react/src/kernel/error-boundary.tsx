import { Component, type ReactNode } from 'react'
import { ErrorState } from '../ui/status/empty-state.tsx'
import { useTexts } from './message.ts'

export interface ErrorBoundaryProps {
  /** Another value gives the content another try. */
  resetKey?: unknown
  children: ReactNode
}

/** Keeps a failure to what stands inside: it says so and offers to try again, and the page around it goes on. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidUpdate({ resetKey }: ErrorBoundaryProps) {
    if (resetKey !== this.props.resetKey && this.state.error !== undefined) this.reset()
  }

  override render(): ReactNode {
    const { error } = this.state
    return error === undefined ? this.props.children : <Failed error={error} onRetry={this.reset} />
  }

  private readonly reset = () => this.setState({ error: undefined })
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const texts = useTexts()
  return (
    <ErrorState
      isPage
      title={texts.text('ui.failedToLoad')}
      text={texts.error(error)}
      onRetry={onRetry}
      retryLabel={texts.text('ui.retry')}
    />
  )
}
