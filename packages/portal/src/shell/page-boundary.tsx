import { Component, type ReactNode } from 'react'
import { PageFailed } from './page-failed.tsx'

interface PageBoundaryProps {
  children: ReactNode
}

/** Keeps a page's failure to the page. */
export class PageBoundary extends Component<PageBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return <PageFailed error={error} reset={() => this.setState({ error: undefined })} />
  }
}
