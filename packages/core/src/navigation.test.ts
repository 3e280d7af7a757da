import { describe, expect, test } from 'vitest'
import { Role } from './access.ts'
import {
  adminTabs,
  channelTabs,
  decideRoute,
  hasTenantSelector,
  homeHeadings,
  libraryTabs,
  needsTenant,
  type RouteContext,
  toRouteContext,
  toSidebar,
} from './navigation.ts'

const as = (role: Role, more: Partial<RouteContext> = {}): RouteContext => ({
  role,
  connect: 'ondemand',
  isBulkUploadEnabled: true,
  ...more,
})
const user = { userId: 'u1', displayName: 'Ada', email: 'a@b.co', provider: null }
const entry = (connect: 'none' | 'live') => ({
  tenantId: connect,
  name: connect,
  connect,
  isBulkUploadEnabled: true,
  isRichTextEnabled: false,
  timeZone: 'Europe/Berlin',
  providerId: null,
})
/** What stands in the register; a noun of one's own stands beside it. */
const registered = new Set<string>(
  (
    'home admin tenants providers channels schedule collections documents subscriptions media contentTitles reviews ' +
    'bulkUpload categories labels focusAreas equipments siteSettings generalSettings webSettings appSettings ' +
    'socialLinks customLinks appLinks users userManagement userReport'
  ).split(' '),
)
const inRegister = <T extends { id: string }>(places: readonly T[]) =>
  places.filter(({ id }) => registered.has(id))
const ids = (context: RouteContext) =>
  inRegister(toSidebar(context)).map(entry =>
    entry.children
      ? `${entry.id}(${inRegister(entry.children)
          .map(child => child.id)
          .join(' ')})`
      : entry.id,
  )

describe('NAV-63 to NAV-68, F-3: the sidebar by role', () => {
  test('NAV-63, NAV-58 admin: of the library’s tabs the titles alone', () => {
    expect(ids(as(Role.Admin))).toEqual([
      'admin',
      'tenants',
      'providers',
      'channels',
      'media(contentTitles reviews)',
    ])
  })
  test('B-10, B-13, NAV-68, NAV-58 provider: media alone, bulk upload only where isBulkUploadEnabled', () => {
    expect(ids(as(Role.Provider))).toEqual(['media(contentTitles reviews bulkUpload)'])
    expect(ids(as(Role.Provider, { isBulkUploadEnabled: false }))).toEqual(['media(contentTitles reviews)'])
  })
  test('NAV-64, NAV-66 tenant', () => {
    const media = (bulk: string) =>
      `media(contentTitles reviews ${bulk}categories labels focusAreas equipments)`
    const site = 'siteSettings(generalSettings webSettings appSettings socialLinks customLinks appLinks)'
    const users = 'users(userManagement userReport)'
    expect(ids(as(Role.Tenant))).toEqual([
      'home',
      'schedule',
      'collections',
      site,
      media('bulkUpload '),
      'documents',
      'subscriptions',
      users,
    ])
    expect(ids(as(Role.Tenant, { isBulkUploadEnabled: false }))).toContain(media(''))
  })
  test.each([
    ['ondemand', true],
    [null, true],
    ['none', true],
    ['live', false],
    ['both', false],
  ] as const)('NAV-65, F-4, C-15 connect %s shows the schedule to a tenant: %s', (connect, shown) => {
    expect(ids(as(Role.Tenant, { connect })).includes('schedule')).toBe(shown)
    expect(ids(as(Role.Support, { connect }))).toContain('schedule')
  })
  test('NAV-67 customer support, in this order', () => {
    expect(ids(as(Role.Support)).map(entry => entry.replace(/\(.*/, ''))).toEqual([
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
    ])
  })
})

describe('ROLE-18 to ROLE-22, F-1: routes', () => {
  const home = { kind: 'redirect', to: '/', notice: false }
  test.each([
    '/',
    '/admin',
    '/tenants',
    '/channels',
    '/providers',
    '/media/contentTitles',
    '/media/reviews',
    '/media/categories',
  ])('ROLE-18 %s opens to admin, provider and tenant', path => {
    expect(decideRoute(path, as(Role.Admin))).toEqual({ kind: 'open' })
    for (const role of [Role.Provider, Role.Tenant])
      expect(decideRoute(path, as(role))?.kind).not.toBe('redirect')
  })
  test.each([
    ['/admin', [Role.Provider, Role.Tenant]],
    ['/admin/report', [Role.Provider, Role.Tenant]],
    ['/admin/playback', [Role.Provider, Role.Tenant]],
    ['/admin/texts', [Role.Provider, Role.Tenant]],
    ['/admin/audit', [Role.Provider, Role.Tenant]],
    ['/tenants', [Role.Provider]],
    ['/tenants/siteterms/t1', [Role.Provider]],
    ['/tenants/deleted', [Role.Provider, Role.Tenant]],
    ['/tenants/start/oasis', [Role.Provider, Role.Tenant]],
    ['/providers/p1/edit', [Role.Tenant]],
    ['/channels', []],
    ['/media/categories', []],
  ] as const)(
    'ROLE-16, C-67, C-101 %s opens with a notice where its data is not for the role',
    (path, told) => {
      const notified = [Role.Admin, Role.Provider, Role.Tenant, Role.Support].filter(
        role => decideRoute(path, as(role))?.kind === 'notice',
      )
      expect(notified).toEqual(told)
    },
  )
  test.each([
    '/users/userReport',
    '/siteSettings/appLinks',
    '/documents/d1/edit',
    '/schedule',
    '/collections',
    '/media/labels',
    '/favourites',
  ])('ROLE-19, ROLE-21 %s sends admin and provider home', path => {
    for (const role of [Role.Admin, Role.Provider]) expect(decideRoute(path, as(role))).toEqual(home)
    for (const role of [Role.Tenant, Role.Support])
      expect(decideRoute(path, as(role))).toEqual({ kind: 'open' })
  })
  test('ROLE-20 bulk upload: not for admins, a notice where it is not enabled', () => {
    expect(decideRoute('/media/bulkUpload', as(Role.Admin))).toEqual(home)
    expect(decideRoute('/media/bulkUpload', as(Role.Provider))).toEqual({ kind: 'open' })
    expect(decideRoute('/media/bulkUpload/b1/edit', as(Role.Tenant, { isBulkUploadEnabled: false }))).toEqual(
      { kind: 'notice' },
    )
  })
  test('ROLE-22, ROLE-23, EVENT-35, C-15 the schedule closes with a notice when connect is none', () => {
    expect(decideRoute('/schedule', as(Role.Tenant, { connect: 'none' }))).toEqual({
      kind: 'redirect',
      to: '/',
      notice: true,
    })
    for (const connect of ['live', 'both', 'ondemand', null] as const)
      for (const role of [Role.Tenant, Role.Support])
        expect(decideRoute('/schedule', as(role, { connect }))).toEqual({ kind: 'open' })
  })
  test('ROLE-06, ROLE-22 for customer support the chosen tenant decides, once it is known', () => {
    const support = { ...user, role: Role.Support, tenants: [] }
    const closed = { kind: 'redirect', to: '/', notice: true }
    expect(decideRoute('/schedule', toRouteContext(support, { connect: 'none' }))).toEqual(closed)
    expect(decideRoute('/schedule', toRouteContext(support, { connect: null }))).toEqual({ kind: 'open' })
    expect(decideRoute('/schedule', toRouteContext(support, undefined))).toEqual({ kind: 'wait' })
    expect(decideRoute('/collections', toRouteContext(support, undefined))).toEqual({ kind: 'open' })
  })
  test('ROLE-10 for a tenant its first entry decides', () => {
    const tenant = { ...user, role: Role.Tenant, tenants: [entry('none'), entry('live')] }
    expect(toRouteContext(tenant, undefined).connect).toBe('none')
    expect(toRouteContext({ ...tenant, tenants: [] }, undefined).connect).toBeNull()
  })
  test('NAV-04 customer support sees reports only in the admin area', () => {
    expect(decideRoute('/admin', as(Role.Support))).toEqual({
      kind: 'redirect',
      to: '/admin/report',
      notice: false,
    })
  })
  test('NAV-26 containers lead to their first child', () => {
    expect(decideRoute('/media', as(Role.Provider))).toEqual({
      kind: 'redirect',
      to: '/media/contentTitles',
      notice: false,
    })
    expect(decideRoute('/users', as(Role.Tenant))).toEqual({
      kind: 'redirect',
      to: '/users/userManagement',
      notice: false,
    })
    expect(decideRoute('/siteSettings', as(Role.Admin))).toEqual(home)
  })
  test('NAV-48 anything else is no route', () => {
    expect(decideRoute('/nowhere', as(Role.Admin))).toBeUndefined()
  })
})

test('NAV-53 tabs of the admin area: customer support has reports only', () => {
  const ids = (role: Role) => adminTabs(role).map(({ id }) => id)
  expect(ids(Role.Admin)).toEqual(['content', 'reports'])
  expect(ids(Role.Support)).toEqual(['reports'])
})

test('NAV-59, C-68 customer support chooses its tenant everywhere but where there is nothing to choose for', () => {
  const offers = (role: Role, path: string) => hasTenantSelector(path, role)
  expect(offers(Role.Support, '/media/contentTitles')).toBe(true)
  expect(offers(Role.Support, '/administration')).toBe(true)
  for (const path of ['/login', '/admin', '/admin/report', '/providers', '/providers/add'])
    expect(offers(Role.Support, path)).toBe(false)
  for (const role of [Role.Provider, Role.Tenant]) expect(offers(role, '/media/contentTitles')).toBe(false)
})

test('ROLE-04 0145 what isn’t about one customer opens to customer support before a tenant is chosen', () => {
  const needs = (path: string, role: Role = Role.Support) => needsTenant(path, role)
  for (const path of ['/help', '/admin/report', '/providers/p1']) expect(needs(path), path).toBe(false)
  for (const path of [
    '/',
    '/admin/audit',
    '/tenants',
    '/media',
    '/media/contentTitles',
    '/siteSettings/webSettings',
  ])
    expect(needs(path), path).toBe(true)
  for (const role of [Role.Admin, Role.Provider, Role.Tenant])
    expect(needs('/media/labels', role)).toBe(false)
})

test('NAV-58 the titles are a single tab for administrators and providers', () => {
  for (const role of [Role.Admin, Role.Provider])
    expect(libraryTabs(role)).toEqual([{ id: 'contentTitles', href: '/media/contentTitles' }])
  for (const role of [Role.Tenant, Role.Support])
    expect(libraryTabs(role).map(({ href }) => href)).toEqual(
      ['contentTitles', 'categories', 'labels', 'focusAreas', 'equipments'].map(id => `/media/${id}`),
    )
})

test('C-16, NAV-57 administrators and customer support have the publishing tab of channels', () => {
  const tabs = (role: Role) => channelTabs(role).map(({ href }) => href)
  for (const role of [Role.Admin, Role.Support])
    expect(tabs(role)).toEqual(['/channels', '/channels/publishing'])
  for (const role of [Role.Provider, Role.Tenant]) expect(tabs(role)).toEqual(['/channels'])
})

test('ROLE-11 welcome headings', () => {
  expect(homeHeadings(Role.Tenant)).toEqual(['contentTitles', 'helpCentre'])
  for (const role of [Role.Admin, Role.Provider, Role.Support])
    expect(homeHeadings(role)).toEqual(['contentTitles', 'channels', 'helpCentre'])
})
