import { ErrorState, useTexts } from '@kinora/react'

/** A page that broke says so and can be tried again; the rest of the portal goes on. */
export function PageFailed({ error, reset }: { error: unknown; reset: () => void }) {
  const texts = useTexts()
  return (
    <ErrorState
      isPage
      title={texts.text('ui.failedToLoad')}
      text={texts.error(error)}
      onRetry={reset}
      retryLabel={texts.text('ui.retry')}
    />
  )
}
