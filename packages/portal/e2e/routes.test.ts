import { routeRules, type Situation, toSituation } from '@kinora/core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { patience } from '../../../scripts/patience.ts'
import { matchRoute, routes } from '../src/routes.tsx'
import { addressOf, apiAs, outcomeOf } from './addresses.ts'
import {
  type Account,
  chooseTenant,
  expectNoSideScroll,
  goInside,
  type OpenPage,
  settled,
  setUp,
} from './portal.ts'
import { registerRoutes, shapeOf } from './register-routes.ts'

const kit = setUp()
const accounts: readonly Account[] = ['admin', 'provider', 'tenant', 'support']
/** Paths of F-1 that have no screen of their own: containers. */
const others = [...new Set(Object.keys(routeRules).map(path => path.replace(/\/\*$/, '')))].filter(
  path => !routes.some(route => route.path === path),
)

/** The headings that can be seen: of each page exactly one. */
const words = (page: Page) => page.getByRole('heading', { level: 1 }).allInnerTexts()
const pathOf = (page: Page) => new URL(page.url()).pathname

async function expectOutcome(page: Page, path: string, situation: Situation): Promise<void> {
  const outcome = outcomeOf(path, situation)
  await page.waitForURL(kit.url() + outcome.path)
  // The address changes before the page does.
  const expectPage = async () => {
    await settled(page)
    const [title, ...more] = await words(page)
    expect(more, 'one visible h1').toEqual([])
    if (outcome.kind === 'notFound') expect(title).toBe('This page does not exist.')
    if (outcome.kind === 'notice') expect(title).toMatch(/^This feature is not available for your account/)
    if (outcome.kind === 'screen')
      expect(title).not.toMatch(/^(This page does not exist|Record not found|This couldn’t be loaded|$)/)
    await expectDocumentTitle(page, outcome.path === '/' ? 'Home' : title!)
    if (outcome.kind === 'screen') await expectRegistersPage(page, outcome.path, title!, situation.role)
  }
  await vi.waitFor(expectPage, { timeout: patience })
}

/** NAV-52: the first part of an address, and the section that the header names. */
const sections: Readonly<Record<string, string>> = {
  '': 'Home',
  ...{ gettingStarted: 'Home', admin: 'Admin', tenants: 'Tenants', providers: 'Providers' },
  ...{ channels: 'Channels', media: 'Media', favourites: 'Media', schedule: 'Schedule' },
  ...{ collections: 'Collections', siteSettings: 'Site management', documents: 'Documents' },
  ...{ subscriptions: 'Subscriptions', users: 'Users' },
}
/** NAV-53, NAV-54, NAV-57, NAV-58: the tabs of a page, in the order of `registerRoles`; undefined where it doesn't open. */
const ofTenants = 'Tenants|Publishing|Site terms'
const library = 'Content titles|Categories|Labels|Focus areas|Equipment'
const tabs: Readonly<Record<string, { name: string; ofRoles: readonly (string | undefined)[] }>> = {
  '/admin': { name: 'Admin sections', ofRoles: ['Content|Reports'] },
  '/admin/report': { name: 'Admin sections', ofRoles: ['Content|Reports', undefined, undefined, 'Reports'] },
  '/tenants': { name: 'Tenant sections', ofRoles: [ofTenants, undefined, ofTenants, ofTenants] },
  '/tenants/publishing': { name: 'Tenant sections', ofRoles: [ofTenants, undefined, undefined, ofTenants] },
  '/tenants/siteterms': { name: 'Tenant sections', ofRoles: [ofTenants, undefined, ofTenants, ofTenants] },
  '/channels': {
    ...{ name: 'Channels', ofRoles: ['Channels|Publishing', 'Channels', 'Channels', 'Channels|Publishing'] },
  },
  '/media/contentTitles': {
    ...{ name: 'Media', ofRoles: ['Content titles', 'Content titles', library, library] },
  },
}

/** The page is the one that the register has at this address, below its section and with its tabs. */
async function expectRegistersPage(page: Page, address: string, title: string, role: number): Promise<void> {
  const path = address.replace(/\?.*/, '')
  const route = matchRoute(path)!.route.path
  const heading = registerRoutes.find(row => shapeOf(row.path) === shapeOf(route))?.heading
  if (heading !== undefined) expect(title).toMatch(heading)
  expect(await page.locator('.kn-header-title').innerText()).toBe(sections[path.split('/')[1]!])
  const own = tabs[path]
  if (own === undefined) return
  const links = page.getByRole('navigation', { name: own.name, exact: true }).getByRole('link')
  expect((await links.allInnerTexts()).join('|')).toBe(own.ofRoles[role])
}

/** The tab says what the page's heading says, without the badge beside it. */
async function expectDocumentTitle(page: Page, title: string): Promise<void> {
  const name = await page.title()
  expect(name).toMatch(/.+ · Kinora$/)
  expect(title).toContain(name.replace(/ · Kinora$/, ''))
}

describe.each(accounts)(
  'C-16, C-54, F-1, ROLE-16, ROLE-18 to ROLE-22, NAV-01, NAV-03 to NAV-49, NAV-52 to NAV-54, NAV-57, NAV-58: %s opens',
  account => {
    let opened: OpenPage
    let situation: Situation

    beforeAll(async () => {
      opened = await kit.as(account)
      if (account === 'support') await chooseTenant(opened.page, 'Pulse House')
      const api = await apiAs(kit.url(), account)
      const tenants = account === 'support' ? (await api.tenants.list({})).data : []
      const chosen = tenants.find(({ tenantID }) => tenantID === 'pulsehouse')
      situation = toSituation((await api.session.verify({})).user, chosen)
    })
    afterAll(() => opened?.page.context().close())

    test.each(routes)('$path', async route => {
      const { page, complaints } = opened
      const isScreen = outcomeOf(route.path, situation).kind === 'screen'
      const isHere = isScreen && outcomeOf(route.path, situation).path === route.path
      const address = isHere ? await addressOf(route, page, kit.url()) : route.path.replace(/\$\w+/g, 'x')
      await goInside(page, address)
      await expectOutcome(page, address, situation)
      await expectNoSideScroll(page)
      expect(complaints.splice(0)).toEqual([])
    })

    test.each(others)('%s', async path => {
      const { page, complaints } = opened
      await goInside(page, path)
      await expectOutcome(page, path, situation)
      expect(complaints.splice(0)).toEqual([])
    })
  },
)

test('NAV-73 the whole scope of the portal has screens; what has none leads on to one', () => {
  expect(others).toEqual(['/media', '/users', '/siteSettings'])
})

describe('ROLE-04 customer support without a tenant', () => {
  test('every route asks for one first', async () => {
    const { page, complaints } = await kit.as('support')
    for (const path of [...routes.map(route => route.path), ...others]) {
      await goInside(page, path)
      await expect.poll(() => words(page), { message: path }).toEqual(['Please choose a tenant to start.'])
      expect(pathOf(page)).toBe(path)
    }
    expect(complaints).toEqual([])
  })
})
