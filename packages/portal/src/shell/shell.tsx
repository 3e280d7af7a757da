import { hasTenantSelector, Role, sectionOf } from '@kinora/core'
import {
  AccountMenu,
  ActingBanner,
  AppShell,
  ChooseTenantPrompt,
  lazyPart,
  OfflinePopup,
  TenantChooser,
  UploadGate,
  UploadProgress,
  useActingTenant,
  useKinora,
  useSession,
  useTexts,
} from '@kinora/react'
import { Fragment, type ReactNode, use, useState } from 'react'
import { useNavigation, usePlace } from '../router/use-navigation.ts'
import { matchRoute } from '../routes.tsx'
import { ThemeContext } from '../theme.ts'
import { Brand } from './brand.tsx'
import { Go, loginAddress } from './go.tsx'
import { PortalNav } from './nav.tsx'
import { usePrefetch } from './prefetch.ts'
import { WhenIdle } from './when-idle.tsx'

const Commands = lazyPart(() => import('../commands/commands.tsx'))

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
  const { theme, setTheme } = use(ThemeContext)
  const [collapsed, setCollapsed] = useState(kinora.store.getItem(COLLAPSED_KEY) === 'collapsed')
  usePrefetch()
  if (state.kind !== 'loggedIn') {
    const isLogout = state.kind === 'loggedOut' && state.reason === 'logout'
    return <Go to={isLogout ? '/login' : loginAddress(place)} />
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
          start: <SectionTitle />,
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
              <UploadProgress
                titleHref={tag => `/media/contentTitles/edit/${encodeURIComponent(tag)}`}
                eventHref={id => `/schedule/${encodeURIComponent(id)}/edit`}
              />
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
        <OfflinePopup />
      </AppShell>
    </UploadGate>
  )
}

/** NAV-52: the section of the sidebar that the page belongs to; the greeting (ROLE-24) is the home page's. */
function SectionTitle() {
  const { text } = useTexts()
  const { pathname } = usePlace()
  const entry = matchRoute(pathname)?.route.entry
  return entry ? <span className="kn-header-title">{text(`ui.nav.${sectionOf(entry)}`)}</span> : null
}
