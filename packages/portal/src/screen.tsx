import { ErrorBoundary } from '@kinora/react'
import { LoginPage } from './pages/login.tsx'
import { Page } from './router/lazy-page.tsx'
import { usePlace } from './router/use-navigation.ts'
import { matchRoute } from './routes.tsx'
import { Guard } from './shell/guard.tsx'
import { NotFoundPage } from './shell/not-found.tsx'
import { Shell } from './shell/shell.tsx'

/** The screen of the current address, guarded as F-1 says. A path without one still obeys the guard: containers redirect, others are not found (NAV-48). */
export function Screen() {
  const { pathname } = usePlace()
  if (pathname.replace(/\/$/, '') === '/login') return <LoginPage />
  const found = matchRoute(pathname)
  return (
    <Shell>
      <ErrorBoundary key={found?.route.path ?? pathname}>
        <Guard>
          {found === undefined ? <NotFoundPage /> : <Page page={found.route.page} params={found.params} />}
        </Guard>
      </ErrorBoundary>
    </Shell>
  )
}
