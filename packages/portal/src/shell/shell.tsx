import {
  hasTenantSelector,
  needsTenant,
  type PlaceId,
  Role,
  type RouteContext,
  type SidebarEntry,
  sectionOf,
  toSidebar,
} from '@kinora/core'
import {
  AccountMenu,
  ActingBanner,
  AppShell,
  CancelWhileLoading,
  ChooseTenantPrompt,
  DropAnywhere,
  IntakeProvider,
  LazyBoundary,
  lazyPart,
  type NavGroup,
  OfflinePopup,
  prefetchParts,
  SidebarNav,
  TenantChooser,
  UploadGate,
  UploadProgress,
  useActingTenant,
  useIdle,
  useKinora,
  useRouteContext,
  useSession,
  useTexts,
  useUser,
} from '@kinora/react'
import { type ReactNode, use, useEffect, useState } from 'react'
import { AppearanceContext } from '../app-context.ts'
import { useCommandKeys } from '../commands/command-keys.ts'
import { type Place, useNavigation, usePlace } from '../router/navigation.ts'
import { eventHref, titleHref } from '../router/row-hrefs.ts'
import { entryHref, matchRoute, routes, screenOf } from '../routes.tsx'

const Commands = lazyPart(() => import('../commands/commands.tsx'))

const intakeHref = '/media/contentTitles/intake'

const COLLAPSED_KEY = 'kinora.sidebar'

/** Header, sidebar and what belongs to every page; the sign-in page has none of it. */
export function Shell({ children }: { children: ReactNode }) {
  const state = useSession()
  const tenant = useActingTenant()
  const kinora = useKinora()
  const navigation = useNavigation()
  const place = usePlace()
  const { pathname } = place
  const { text } = useTexts()
  const [collapsed, setCollapsed] = useState(kinora.store.getItem(COLLAPSED_KEY) === 'collapsed')
  usePrefetch()
  if (state.kind !== 'loggedIn') {
    const isLogout = state.kind === 'loggedOut' && state.reason === 'logout'
    return <Go to={isLogout ? '/login' : loginAddress(place)} />
  }
  const isUnchosen = state.user.role === Role.Support && tenant === undefined
  const asks = isUnchosen && needsTenant(pathname, state.user.role)
  const collapse = (next: boolean) => {
    kinora.store.setItem(COLLAPSED_KEY, next ? 'collapsed' : 'open')
    setCollapsed(next)
  }
  return (
    <UploadGate isWholePage>
      <AppShell
        brand={narrow => <Brand name={kinora.productName} compact={narrow} />}
        nav={close => <PortalNav onNavigate={close} />}
        foot={text('ui.version', { version: __KINORA_VERSION__ })}
        notice={<ActingBanner change={navigation.leave} />}
        collapsed={collapsed}
        onCollapsed={collapse}
        header={{
          start: <SectionTitle />,
          middle: hasTenantSelector(pathname, state.user.role) ? (
            <TenantChooser change={navigation.leave} />
          ) : undefined,
          end: <HeaderActs />,
        }}
        texts={{
          skipToContent: text('ui.skipToContent'),
          openMenu: text('ui.nav.open'),
          closeMenu: text('ui.close'),
          collapse: text('ui.nav.collapse'),
          expand: text('ui.nav.expand'),
          selectors: text('ui.tenant.choose'),
          closeSelectors: text('ui.close'),
        }}
      >
        {asks ? (
          <ChooseTenantPrompt />
        ) : isUnchosen ? (
          children
        ) : (
          <IntakeProvider key={tenant?.tenantId}>
            <DropAnywhere
              enabled={pathname === '/' || pathname.startsWith('/media')}
              onDropped={() => navigation.push(intakeHref)}
            >
              {children}
            </DropAnywhere>
          </IntakeProvider>
        )}
        <OfflinePopup />
      </AppShell>
    </UploadGate>
  )
}

/** The commands come once the page is idle, or as soon as somebody presses a key for one. */
function LazyCommands() {
  const keys = useCommandKeys()
  const isIdle = useIdle()
  const isOpen = keys.open !== undefined
  return (
    <LazyBoundary
      fallback={
        isOpen ? <CancelWhileLoading finalFocus={keys.from} onCancel={() => keys.setOpen(undefined)} /> : null
      }
    >
      {isIdle || isOpen ? <Commands {...keys} /> : null}
    </LazyBoundary>
  )
}

/** Commands, what is being uploaded, and the account. */
function HeaderActs() {
  const { leave } = useNavigation()
  const { theme, messages, change } = use(AppearanceContext)
  const { role } = useUser()
  return (
    <>
      <span className="portal-commands">
        <LazyCommands />
      </span>
      <UploadProgress
        titleHref={(tag, field = '') => `${titleHref(tag)}${field && `#${field}`}`}
        eventHref={eventHref}
      />
      <AccountMenu
        theme={theme}
        onThemeChange={theme => change({ theme })}
        messages={messages}
        onMessagesChange={messages => change({ messages })}
        leave={leave}
        keysHref="/apiKeys"
        webhooksHref={role === Role.Provider ? undefined : '/webhooks'}
      />
    </>
  )
}

/** NAV-52: the section of the sidebar that the page belongs to; the greeting (ROLE-24) is the home page's. */
function SectionTitle() {
  const { text } = useTexts()
  const { pathname } = usePlace()
  const entry = matchRoute(pathname)?.route.entry
  return entry ? <span className="kn-header-title">{text(`ui.nav.${sectionOf(entry)}`)}</span> : null
}

/** F-3: the sidebar of this user's role; entries whose screens don't exist yet are left out. */
function PortalNav({ onNavigate }: { onNavigate: () => void }) {
  const routeContext = useRouteContext()
  const { text } = useTexts()
  const { pathname } = usePlace()
  const label = (id: PlaceId) => text(`ui.nav.${id}`)
  const groups =
    routeContext === undefined
      ? []
      : joined(toSidebar(routeContext).flatMap(entry => toGroup(entry, routeContext, label)))
  return (
    <SidebarNav
      label={text('ui.nav.label')}
      groups={groups}
      current={matchRoute(pathname)?.route.entry}
      onNavigate={onNavigate}
    />
  )
}

function toGroup(
  entry: SidebarEntry,
  routeContext: RouteContext,
  label: (id: PlaceId) => string,
): NavGroup[] {
  const places = entry.children ?? [{ id: entry.id, path: entry.path }]
  const items = places.flatMap(({ id, path }) => {
    const screen = screenOf(path)
    const href = entryHref(path, routeContext)
    if (screen === undefined || href === undefined) return []
    const { icon: Icon } = screen
    return [{ id, label: label(id), href, icon: Icon && <Icon size={16} aria-hidden="true" /> }]
  })
  return items.length === 0
    ? []
    : [{ id: entry.id, title: entry.children ? label(entry.id) : undefined, items }]
}

/** Pages on their own that follow each other stand together. */
function joined(groups: readonly NavGroup[]): NavGroup[] {
  const all: NavGroup[] = []
  for (const group of groups) {
    const last = all.at(-1)
    if (last === undefined || last.title !== undefined || group.title !== undefined) all.push(group)
    else all[all.length - 1] = { ...last, items: [...last.items, ...group.items] }
  }
  return all
}

/** Milliseconds between polls for a quiet moment. */
const IDLE_POLL_INTERVAL = 1_500

/** Where a browser tells it. */
interface Connection {
  connection?: { saveData?: boolean }
}

/**
 * Brings the other pages and what opens on demand once the first page has what it asked for and the browser is idle. Whoever
 * saves data gets each when it is wanted.
 */
function usePrefetch(): void {
  const { queries } = useKinora()
  useEffect(() => {
    if ((navigator as Connection).connection?.saveData) return
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      timer = setTimeout(() => {
        if (queries.isFetching() > 0 || !isShown()) look()
        else whenIdle(fetchRest)
      }, IDLE_POLL_INTERVAL)
    }
    look()
    return () => clearTimeout(timer)
  }, [queries])
}

/** A page whose own script is still on its way has no heading yet. */
const isShown = (): boolean =>
  document.querySelector('main :is(h1, [role=heading])') !== null &&
  document.querySelector('[aria-busy=true]') === null

const whenIdle = (act: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(act)
  else act()
}

/** What doesn't come now is asked for again when it is wanted. */
function fetchRest(): void {
  void Promise.allSettled([prefetchParts(), ...routes.map(route => route.page.load())])
}

/** The mark and, where there is room, the name. */
export function Brand({ name, compact }: { name: string; compact: boolean }) {
  return (
    <span className="portal-brand">
      <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--kn-accent)" />
        <path
          d="M12 9.8v12.4a1 1 0 0 0 1.5.9l10.2-6.2a1 1 0 0 0 0-1.8L13.5 8.900a1 1 0 0 0-1.5.9Z"
          fill="var(--kn-on-accent)"
        />
      </svg>
      <span className={compact ? 'kn-hidden' : undefined}>{name}</span>
    </span>
  )
}

/** Goes to another address once, in place of the current one; what the address has become meanwhile doesn't matter. */
export function Go({ to }: { to: string }) {
  const navigation = useNavigation()
  const [target] = useState(to)
  useEffect(() => navigation.replace(target), [navigation, target])
  return null
}

/** The sign-in page, remembering where the way was interrupted, with its view. */
export function loginAddress({ pathname, search }: Place): string {
  const from = pathname + search
  return from === '/' ? '/login' : `/login?from=${encodeURIComponent(from)}`
}

/** What may come once the page has what it needs: its script isn't asked for before. */
export function WhenIdle({ children }: { children: ReactNode }) {
  return <LazyBoundary>{useIdle() ? children : null}</LazyBoundary>
}
