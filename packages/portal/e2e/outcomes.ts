import { decideRoute, Role, type RouteContext, toRouteContext } from '@kinora/core'
import type { Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { patience } from '../../../scripts/patience.ts'
import { matchRoute } from '../src/routes.tsx'
import { addressOf, apiAs } from './addresses.ts'
import { type Account, chooseTenant, goAnew, goInside, type Kit, type OpenPage, settled } from './portal.ts'
import { registerRoutes, shapeOf } from './register-routes.ts'

const roles = { admin: Role.Admin, provider: Role.Provider, tenant: Role.Tenant, support: Role.Support }

/** The demo's accounts, as F-1 asks about them; customer support has chosen Pulse House. */
export const situationOf = (account: Account): RouteContext => ({
  role: roles[account],
  connect: account === 'tenant' || account === 'support' ? 'ondemand' : null,
  isBulkUploadEnabled: account === 'tenant' || account === 'provider',
})

/** A profile of its own that has the account's pages open, one after another. */
export async function enter(kit: Kit, account: Account): Promise<OpenPage> {
  const opened = await kit.fresh(account)
  if (account === 'support') await chooseTenant(opened.page, 'Pulse House')
  const api = await apiAs(kit.url(), account)
  const tenants = account === 'support' ? (await api.tenants.list({})).data : []
  const chosen = tenants.find(({ tenantId }) => tenantId === 'pulsehouse')
  expect(toRouteContext((await api.session.verify({})).user, chosen)).toEqual(situationOf(account))
  return opened
}

/** What F-1 says about an address: where one ends up, and what is there. */
export type Outcome = { path: string; kind: 'screen' | 'notFound' | 'notice' }

/** Follows the redirects of F-1. A path that is open but has no screen yet is not found (NAV-48). */
export function outcomeOf(path: string, routeContext: RouteContext): Outcome {
  const decision = decideRoute(path, routeContext)
  if (decision?.kind === 'redirect') return outcomeOf(decision.to, routeContext)
  if (decision?.kind === 'notice') return { path, kind: 'notice' }
  return { path, kind: decision !== undefined && matchRoute(path) ? 'screen' : 'notFound' }
}

/** Who loads the address of a record as from a bookmark, without what its list has read: one of them opens each. Others go inside. */
const withBookmarks = new Set<Account>(['tenant', 'provider'])

/** Goes to a record that the route shows, or to what F-1 makes of it, which is then looked at. */
export async function goToRoute(page: Page, url: string, path: string, account: Account): Promise<void> {
  const routeContext = situationOf(account)
  const { kind, path: end } = outcomeOf(path, routeContext)
  const isHere = kind === 'screen' && end === path
  const address = isHere ? await addressOf({ path }, page, url) : path.replace(/\$\w+/g, 'x')
  if (address === path) await goInside(page, address)
  else if (!isHere || withBookmarks.has(account)) await page.goto(url + address)
  else await goAnew(page, address)
  await expectOutcome(page, url, address, routeContext)
}

/** The headings that can be seen: of each page exactly one. */
export const headings = (page: Page) => page.getByRole('heading', { level: 1 }).allInnerTexts()

async function expectOutcome(
  page: Page,
  url: string,
  path: string,
  routeContext: RouteContext,
): Promise<void> {
  const outcome = outcomeOf(path, routeContext)
  await page.waitForURL(url + outcome.path)
  // The address changes before the page does.
  const expectPage = async () => {
    await settled(page)
    const [title, ...more] = await headings(page)
    expect(more, 'one visible h1').toEqual([])
    if (outcome.kind === 'notFound') expect(title).toBe('This page does not exist.')
    if (outcome.kind === 'notice') expect(title).toMatch(/^This feature is not available for your account/)
    if (outcome.kind === 'screen')
      expect(title).not.toMatch(/^(This page does not exist|Record not found|This couldn’t be loaded|$)/)
    await expectDocumentTitle(page, outcome.path === '/' ? 'Home' : title!)
    if (outcome.kind === 'screen') await expectRegistersPage(page, outcome.path, title!, routeContext.role)
  }
  await vi.waitFor(expectPage, { timeout: patience })
}

/** NAV-52: the first part of an address, and the section that the header names. */
const sections: Readonly<Record<string, string>> = {
  '': 'Home',
  ...{
    apiKeys: 'Home',
    webhooks: 'Home',
    gettingStarted: 'Home',
    help: 'Home',
    admin: 'Admin',
    tenants: 'Tenants',
    providers: 'Providers',
  },
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
