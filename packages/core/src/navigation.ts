import { Role } from './access.ts'
import type { TenantEntry, User } from './session/schema.ts'

export type Connect = TenantEntry['connect']

/** What decides about routes and sidebar entries beside the role. `connect` is that of the tenant acted for; undefined while it is being read. */
export interface RouteContext {
  role: Role
  connect: Connect | undefined
  isBulkUploadEnabled: boolean
}

export type RouteDecision =
  | { kind: 'open' }
  | { kind: 'redirect'; to: string; notice: boolean }
  | { kind: 'notice' }
  /** What decides is still being read. */
  | { kind: 'wait' }

/** Calls are marked as pure: whoever wants the texts alone gets no rules with them (decision 0169). */
type Rule = (context: RouteContext) => RouteDecision

const open: RouteDecision = { kind: 'open' }
const redirect = (to: string, notice = false): RouteDecision => ({ kind: 'redirect', to, notice })
const always: Rule = () => open
const notProviders: Rule = ({ role }) => (role === Role.Provider ? redirect('/') : open)
const tenantArea: Rule = ({ role }) => (isTenantStaff(role) ? open : redirect('/'))
/** C-67: it opens to everyone; these roles may not have the data behind it, and are told so (ROLE-16). */
const withoutData =
  (...roles: readonly Role[]): Rule =>
  ({ role }) =>
    roles.includes(role) ? { kind: 'notice' } : open
const reports = /* @__PURE__ */ withoutData(Role.Provider, Role.Tenant)
/** F-2 `publish channels to tenant(s)` */
const publishing = /* @__PURE__ */ withoutData(Role.Provider, Role.Tenant)
/** NAV-53 */
const adminContent: Rule = context =>
  context.role === Role.Support ? redirect('/admin/report') : reports(context)
const to =
  (path: string): Rule =>
  () =>
    redirect(path)

/** C-15: the two constants that decide about the schedule. */
export const scheduleEntryModes: readonly Connect[] = ['ondemand', null, 'none']
export const scheduleClosedModes: readonly Connect[] = ['none']

const schedule: Rule = ({ role, connect }) => {
  if (!isTenantStaff(role)) return redirect('/')
  if (connect === undefined) return { kind: 'wait' }
  return scheduleClosedModes.includes(connect) ? redirect('/', true) : open
}
const bulk: Rule = context => {
  if (context.role === Role.Admin) return redirect('/')
  return context.role === Role.Support || context.isBulkUploadEnabled ? open : { kind: 'notice' }
}
const tenantContainer =
  (path: string): Rule =>
  ({ role }) =>
    redirect(isTenantStaff(role) ? path : '/')

/** Every route of the portal and who may open it (F-1). `/*` stands for a page and those below it. */
export const routeRules = {
  '/': always,
  '/gettingStarted': always,
  // † Beside the register: decision 0122.
  '/help': always,
  // † Beside the register: decision 0153.
  '/apiKeys': always,
  // † Beside the register: decision 0163.
  '/webhooks/*': notProviders,
  '/favourites': tenantArea,
  '/admin': adminContent,
  '/admin/report': reports,
  '/admin/playback': adminContent,
  '/admin/texts': adminContent,
  // † Beside the register: decision 0056.
  '/admin/audit': reports,
  '/tenants/*': /* @__PURE__ */ withoutData(Role.Provider),
  '/tenants/publishing': publishing,
  // † C-98
  '/tenants/deleted': publishing,
  // † 28.3
  '/tenants/start': /* @__PURE__ */ to('/tenants'),
  '/tenants/start/*': publishing,
  '/providers/*': /* @__PURE__ */ withoutData(Role.Tenant),
  '/channels/*': always,
  '/channels/publishing': publishing,
  '/media': /* @__PURE__ */ to('/media/contentTitles'),
  '/media/contentTitles/*': always,
  '/media/categories/*': always,
  '/media/reviews': always,
  '/media/bulkUpload/*': bulk,
  '/media/labels/*': tenantArea,
  '/media/focusAreas/*': tenantArea,
  '/media/equipments/*': tenantArea,
  '/schedule/*': schedule,
  '/collections/*': tenantArea,
  '/subscriptions/*': tenantArea,
  '/documents/*': tenantArea,
  '/users': /* @__PURE__ */ tenantContainer('/users/userManagement'),
  '/users/*': tenantArea,
  '/siteSettings': /* @__PURE__ */ tenantContainer('/siteSettings/generalSettings'),
  '/siteSettings/*': tenantArea,
} as const satisfies Record<string, Rule>

/** ROLE-18 to ROLE-22: what happens when this user opens this path; undefined where no such route exists (NAV-48). */
export function decideRoute(path: string, context: RouteContext): RouteDecision | undefined {
  const rules: Record<string, Rule> = routeRules
  const andAbove = path
    .split('/')
    .map((_, index, parts) => `${parts.slice(0, parts.length - index).join('/')}/*`)
  const found = [path, ...andAbove].find(key => rules[key] !== undefined)
  return found === undefined ? undefined : rules[found]!(context)
}

export type SidebarEntry =
  | { id: EntryId; path: string; children?: undefined }
  | { id: EntryId; path?: undefined; children: readonly { id: PlaceId; path: string }[] }

/** The entries of the sidebar, in the order that they are shown (F-3, NAV-63 to NAV-68). */
export function toSidebar(context: RouteContext): SidebarEntry[] {
  return sidebarOrder[context.role].flatMap((id): SidebarEntry[] => {
    const entry = entries[id]
    if (entry.path !== undefined)
      return id === 'schedule' && !showsSchedule(context) ? [] : [{ id, path: entry.path }]
    const children = entry.children.filter(child => showsChild(child, context))
    return children.length === 0 ? [] : [{ id, children }]
  })
}

/** The pages that the sidebar leads to, and what it calls them. */
const entries = {
  home: { label: 'Home', path: '/' },
  admin: { label: 'Admin', path: '/admin' },
  tenants: { label: 'Tenants', path: '/tenants' },
  providers: { label: 'Providers', path: '/providers' },
  channels: { label: 'Channels', path: '/channels' },
  schedule: { label: 'Schedule', path: '/schedule' },
  collections: { label: 'Collections', path: '/collections' },
  documents: { label: 'Documents', path: '/documents' },
  subscriptions: { label: 'Subscriptions', path: '/subscriptions' },
  media: {
    label: 'Media',
    path: undefined,
    children: [
      { id: 'contentTitles', label: 'Content titles', path: '/media/contentTitles' },
      { id: 'reviews', label: 'Reviews', path: '/media/reviews' },
      { id: 'bulkUpload', label: 'Bulk upload', path: '/media/bulkUpload' },
      { id: 'categories', label: 'Categories', path: '/media/categories' },
      { id: 'labels', label: 'Labels', path: '/media/labels' },
      { id: 'focusAreas', label: 'Focus areas', path: '/media/focusAreas' },
      { id: 'equipments', label: 'Equipment', path: '/media/equipments' },
    ],
  },
  siteSettings: {
    label: 'Site management',
    path: undefined,
    children: [
      { id: 'generalSettings', label: 'General settings', path: '/siteSettings/generalSettings' },
      { id: 'webSettings', label: 'Web settings', path: '/siteSettings/webSettings' },
      { id: 'appSettings', label: 'App settings', path: '/siteSettings/appSettings' },
      { id: 'socialLinks', label: 'Social links', path: '/siteSettings/socialLinks' },
      { id: 'customLinks', label: 'Custom links', path: '/siteSettings/customLinks' },
      { id: 'appLinks', label: 'App links', path: '/siteSettings/appLinks' },
    ],
  },
  users: {
    label: 'Users',
    path: undefined,
    children: [
      { id: 'userManagement', label: 'Imports', path: '/users/userManagement' },
      { id: 'userReport', label: 'Members', path: '/users/userReport' },
    ],
  },
} as const
export type EntryId = keyof typeof entries
type ChildOf<E> = E extends { children: readonly (infer Child)[] } ? Child : never
type Child = ChildOf<(typeof entries)[EntryId]>
/** An entry of the sidebar, or a page below one. */
export type PlaceId = EntryId | Child['id']

/** One that is a page and no group of them. */
export type PageId =
  | Child['id']
  | { [E in EntryId]: (typeof entries)[E]['path'] extends string ? E : never }[EntryId]

interface Place {
  id: PlaceId
  label: string
  path: string | undefined
}

const places = Object.entries(entries).flatMap(([id, entry]): readonly Place[] => [
  { id: id as EntryId, label: entry.label, path: entry.path },
  ...(entry.path === undefined ? entry.children : []),
])

/** `ui.nav.<id>` of every entry and page. */
export const navTexts = Object.fromEntries(places.map(({ id, label }) => [`ui.nav.${id}`, label])) as {
  readonly [P in PlaceId as `ui.nav.${P}`]: string
}

const paths: ReadonlyMap<PlaceId, string | undefined> = /* @__PURE__ */ new Map(
  places.map(({ id, path }) => [id, path]),
)
/** Where a page of the sidebar is. */
export const pathOf = (page: PageId): string => paths.get(page)!

/** NAV-52: the entry of the sidebar, a group or a page on its own, that a place belongs to. */
export const sectionOf = (place: PlaceId): EntryId => childSections.get(place) ?? (place as EntryId)

const childSections = /* @__PURE__ */ new Map<PlaceId, EntryId>(
  Object.entries(entries).flatMap(([id, entry]) =>
    entry.path === undefined ? entry.children.map(child => [child.id, id as EntryId] as const) : [],
  ),
)

const sidebarOrder: Record<Role, readonly EntryId[]> = {
  [Role.Admin]: ['admin', 'tenants', 'providers', 'channels', 'media'],
  [Role.Provider]: ['media'],
  [Role.Tenant]: [
    'home',
    'schedule',
    'collections',
    'siteSettings',
    'media',
    'documents',
    'subscriptions',
    'users',
  ],
  [Role.Support]: [
    'admin',
    'tenants',
    'providers',
    'channels',
    'siteSettings',
    'media',
    'schedule',
    'collections',
    'subscriptions',
    'documents',
    'users',
  ],
}

/** F-4: tenants see the schedule by connect mode, customer support always. */
function showsSchedule({ role, connect }: RouteContext): boolean {
  return role === Role.Support || (connect !== undefined && scheduleEntryModes.includes(connect))
}

/** F-3: a page is listed where it opens; categories open for everyone but are listed for tenants only. */
function showsChild({ id, path }: Child, context: RouteContext): boolean {
  if (id === 'categories') return isTenantStaff(context.role)
  return decideRoute(path, context)?.kind === 'open'
}

function isTenantStaff(role: Role): boolean {
  return role === Role.Tenant || role === Role.Support
}

/** The situation of a signed-in user: that of the first tenant entry (ROLE-10), for customer support that of the chosen tenant (ROLE-06). */
export function toRouteContext(user: User, chosen: Pick<TenantEntry, 'connect'> | undefined): RouteContext {
  const first = user.tenants[0]
  return {
    role: user.role,
    connect: user.role === Role.Support ? chosen?.connect : (first?.connect ?? null),
    isBulkUploadEnabled: user.provider?.isBulkUploadEnabled ?? first?.isBulkUploadEnabled ?? false,
  }
}

/** NAV-53: the tabs of the admin area. */
export function adminTabs(role: Role): readonly { id: 'content' | 'reports'; href: string }[] {
  const reportsTab = { id: 'reports', href: '/admin/report' } as const
  return role === Role.Support ? [reportsTab] : [{ id: 'content', href: '/admin' }, reportsTab]
}

/** NAV-59, C-68: whether the header offers a choice of tenant; others than customer support have nothing to choose. */
export const hasTenantSelector = (path: string, role: Role): boolean =>
  role === Role.Support && !/^\/(login|admin|providers)(\/|$)/.test(path)
/** ROLE-04: whether customer support chooses a tenant before a page shows anything: where the header asks for one, but for help, and where what happened under one is read (decision 0145). */
export const needsTenant = (path: string, role: Role): boolean =>
  role === Role.Support &&
  (path === '/admin/audit' || (hasTenantSelector(path, role) && !/^\/help(\/|$)/.test(path)))

/** NAV-57, C-16: the tabs of the section of channels; publishing for those who may publish. */
export function channelTabs(role: Role): readonly { id: 'channels' | 'publishing'; href: string }[] {
  const list = { id: 'channels', href: '/channels' } as const
  return role === Role.Admin || role === Role.Support
    ? [list, { id: 'publishing', href: '/channels/publishing' }]
    : [list]
}

export type LibraryTab = 'contentTitles' | 'categories' | 'labels' | 'focusAreas' | 'equipments'

/** NAV-58: the tabs of the content titles; what describes them too for those who look after a tenant. */
export function libraryTabs(role: Role): readonly { id: LibraryTab; href: string }[] {
  const ids: LibraryTab[] = isTenantStaff(role)
    ? ['contentTitles', 'categories', 'labels', 'focusAreas', 'equipments']
    : ['contentTitles']
  return ids.map(id => ({ id, href: `/media/${id}` }))
}

/** The pages that home leads to, by their routes, which say who comes there. */
export const homePages = {
  titles: '/media/contentTitles',
  addTitle: '/media/contentTitles/add',
  intake: '/media/contentTitles/intake',
  titleJobs: '/media/contentTitles/jobs',
  deletedTitles: '/media/contentTitles/deleted',
  categories: '/media/categories',
  batches: '/media/bulkUpload',
  favourites: '/favourites',
  schedule: '/schedule',
  memberImports: '/users/userManagement',
  channels: '/channels',
  addChannel: '/channels/add',
  addProvider: '/providers/add',
  addTenant: '/tenants/generalsettings/add',
  siteTerms: '/tenants/siteterms',
  publishing: '/channels/publishing',
  playback: '/admin/playback',
  firstSteps: '/gettingStarted',
  help: '/help',
} as const
export type HomePage = keyof typeof homePages

/** ROLE-11: the welcome headings of the home page. */
export function homeHeadings(role: Role): readonly ('contentTitles' | 'helpCentre' | 'channels')[] {
  return role === Role.Tenant ? ['contentTitles', 'helpCentre'] : ['contentTitles', 'channels', 'helpCentre']
}
