import { routeRules } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/routes.tsx'
import { enter, goToRoute, headings, outcomeOf, situationOf } from './outcomes.ts'
import { type Account, expectNoSideScroll, goInside, type OpenPage, setUp } from './portal.ts'
import { isLookedAt } from './screens.ts'

const kit = setUp()
const accounts: readonly Account[] = ['admin', 'provider', 'tenant', 'support']
const screens = routes.map(({ path }) => path)
/** Paths of F-1 that have no screen of their own: containers. */
const others = [...new Set(Object.keys(routeRules).map(path => path.replace(/\/\*$/, '')))].filter(
  path => !screens.includes(path),
)

/** Every screen that opens to the account and that `screens.test.ts` doesn't show it. */
const opening = (account: Account) =>
  routes
    .filter(({ path }) => {
      const { kind, path: end } = outcomeOf(path, situationOf(account))
      return kind === 'screen' && end === path
    })
    .filter(route => !isLookedAt(route, account))
    .map(({ path }) => path)

/** What doesn't open: one path of each kind, and of each place that it leads to. Every path of F-1 is in core's tests. */
function refused(account: Account): string[] {
  const seen = new Set<string>()
  return [...screens, ...others, '/nowhere'].filter(path => {
    const { kind, path: end } = outcomeOf(path, situationOf(account))
    const fate = end === path ? kind : `${kind} ${end}`
    if (fate === 'screen' || seen.has(fate)) return false
    return seen.add(fate)
  })
}

describe.each(accounts)(
  'C-16, C-54, F-1, ROLE-16, ROLE-18 to ROLE-22, NAV-01, NAV-03 to NAV-49, NAV-52 to NAV-54, NAV-57, NAV-58: %s opens',
  account => {
    let opened: OpenPage

    beforeAll(async () => {
      opened = await enter(kit, account)
    })
    afterAll(() => opened?.page.context().close())

    test.each([...opening(account), ...refused(account)])('%s', async path => {
      const { page, complaints } = opened
      await goToRoute(page, kit.url(), path, account)
      await expectNoSideScroll(page)
      expect(complaints.splice(0)).toEqual([])
    })
  },
)

test('NAV-73 the whole scope of the portal has screens; what has none leads on to one', () => {
  expect(others).toEqual(['/tenants/start', '/media', '/users', '/siteSettings'])
})

test('a page that is loaded at any address of the portal is the portal', async () => {
  const root = await (await fetch(`${kit.url()}/`)).text()
  for (const path of [...screens, ...others]) {
    const answer = await fetch(kit.url() + path.replace(/\$\w+/g, 'x'), { headers: { accept: 'text/html' } })
    expect([answer.status, await answer.text()], path).toEqual([200, root])
  }
})

describe('ROLE-04 customer support without a tenant', () => {
  test('is asked for one first, at a list, a form, a container and where there is nothing', async () => {
    const { page, complaints } = await kit.as('support')
    for (const path of ['/tenants', '/media/labels/add', '/media', '/nowhere', '/']) {
      await goInside(page, path)
      await expect.poll(() => headings(page), { message: path }).toEqual(['Please choose a tenant to start.'])
      expect(new URL(page.url()).pathname).toBe(path)
    }
    expect(complaints).toEqual([])
  })

  test('0145 reads help, reports and providers without one, and chooses where one is asked for', async () => {
    const { page, complaints } = await kit.as('support')
    const first: [string, RegExp][] = [
      ['/help', /Help/],
      ['/admin/report', /./],
      ['/providers', /Providers/],
    ]
    for (const [path, heading] of first) {
      await goInside(page, path)
      await expect.poll(() => headings(page), { message: path }).toEqual([expect.stringMatching(heading)])
      expect(await headings(page), path).not.toContain('Please choose a tenant to start.')
    }
    await goInside(page, '/media/labels')
    const prompt = page.getByRole('main')
    await prompt.getByRole('combobox', { name: 'Tenant' }).click()
    await page.getByRole('option').first().click()
    await page.getByRole('main').getByRole('heading', { name: 'Labels', level: 1 }).waitFor()
    expect(complaints).toEqual([])
  })
})
