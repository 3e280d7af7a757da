import { Component, type ReactNode } from 'react'
import { LoadFailed } from './load-failed.tsx'

export interface ErrorBoundaryProps {
  /** Another value gives the content another try. */
  resetKey?: unknown
  children: ReactNode
}

/** Error boundary: shows the failure of its children with a retry; the page around them goes on. */
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
    return error === undefined ? (
      this.props.children
    ) : (
      <LoadFailed isPage error={error} onRetry={this.reset} />
    )
  }

  private readonly reset = () => this.setState({ error: undefined })
}
