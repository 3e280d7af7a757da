import type { Kinora } from '@kinora/react'
import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import { LoginPage } from './pages/login.tsx'
import { NotFoundPage } from './pages/not-found.tsx'
import { PageFailed } from './pages/page-failed.tsx'
import { routes } from './routes.tsx'
import { Guard } from './shell/guard.tsx'
import { Shell } from './shell/shell.tsx'

/** Routes from the table, guarded as F-1 says. Search parameters stay plain text, so that a list's address can be shared. */
export function createPortalRouter(kinora: Kinora) {
  const root = createRootRoute({ component: Outlet, notFoundComponent: Unknown })
  const login = createRoute({
    getParentRoute: () => root,
    path: '/login',
    component: LoginPage,
    beforeLoad: () => {
      if (kinora.session.getSnapshot().kind === 'loggedIn') throw redirect({ to: '/' })
    },
  })
  const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: ShellLayout })
  const pages = routes.map(({ path, page: Page }) =>
    createRoute({
      getParentRoute: () => shell,
      path,
      component: () => (
        <Guard>
          <Page />
        </Guard>
      ),
    }),
  )
  return createRouter({
    routeTree: root.addChildren([login, shell.addChildren(pages)]),
    defaultErrorComponent: PageFailed,
    defaultPendingMs: 150,
    scrollRestoration: true,
    parseSearch: search => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: search => {
      const text = new URLSearchParams(search as Record<string, string>).toString()
      return text === '' ? '' : `?${text}`
    },
  })
}

function ShellLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

/** A path without a screen still obeys the guard: containers redirect, others are not found (NAV-48). */
function Unknown() {
  return (
    <Shell>
      <Guard>
        <NotFoundPage />
      </Guard>
    </Shell>
  )
}
