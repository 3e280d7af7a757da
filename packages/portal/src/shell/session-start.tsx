import { compareVersions, session as endpoints, onManifest, toKinoraError } from '@kinora/core'
import { ErrorState, useKinora, useSession, useTexts, useToasts } from '@kinora/react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { ShellSkeleton } from './skeleton.tsx'

/** AUTH-18: a skeleton while it is unknown who is here; then the page. Also looks for a newer version (SESS-01 to SESS-05). */
export function SessionStart({ children }: { children: ReactNode }) {
  const { session } = useKinora()
  const state = useSession()
  const { text, error } = useTexts()
  const [failure, setFailure] = useState<unknown>()
  const start = useCallback(() => {
    setFailure(undefined)
    session.start().catch(setFailure)
  }, [session])
  useEffect(start, [start])
  useVersionCheck()
  if (failure !== undefined)
    return (
      <ErrorState
        title={text('ui.server.title')}
        text={`${error(toKinoraError(failure))}. ${text('ui.server.text')}`}
        onRetry={start}
        retryLabel={text('ui.retry')}
      />
    )
  return state.kind === 'unknown' ? <ShellSkeleton /> : children
}

function useVersionCheck(): void {
  const { session, store } = useKinora()
  const { text } = useTexts()
  const toasts = useToasts()
  useEffect(() => {
    session
      .send(endpoints.manifest, {})
      .then(manifest => {
        if (onManifest(store, manifest.version, compareVersions) === 'nothing') return
        toasts.show({ text: text('session.newVersion'), tone: 'info' })
        setTimeout(() => window.location.reload(), 3000)
      })
      .catch(() => undefined)
  }, [session, store, text, toasts])
}
