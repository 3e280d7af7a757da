import { type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '../kernel/message.ts'
import { useKinora, useSession } from '../kernel/provider.tsx'
import { ErrorState } from '../ui/status/empty-state.tsx'
import { SignInForm } from './sign-in-form.tsx'

export type SessionEnd = 'none' | 'logout' | 'expired' | 'forced'

/** Told that nobody is signed in, once until somebody is; where it returns a promise, the session is tried again once that is kept. */
export type SessionEndListener = (reason: SessionEnd) => unknown

export interface SessionGateProps {
  signedOut?: ReactNode
  onSessionEnd?: SessionEndListener
  children: ReactNode
}

/** Shows its content while somebody is signed in: a missing, wrong or expired token never reaches a component that needs a user. */
export function SessionGate({ signedOut = <SignedOut />, onSessionEnd, children }: SessionGateProps) {
  const state = useSession()
  const { session } = useKinora()
  const reason = state.kind === 'loggedOut' ? state.reason : undefined
  const isOut = reason !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once for each end, whatever else changes
  useEffect(() => {
    if (reason === undefined) return
    const answer = onSessionEnd?.(reason)
    if (answer instanceof Promise) answer.then(() => session.start()).catch(() => undefined)
  }, [isOut, session])
  return isOut ? signedOut : children
}

/** The sign-in form; where the host signs people in, the word that it has to. */
function SignedOut() {
  const { hostSignsIn } = useKinora()
  return hostSignsIn ? <NoToken /> : <SignInForm />
}

function NoToken() {
  const { session } = useKinora()
  const state = useSession()
  const { text, error } = useTexts()
  const [failure, setFailure] = useState<unknown>()
  const [retrying, setRetrying] = useState(false)
  const hasEnded = state.kind === 'loggedOut' && state.reason === 'expired'
  const retry = async () => {
    setRetrying(true)
    setFailure(undefined)
    await session.start().catch(setFailure)
    setRetrying(false)
  }
  return (
    <ErrorState
      title={text(hasEnded ? 'ui.host.endedTitle' : 'ui.host.signedOutTitle')}
      text={failure === undefined ? text('ui.host.signInText') : error(failure)}
      onRetry={() => void retry()}
      retrying={retrying}
      retryLabel={text('ui.retry')}
    />
  )
}
