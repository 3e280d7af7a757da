import { decideRoute, Role } from '@kinora/core'
import {
  ButtonLink,
  EmptyState,
  ErrorBoundary,
  type Kinora,
  KinoraRoot,
  type LinkProps,
  Skeleton,
  SupportLink,
  type Theme,
  type TitleSelection,
  useActingTenant,
  useRouteContext,
  useSupportHref,
  useTexts,
  useToasts,
  useUser,
} from '@kinora/react'
import { Compass } from 'lucide-react'
import {
  type MouseEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Appearance, AppearanceContext, OtherAccountContext, SelectionContext } from './app-context.ts'
import { LoginPage } from './pages/login.tsx'
import { Page, PagePending } from './router/lazy-page.tsx'
import { createNavigation, NavigationProvider, useNavigation, usePlace } from './router/navigation.ts'
import { matchRoute } from './routes.tsx'
import { Go, loginAddress, Shell, WhenIdle } from './shell/shell.tsx'
import { VersionCheck } from './shell/version-check.tsx'

const storeKeys = { theme: 'kinora.theme', messages: 'kinora.messages' } as const
const helpHref = (code: string): string => `/help?code=${encodeURIComponent(code)}`

/** Screens answer for themselves whether somebody is signed in. */
const page = (
  <>
    <WhenIdle>
      <VersionCheck />
    </WhenIdle>
    <Screen />
  </>
)

/** The portal: one Kinora, one address, everything a screen shares. */
export function App({ kinora }: { kinora: Kinora }) {
  const [{ theme, messages }, setAppearance] = useState<Appearance>(() => ({
    theme: (kinora.store.getItem(storeKeys.theme) as Theme | null) ?? 'system',
    messages: kinora.store.getItem(storeKeys.messages) === 'stay' ? 'stay' : 'pass',
  }))
  const [navigation] = useState(createNavigation)
  const selection = useRef<TitleSelection>(undefined)
  const isOther = useOtherAccount(kinora, () => {
    selection.current = undefined
  })
  const appearance = useMemo(
    () => ({
      theme,
      messages,
      change(to: Partial<Appearance>) {
        for (const name of ['theme', 'messages'] as const)
          if (to[name]) kinora.store.setItem(storeKeys[name], to[name])
        setAppearance(before => ({ ...before, ...to }))
      },
    }),
    [kinora, theme, messages],
  )
  const showTitle = useCallback(
    (title: string) => {
      document.title = `${title} · ${kinora.productName}`
    },
    [kinora],
  )
  return (
    <AppearanceContext value={appearance}>
      <SelectionContext value={selection}>
        <NavigationProvider value={navigation}>
          <OtherAccountContext value={isOther}>
            <KinoraRoot
              kinora={kinora}
              theme={theme === 'system' ? undefined : theme}
              messages={messages}
              linkComponent={RouterLink}
              onPageTitle={showTitle}
              helpHref={helpHref}
              signInHref="/login"
              className="portal"
              fallback={<ShellSkeleton />}
              signedOut={page}
            >
              {page}
            </KinoraRoot>
          </OtherAccountContext>
        </NavigationProvider>
      </SelectionContext>
    </AppearanceContext>
  )
}

/** Whether the page is to begin at home since another account has followed in place (AUTH-11); `forget` is called at once. */
function useOtherAccount({ session }: Kinora, forget: () => void): { current: boolean } {
  const isOther = useRef(false)
  const latest = useRef(forget)
  latest.current = forget
  useEffect(() => {
    let before: string | undefined
    const look = () => {
      const state = session.getSnapshot()
      if (state.kind !== 'loggedIn') {
        if (state.kind === 'loggedOut' && state.held === undefined) before = undefined
        return
      }
      const { userId } = state.user
      if (before !== undefined && before !== userId) {
        isOther.current = true
        latest.current()
      }
      before = userId
    }
    look()
    return session.subscribe(look)
  }, [session])
  return isOther
}

/** The screen of the current address, guarded as F-1 says. A path without one still obeys the guard: containers redirect, others are not found (NAV-48). */
function Screen() {
  const { pathname } = usePlace()
  const navigation = useNavigation()
  const isOther = use(OtherAccountContext)
  useEffect(() => {
    if (!isOther.current) return
    isOther.current = false
    navigation.replace('/')
  }, [isOther, navigation])
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

/** ROLE-18 to ROLE-22: opens, redirects or explains, as the table of routes says for this user. */
function Guard({ children }: { children: ReactNode }) {
  const routeContext = useRouteContext()
  const place = usePlace()
  const { pathname } = place
  const { text } = useTexts()
  if (routeContext === undefined) return <Go to={loginAddress(place)} />
  const decision = decideRoute(pathname, routeContext)
  if (decision === undefined) return <NotFoundPage />
  if (decision.kind === 'wait') return <PagePending />
  if (decision.kind === 'redirect') return <Redirect to={decision.to} notice={decision.notice} />
  if (decision.kind === 'notice')
    return (
      <EmptyState
        isPage
        title={text('error.featureUnavailable')}
        actions={
          <>
            <SupportLink />
            <ButtonLink href="/">{text('ui.goHome')}</ButtonLink>
          </>
        }
      />
    )
  return children
}

function Redirect({ to, notice }: { to: string; notice: boolean }) {
  const toasts = useToasts()
  const { text } = useTexts()
  const isSupport = useUser().role === Role.Support
  const tenant = useActingTenant()?.name
  // What is closed to customer support is closed by the tenant that it acts for, not by its account.
  const words =
    isSupport && tenant !== undefined
      ? text('ui.acting.noSchedule', { tenant })
      : text('error.featureUnavailable')
  const { href, target, isPending } = useSupportHref()
  const isNotified = !notice || !isPending
  useEffect(() => {
    if (!notice || !isNotified) return
    const submit = { label: text('ui.support.submit'), onSelect: () => window.open(href, target) }
    toasts.show({ text: words, tone: 'warning', ...(href !== undefined && { action: submit }) })
  }, [notice, isNotified, toasts, words, href, target, text])
  return isNotified ? <Go to={to} /> : <PagePending />
}

/** NAV-48 */
function NotFoundPage() {
  const { text } = useTexts()
  return (
    <EmptyState
      isPage
      icon={<Compass size={20} aria-hidden="true" />}
      title={text('page.notFoundTitle')}
      text={text('page.notFoundText')}
      actions={<ButtonLink href="/">{text('ui.goHome')}</ButtonLink>}
    />
  )
}

/** The shape of the portal while it is unknown who is here (AUTH-18). */
function ShellSkeleton() {
  const { text } = useTexts()
  return (
    <div className="portal-skeleton" role="status" aria-label={text('ui.loading')}>
      <div className="portal-skeleton-side">
        {['a', 'b', 'c', 'd', 'e'].map(key => (
          <Skeleton key={key} width="100%" height={28} />
        ))}
      </div>
      <div className="portal-skeleton-main">
        <Skeleton width="220px" height={32} />
        <Skeleton width="100%" height={40} />
        {['a', 'b', 'c', 'd', 'e', 'f'].map(key => (
          <Skeleton key={key} width="100%" height={56} />
        ))}
      </div>
    </div>
  )
}

/** An anchor that goes through the router; with a modifier key the browser does what it always does. */
function RouterLink({ onClick, href, ...props }: LinkProps) {
  const navigation = useNavigation()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    const inside =
      href.startsWith('/') &&
      (props.target === undefined || props.target === '_self') &&
      props.download === undefined
    if (event.defaultPrevented || !plain || !inside) return
    event.preventDefault()
    navigation.push(href)
  }
  return <a href={href} {...props} onClick={follow} />
}
