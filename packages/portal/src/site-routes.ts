import { Globe, Link2, Share2, SlidersHorizontal, Smartphone, Store } from 'lucide-react'
import { lazyPage } from './router/lazy-page.tsx'
import { type PortalRoute, resourceRoutes } from './router/resource-routes.ts'

/** NAV-40 to NAV-47: the tenant's own site. */
export const siteRoutes: readonly PortalRoute[] = [
  {
    path: '/siteSettings/generalSettings',
    entry: 'generalSettings',
    icon: SlidersHorizontal,
    page: lazyPage(() => import('./pages/site-settings.tsx'), 'GeneralSettingsPage'),
  },
  {
    path: '/siteSettings/webSettings',
    entry: 'webSettings',
    icon: Globe,
    page: lazyPage(() => import('./pages/site-settings.tsx'), 'WebSettingsPage'),
  },
  {
    path: '/siteSettings/appSettings',
    entry: 'appSettings',
    icon: Smartphone,
    page: lazyPage(() => import('./pages/site-settings.tsx'), 'AppSettingsPage'),
  },
  {
    path: '/siteSettings/socialLinks',
    entry: 'socialLinks',
    icon: Share2,
    page: lazyPage(() => import('./pages/site-settings.tsx'), 'SocialLinksPage'),
  },
  ...resourceRoutes({
    path: '/siteSettings/customLinks',
    entry: 'customLinks',
    icon: Link2,
    load: () => import('./pages/site-settings.tsx'),
    name: 'customLinkPages',
  }),
  {
    path: '/siteSettings/appLinks',
    entry: 'appLinks',
    icon: Store,
    page: lazyPage(() => import('./pages/site-settings.tsx'), 'AppLinksPage'),
  },
]
