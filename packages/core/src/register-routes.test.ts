import { describe, expect, test } from 'vitest'
import { everyRole, Role } from './access.ts'
import { decideRoute, type RouteContext, toSidebar } from './navigation.ts'

const as = (role: Role, more: Partial<RouteContext> = {}): RouteContext => ({
  ...{ role, connect: 'ondemand', isBulkUploadEnabled: true, ...more },
})

/** What becomes of a path: it opens, with the notice of ROLE-16 in place of its data, or leads elsewhere. */
function outcome(path: string, context: RouteContext): string {
  const decision = decideRoute(path, context)
  if (decision?.kind !== 'redirect') return decision?.kind ?? '404'
  return decision.notice ? `${decision.to} with notice` : decision.to
}

/** F-1 by its rows: paths with the same outcome for administrators, providers, tenants and customer support. */
const routes: [paths: string, outcomes: string][] = [
  ['/ /gettingStarted /apiKeys', 'open open open open'],
  ['/webhooks /webhooks/w1/edit', 'open / open open'],
  ['/favourites', '/ / open open'],
  ['/admin /admin/playback', 'open notice notice /admin/report'],
  ['/admin/report', 'open notice notice open'],
  ['/tenants /tenants/t1 /tenants/siteterms /tenants/siteterms/t1', 'open notice open open'],
  ['/tenants/generalsettings/add /tenants/generalsettings/edit', 'open notice open open'],
  ['/tenants/websettings /tenants/mobilesettings', 'open notice open open'],
  ['/tenants/publishing /channels/publishing', 'open notice notice open'],
  ['/providers /providers/add /providers/p1/edit', 'open open notice open'],
  ['/channels /channels/add /channels/c1/edit', 'open open open open'],
  ['/media', '/media/contentTitles /media/contentTitles /media/contentTitles /media/contentTitles'],
  [
    '/media/contentTitles /media/contentTitles/add /media/contentTitles/edit/t1 /media/reviews',
    'open open open open',
  ],
  ['/media/categories /media/categories/c1/edit', 'open open open open'],
  ['/media/categories/c1/subcategory/add /media/categories/c1/subcategory/s1/edit', 'open open open open'],
  ['/media/bulkUpload /media/bulkUpload/add /media/bulkUpload/b1/edit', '/ open open open'],
  ['/media/labels /media/labels/add /media/labels/l1/edit', '/ / open open'],
  ['/media/focusAreas /media/focusAreas/add /media/focusAreas/f1/edit', '/ / open open'],
  ['/media/equipments /media/equipments/add /media/equipments/e1/edit', '/ / open open'],
  ['/schedule /schedule/add /schedule/e1/edit', '/ / open open'],
  ['/collections /collections/add /collections/c1/edit', '/ / open open'],
  ['/subscriptions /subscriptions/add /subscriptions/s1/edit', '/ / open open'],
  ['/documents /documents/add /documents/d1/edit', '/ / open open'],
  ['/users', '/ / /users/userManagement /users/userManagement'],
  ['/users/userManagement /users/userReport', '/ / open open'],
  ['/siteSettings', '/ / /siteSettings/generalSettings /siteSettings/generalSettings'],
  ['/siteSettings/generalSettings /siteSettings/webSettings /siteSettings/appSettings', '/ / open open'],
  ['/siteSettings/socialLinks /siteSettings/appLinks', '/ / open open'],
  [
    '/siteSettings/customLinks /siteSettings/customLinks/add /siteSettings/customLinks/l1/edit',
    '/ / open open',
  ],
  ['/nowhere /titles /media/nothing /admins', '404 404 404 404'],
]

describe('F-1, ROLE-18 to ROLE-22, C-67 the routes of the register', () => {
  test.each(routes.flatMap(([paths, outcomes]) => paths.split(' ').map(path => [path, outcomes])))(
    '%s: %s',
    (path, outcomes) => expect(everyRole.map(role => outcome(path!, as(role))).join(' ')).toBe(outcomes),
  )

  test('C-54 a tenant’s settings are staff’s under /tenants, the tenant’s own under /siteSettings', () => {
    const open = (path: string) => everyRole.map(role => outcome(path, as(role)) === 'open')
    for (const screen of ['generalsettings/edit', 'websettings', 'mobilesettings'])
      expect(open(`/tenants/${screen}`)).toEqual([true, false, true, true])
    for (const screen of ['generalSettings', 'webSettings', 'appSettings'])
      expect(open(`/siteSettings/${screen}`)).toEqual([false, false, true, true])
  })

  test.each([
    [Role.Admin, '/'],
    [Role.Provider, 'notice'],
    [Role.Tenant, 'notice'],
    [Role.Support, 'open'],
  ])('ROLE-20 bulk upload that is not enabled, role %i: %s', (role, expected) => {
    for (const path of ['/media/bulkUpload', '/media/bulkUpload/add', '/media/bulkUpload/b1/edit'])
      expect(outcome(path, as(role, { isBulkUploadEnabled: false }))).toBe(expected)
  })
})

describe('F-4, C-15 the schedule by connect mode', () => {
  test.each([
    ['ondemand', 'shown', 'open'],
    [null, 'shown', 'open'],
    ['none', 'shown', '/ with notice'],
    ['live', 'removed', 'open'],
    ['both', 'removed', 'open'],
  ] as const)('%s: for a tenant %s, the route %s', (connect, entry, route) => {
    const shows = (role: Role) => toSidebar(as(role, { connect })).some(({ id }) => id === 'schedule')
    expect([shows(Role.Tenant) ? 'shown' : 'removed', shows(Role.Support)]).toEqual([entry, true])
    for (const role of [Role.Tenant, Role.Support])
      for (const path of ['/schedule', '/schedule/add', '/schedule/e1/edit'])
        expect(outcome(path, as(role, { connect }))).toBe(route)
  })
})

test('F-3, NAV-67 customer support sees every page of its groups, bulk upload too', () => {
  const groups = toSidebar(as(Role.Support, { isBulkUploadEnabled: false })).flatMap(({ id, children }) =>
    children === undefined ? [] : [`${id}: ${children.map(child => child.id).join(' ')}`],
  )
  expect(groups).toEqual([
    'siteSettings: generalSettings webSettings appSettings socialLinks customLinks appLinks',
    'media: contentTitles reviews bulkUpload categories labels focusAreas equipments',
    'users: userManagement userReport',
  ])
})
