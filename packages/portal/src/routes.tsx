import { decideRoute, type RouteContext } from '@kinora/core'
import {
  Building2,
  CalendarDays,
  Clapperboard,
  CreditCard,
  Dumbbell,
  FileSpreadsheet,
  FileText,
  Globe,
  Handshake,
  House,
  LayoutList,
  Link2,
  MessageSquareText,
  Radio,
  Settings2,
  Shapes,
  Share2,
  SlidersHorizontal,
  Smartphone,
  Store,
  Tag,
  Target,
  UserPlus,
  Users,
} from 'lucide-react'
import { lazyPage } from './router/lazy-page.tsx'
import { type PortalRoute, resourceRoutes } from './router/resource-routes.ts'

/** NAV-40 to NAV-47: the tenant's own site. */
const siteRoutes: readonly PortalRoute[] = [
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
  ...resourceRoutes('customLinks', Link2, () => import('./pages/site-settings.tsx')),
  {
    path: '/siteSettings/appLinks',
    entry: 'appLinks',
    icon: Store,
    page: lazyPage(() => import('./pages/site-settings.tsx'), 'AppLinksPage'),
  },
]

/** NAV-24, NAV-25: the members of the tenant's site. */
const userRoutes: readonly PortalRoute[] = [
  {
    path: '/users/userManagement',
    entry: 'userManagement',
    icon: UserPlus,
    page: lazyPage(() => import('./pages/members.tsx'), 'MemberImportsPage'),
  },
  {
    path: '/users/userManagement/add',
    entry: 'userManagement',
    page: lazyPage(() => import('./pages/members.tsx'), 'MemberImportAddPage'),
  },
  {
    path: '/users/userManagement/$fileId/edit',
    entry: 'userManagement',
    page: lazyPage(() => import('./pages/members.tsx'), 'MemberImportPage'),
  },
  {
    path: '/users/userReport',
    entry: 'userReport',
    icon: Users,
    page: lazyPage(() => import('./pages/members.tsx'), 'MembersPage'),
  },
  {
    path: '/users/userReport/$userId',
    entry: 'userReport',
    page: lazyPage(() => import('./pages/members.tsx'), 'MemberPage'),
  },
]

/** The one table of screens. A path of the register that is missing here has no screen yet and is not found (NAV-48). */
export const routes: readonly PortalRoute[] = [
  { path: '/', entry: 'home', icon: House, page: lazyPage(() => import('./pages/home.tsx'), 'HomePage') },
  {
    path: '/gettingStarted',
    entry: 'home',
    page: lazyPage(() => import('./pages/getting-started.tsx'), 'GettingStartedPage'),
  },
  {
    path: '/help',
    entry: 'home',
    page: lazyPage(() => import('./pages/help.tsx'), 'HelpPage'),
  },
  {
    path: '/apiKeys',
    entry: 'home',
    page: lazyPage(() => import('./pages/api-keys.tsx'), 'ApiKeysPage'),
  },
  {
    path: '/webhooks',
    entry: 'home',
    page: lazyPage(() => import('./pages/webhooks.tsx'), 'WebhooksPage'),
  },
  {
    path: '/webhooks/$webhookId/edit',
    entry: 'home',
    page: lazyPage(() => import('./pages/webhooks.tsx'), 'WebhookPage'),
  },
  {
    path: '/admin',
    entry: 'admin',
    icon: Settings2,
    page: lazyPage(() => import('./pages/admin.tsx'), 'AdminPage'),
  },
  {
    path: '/admin/report',
    entry: 'admin',
    page: lazyPage(() => import('./pages/admin-reports.tsx'), 'AdminReportsPage'),
  },
  {
    path: '/admin/playback',
    entry: 'admin',
    page: lazyPage(() => import('./pages/admin.tsx'), 'AdminPlaybackPage'),
  },
  {
    path: '/admin/texts',
    entry: 'admin',
    page: lazyPage(() => import('./pages/admin-texts.tsx'), 'AdminTextsPage'),
  },
  {
    path: '/admin/audit',
    entry: 'admin',
    page: lazyPage(() => import('./pages/admin-audit.tsx'), 'AdminAuditPage'),
  },
  {
    path: '/tenants/siteterms',
    entry: 'tenants',
    page: lazyPage(() => import('./pages/site-terms.tsx'), 'SiteTermsPage'),
  },
  {
    path: '/tenants/siteterms/$tenantId',
    entry: 'tenants',
    page: lazyPage(() => import('./pages/site-terms.tsx'), 'SiteTermsPage'),
  },
  ...siteRoutes,
  {
    path: '/tenants',
    entry: 'tenants',
    icon: Building2,
    page: lazyPage(() => import('./pages/tenants.tsx'), 'TenantsPage'),
  },
  {
    path: '/tenants/deleted',
    entry: 'tenants',
    page: lazyPage(() => import('./pages/tenants.tsx'), 'DeletedTenantsPage'),
  },
  ...[
    ['generalsettings/add', 'TenantPage'] as const,
    ['generalsettings/edit', 'TenantEditPage'] as const,
    ['websettings', 'WebSettingsPage'] as const,
    ['mobilesettings', 'AppSettingsPage'] as const,
    ['start/$id', 'TenantStartPage'] as const,
    ['$id', 'TenantPage'] as const,
  ].map(
    ([path, name]): PortalRoute => ({
      path: `/tenants/${path}`,
      entry: 'tenants',
      page: lazyPage(() => import('./pages/tenant.tsx'), name),
    }),
  ),
  {
    path: '/media/contentTitles',
    entry: 'contentTitles',
    icon: Clapperboard,
    page: lazyPage(() => import('./pages/titles.tsx'), 'TitlesPage'),
  },
  {
    path: '/media/contentTitles/add',
    entry: 'contentTitles',
    page: lazyPage(() => import('./pages/title-add.tsx'), 'TitleAddPage'),
  },
  {
    path: '/media/contentTitles/edit/$tag',
    entry: 'contentTitles',
    page: lazyPage(() => import('./pages/title-edit.tsx'), 'TitleEditPage'),
  },
  {
    path: '/media/reviews',
    entry: 'reviews',
    icon: MessageSquareText,
    page: lazyPage(() => import('./pages/reviews.tsx'), 'ReviewsPage'),
  },
  {
    path: '/favourites',
    entry: 'contentTitles',
    page: lazyPage(() => import('./pages/favourites.tsx'), 'FavouritesPage'),
  },
  {
    path: '/media/contentTitles/deleted',
    entry: 'contentTitles',
    page: lazyPage(() => import('./pages/titles-deleted.tsx'), 'DeletedTitlesPage'),
  },
  {
    path: '/media/contentTitles/jobs',
    entry: 'contentTitles',
    page: lazyPage(() => import('./pages/titles-jobs.tsx'), 'TitleJobsPage'),
  },
  ...(
    [
      ['intake', 'IntakePage'],
      ['sheet', 'EditSheetPage'],
    ] as const
  ).map(
    ([path, name]): PortalRoute => ({
      path: `/media/contentTitles/${path}`,
      entry: 'contentTitles',
      page: lazyPage(() => import('./pages/title-sheets.tsx'), name),
    }),
  ),
  {
    path: '/media/bulkUpload',
    entry: 'bulkUpload',
    icon: FileSpreadsheet,
    page: lazyPage(() => import('./pages/batches.tsx'), 'BatchesPage'),
  },
  {
    path: '/media/bulkUpload/add',
    entry: 'bulkUpload',
    page: lazyPage(() => import('./pages/batch-add.tsx'), 'BatchAddPage'),
  },
  {
    path: '/media/bulkUpload/$batchId/edit',
    entry: 'bulkUpload',
    page: lazyPage(() => import('./pages/batch-edit.tsx'), 'BatchEditPage'),
  },
  ...userRoutes,
  ...resourceRoutes('providers', Handshake, () => import('./pages/providers.tsx')),
  {
    path: '/schedule',
    entry: 'schedule',
    icon: CalendarDays,
    page: lazyPage(() => import('./pages/schedule.tsx'), 'SchedulePage'),
  },
  ...['/schedule/add', '/schedule/$id/edit'].map(
    (path): PortalRoute => ({
      path,
      entry: 'schedule',
      page: lazyPage(() => import('./pages/event.tsx'), 'EventPage'),
    }),
  ),
  {
    path: '/channels',
    entry: 'channels',
    icon: Radio,
    page: lazyPage(() => import('./pages/channels.tsx'), 'ChannelsPage'),
  },
  {
    path: '/channels/add',
    entry: 'channels',
    page: lazyPage(() => import('./pages/channel-form.tsx'), 'ChannelFormPage'),
  },
  {
    path: '/channels/$id/edit',
    entry: 'channels',
    page: lazyPage(() => import('./pages/channel-form.tsx'), 'ChannelFormPage'),
  },
  {
    path: '/channels/publishing',
    entry: 'channels',
    page: lazyPage(() => import('./pages/publishing.tsx'), 'ChannelPublishingPage'),
  },
  {
    path: '/tenants/publishing',
    entry: 'tenants',
    page: lazyPage(() => import('./pages/publishing.tsx'), 'TenantPublishingPage'),
  },
  ...resourceRoutes('categories', Shapes, () => import('./pages/categories.tsx')),
  {
    path: '/media/categories/$categoryId/subcategory/add',
    entry: 'categories',
    page: lazyPage(() => import('./pages/categories.tsx'), 'SubCategoryPage'),
  },
  {
    path: '/media/categories/$categoryId/subcategory/$id/edit',
    entry: 'categories',
    page: lazyPage(() => import('./pages/categories.tsx'), 'SubCategoryPage'),
  },
  ...resourceRoutes('collections', LayoutList, () => import('./pages/collections.tsx')),
  ...resourceRoutes('subscriptions', CreditCard, () => import('./pages/subscriptions.tsx')),
  ...resourceRoutes('documents', FileText, () => import('./pages/documents.tsx')),
  ...resourceRoutes('labels', Tag, () => import('./pages/taxonomies.tsx')),
  ...resourceRoutes('focusAreas', Target, () => import('./pages/taxonomies.tsx')),
  ...resourceRoutes('equipments', Dumbbell, () => import('./pages/taxonomies.tsx')),
]

/** The screen that an entry of the sidebar leads to; undefined where there is none yet. */
export const screenOf = (path: string): PortalRoute | undefined => routes.find(route => route.path === path)

/** Whether this user comes to a screen: customer support is led on from the admin area to reports (NAV-53). */
export function leadsToScreen(path: string, routeContext: RouteContext): boolean {
  const decision = decideRoute(path, routeContext)
  if (decision?.kind === 'redirect') return screenOf(decision.to) !== undefined
  return decision?.kind === 'open' && matchRoute(path) !== undefined
}

/** Where an entry of the sidebar leads this user. */
export const entryHref = (path: string, routeContext: RouteContext): string | undefined =>
  leadsToScreen(path, routeContext) ? path : undefined

interface RouteMatch {
  route: PortalRoute
  params: Readonly<Record<string, string>>
}

/** The route of an address and what its `$name` parts are; a path written out wins over one with parameters. */
export function matchRoute(pathname: string): RouteMatch | undefined {
  const matches = routes.flatMap(route => {
    const found = new RegExp(`^${route.path.replace(/\$(\w+)/g, '(?<$1>[^/]+)')}/?$`).exec(pathname)
    return found === null ? [] : [{ route, params: decoded(found.groups) }]
  })
  return matches.sort((one, other) => Object.keys(one.params).length - Object.keys(other.params).length)[0]
}

const decoded = (groups: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodePart(text)]))

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
