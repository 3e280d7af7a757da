import { toToastDuration } from '@kinora/core'
import type { ReactNode } from 'react'
import type { Kinora } from '../kernel/kinora.ts'
import { useTexts } from '../kernel/message.ts'
import { KinoraProvider } from '../kernel/provider.tsx'
import { Root, type RootProps } from '../ui/frame/root.tsx'
import { ToastProvider } from '../ui/overlay/toast-region.tsx'
import { SessionStart } from './session-start.tsx'

export interface KinoraRootProps extends RootProps {
  kinora: Kinora
  /** Shown while it is unknown who is here. */
  fallback?: ReactNode
}

/** All that components need around them: the client, tokens and theme, messages with the register's timing (ERR-15), a started session. */
export function KinoraRoot({ kinora, fallback, children, ...root }: KinoraRootProps) {
  return (
    <KinoraProvider kinora={kinora}>
      <Root {...root}>
        <Messages>
          <SessionStart fallback={fallback}>{children}</SessionStart>
        </Messages>
      </Root>
    </KinoraProvider>
  )
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
