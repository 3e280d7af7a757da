import { hasTenantSelector, Role } from '@kinora/core'
import {
  AccountMenu,
  ActingBanner,
  AppShell,
  ChooseTenantPrompt,
  OfflinePopup,
  TenantChooser,
  UploadGate,
  UploadProgress,
  UploadTray,
  useActingTenant,
  useKinora,
  useSession,
  useTexts,
} from '@kinora/react'
import { Fragment, lazy, type ReactNode, use, useState } from 'react'
import { useNavigation, usePlace } from '../router/use-navigation.ts'
import { ThemeContext } from '../theme.ts'
import { Brand } from './brand.tsx'
import { Go, loginAddress } from './go.tsx'
import { PortalNav } from './nav.tsx'
import { usePrefetch } from './prefetch.ts'
import { WhenIdle } from './when-idle.tsx'

const Commands = lazy(() => import('../commands/commands.tsx'))

const COLLAPSED_KEY = 'kinora.sidebar'

/** Header, sidebar and what belongs to every page; the sign-in page has none of it. */
export function Shell({ children }: { children: ReactNode }) {
  const state = useSession()
  const tenant = useActingTenant()
  const kinora = useKinora()
  const navigation = useNavigation()
  const { pathname } = usePlace()
  const { text } = useTexts()
  const { theme, setTheme } = use(ThemeContext)
  const [collapsed, setCollapsed] = useState(kinora.store.getItem(COLLAPSED_KEY) === 'collapsed')
  usePrefetch()
  if (state.kind !== 'loggedIn') {
    const isLogout = state.kind === 'loggedOut' && state.reason === 'logout'
    return <Go to={isLogout ? '/login' : loginAddress(pathname)} />
  }
  const unchosen = state.user.role === Role.Support && tenant === undefined
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
          start: <Greeting isHome={pathname === '/'} />,
          middle: hasTenantSelector(pathname, state.user.role) ? (
            <TenantChooser change={navigation.leave} />
          ) : undefined,
          end: (
            <>
              <span className="portal-commands">
                <WhenIdle>
                  <Commands />
                </WhenIdle>
              </span>
              <UploadProgress />
              <AccountMenu theme={theme} onThemeChange={setTheme} leave={navigation.leave} />
            </>
          ),
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
        {unchosen ? <ChooseTenantPrompt /> : <Fragment key={tenant?.tenantId}>{children}</Fragment>}
        <UploadTray titleHref={tag => `/media/contentTitles/edit/${encodeURIComponent(tag)}`} />
        <OfflinePopup />
      </AppShell>
    </UploadGate>
  )
}

/** ROLE-24: tenants are greeted by name, everyone else by the product's; the home page greets for itself. */
function Greeting({ isHome }: { isHome: boolean }) {
  const state = useSession()
  const { productName } = useKinora()
  const { text } = useTexts()
  if (state.kind !== 'loggedIn') return null
  const words =
    state.user.role === Role.Tenant && !isHome
      ? text('home.welcome', { name: state.user.displayName })
      : productName
  return <span className="kn-header-title">{words}</span>
}
