import { toToastDuration } from '@kinora/core'
import { type Kinora, KinoraProvider, Root, type Theme, ToastProvider, useTexts } from '@kinora/react'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { createPortalRouter } from './router.tsx'
import { RouterLink } from './shell/router-link.tsx'
import { SessionStart } from './shell/session-start.tsx'
import { ThemeContext } from './shell/theme.ts'

const THEME_KEY = 'kinora.theme'

/** The portal: one Kinora, one router, everything a screen shares. */
export function App({ kinora }: { kinora: Kinora }) {
  const [theme, setTheme] = useState<Theme>(
    () => (kinora.store.getItem(THEME_KEY) as Theme | null) ?? 'system',
  )
  const router = useMemo(() => createPortalRouter(kinora), [kinora])
  const themes = useMemo(
    () => ({
      theme,
      setTheme(next: Theme) {
        kinora.store.setItem(THEME_KEY, next)
        setTheme(next)
      },
    }),
    [kinora, theme],
  )
  return (
    <KinoraProvider kinora={kinora}>
      <ThemeContext value={themes}>
        <Root theme={theme === 'system' ? undefined : theme} linkComponent={RouterLink} className="portal">
          <PortalToasts>
            <SessionStart>
              <RouterProvider router={router} />
            </SessionStart>
          </PortalToasts>
        </Root>
      </ThemeContext>
    </KinoraProvider>
  )
}

function PortalToasts({ children }: { children: ReactNode }) {
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
