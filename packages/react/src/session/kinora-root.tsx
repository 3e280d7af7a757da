import { toToastDuration } from '@kinora/core'
import type { ReactNode } from 'react'
import { ErrorBoundary } from '../kernel/error-boundary.tsx'
import type { Kinora } from '../kernel/kinora.ts'
import { useTexts } from '../kernel/message.ts'
import { KinoraProvider, useSession } from '../kernel/provider.tsx'
import { Root, type RootProps } from '../ui/frame/root.tsx'
import { ToastProvider } from '../ui/overlay/toast.tsx'
import { SessionStart } from './session-start.tsx'
import { type SessionEndListener, SessionGate } from './signed-out.tsx'

export interface KinoraRootProps extends RootProps {
  kinora: Kinora
  /** Shown while it is unknown who is here. */
  fallback?: ReactNode
  /** Shown while nobody is signed in. Unless given: the sign-in form, or, with `getToken`, a word and a button that asks for the token again. */
  signedOut?: ReactNode
  /** Told once when nobody is, or no longer, signed in. Where it returns a promise, `getToken` is asked again after it. */
  onSessionEnd?: SessionEndListener
}

/**
 * All that components need around them: the client, tokens and theme, messages with the register's timing (ERR-15), a
 * started session. What fails inside, or has no valid token, shows its own state and leaves the page around it alone.
 */
export function KinoraRoot(props: KinoraRootProps) {
  const { kinora, fallback, signedOut, onSessionEnd, children, ...root } = props
  return (
    <KinoraProvider kinora={kinora}>
      <Root {...root}>
        <Messages>
          <Guarded>
            <SessionStart fallback={fallback}>
              <SessionGate signedOut={signedOut} onSessionEnd={onSessionEnd}>
                {children}
              </SessionGate>
            </SessionStart>
          </Guarded>
        </Messages>
      </Root>
    </KinoraProvider>
  )
}

/** A session that begins or ends gives what has failed another try. */
function Guarded({ children }: { children: ReactNode }) {
  return <ErrorBoundary resetKey={useSession().kind}>{children}</ErrorBoundary>
}

function Messages({ children }: { children: ReactNode }) {
  const { text } = useTexts()
  return (
    <ToastProvider
      label={text('ui.notifications')}
      dismissLabel={text('ui.dismiss')}
      duration={toToastDuration}
    >
      {children}
    </ToastProvider>
  )
}
