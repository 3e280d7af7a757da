import { isKinoraError } from '@kinora/core'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useTexts } from '../kernel/message.ts'
import { useKinora, useSession } from '../kernel/provider.tsx'
import { ErrorState } from '../ui/status/empty-state.tsx'

export interface SessionStartProps {
  /** Shown while it is unknown who is here (AUTH-18). */
  fallback?: ReactNode
  children: ReactNode
}

/** Restores the session, then shows the page; an unreachable server is reported, with a button to retry. */
export function SessionStart({ fallback = null, children }: SessionStartProps): ReactNode {
  const { session } = useKinora()
  const state = useSession()
  const { text, error } = useTexts()
  const [failure, setFailure] = useState<unknown>()
  const start = useCallback(() => {
    setFailure(undefined)
    session.start().catch(setFailure)
  }, [session])
  useEffect(start, [start])
  if (state.kind !== 'unknown') return children
  if (failure === undefined) return fallback
  const isHosts = isKinoraError(failure) && failure.issues.some(({ code }) => code === 'ui.host.failed')
  return (
    <ErrorState
      isPage
      title={text(isHosts ? 'ui.host.failedTitle' : 'ui.server.title')}
      text={isHosts ? error(failure) : `${error(failure)}. ${text('ui.server.text')}`}
      onRetry={start}
      retryLabel={text('ui.retry')}
    />
  )
}
