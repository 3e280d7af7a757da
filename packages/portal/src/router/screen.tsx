import { LoginPage } from '../pages/login.tsx'
import { NotFoundPage } from '../pages/not-found.tsx'
import { matchRoute } from '../routes.tsx'
import { Guard } from '../shell/guard.tsx'
import { Shell } from '../shell/shell.tsx'
import { Page } from './lazy-page.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { usePlace } from './use-navigation.ts'

/** The screen of the current address, guarded as F-1 says. A path without one still obeys the guard: containers redirect, others are not found (NAV-48). */
export function Screen() {
  const { pathname } = usePlace()
  if (pathname.replace(/\/$/, '') === '/login') return <LoginPage />
  const found = matchRoute(pathname)
  return (
    <Shell>
      <PageBoundary key={found?.route.path ?? pathname}>
        <Guard>{found === undefined ? <NotFoundPage /> : <Page page={found.route.page} />}</Guard>
      </PageBoundary>
    </Shell>
  )
}
