import { contract, createApi, embedSessions, keys, type Right } from '@kinora/core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Kinora } from '../kernel/kinora.ts'
import { kinoraAs, kinoraHere, platformUrl, renderWith } from '../testing/platform.tsx'
import { findSerious } from '../ui/testing.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Home } from './home.tsx'
import type { HomeHrefs } from './home-hrefs.ts'

beforeAll(async () => void (await platformUrl()))

/** A host with a list of titles, their pages, and nothing else. */
const hrefs: HomeHrefs = {
  page: page => (page === 'titles' ? '/studio/classes' : undefined),
  title: tag => `/studio/class/${tag}`,
}

describe('NAV-01, NAV-71 home on a page of a host’s', () => {
  test('leads to the host’s own addresses, and nowhere that it has no page for', async () => {
    const kinora = await kinoraAs('tenant')
    const { titles } = createApi(contract, kinora.session.send)
    const { tag } = await titles.create({ className: 'Home of a host' })
    onTestFinished(async () => void (await titles.remove({ tags: [tag] })))
    const screen = await renderWith(kinora, <Home hrefs={hrefs} />)
    const newest = screen.getByRole('link', { name: 'Home of a host' }).last()
    await expect.element(newest).toHaveAttribute('href', `/studio/class/${tag}`)
    const published = screen.getByRole('link', { name: /^Published \d/ })
    await expect.element(published).toHaveAttribute('href', '/studio/classes?status=4')
    await expect.element(screen.getByRole('heading', { name: 'This week' })).toBeVisible()
    const addresses = [...screen.container.querySelectorAll('a')].map(link => link.getAttribute('href'))
    expect(addresses.filter(href => !href?.startsWith('/studio/'))).toEqual([])
    expect(await findSerious(screen.container)).toEqual([])
  })

  test('has no page for whom the register lets in nowhere, whatever the host says', async () => {
    const everywhere: HomeHrefs = { ...hrefs, page: page => `/studio/${page}` }
    const screen = await renderWith(await kinoraAs('provider'), <Home hrefs={everywhere} />)
    await expect.element(screen.getByRole('link', { name: 'Open content titles' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Favourites' }).query()).toBeNull()
  })

  test('NAV-70 the first steps that it has no page for are left out', async () => {
    const screen = await renderWith(await kinoraAs('admin'), <FirstSteps hrefs={hrefs} />)
    await expect.element(screen.getByRole('list').getByRole('link').first()).toBeVisible()
    const addresses = [...screen.container.querySelectorAll('a')].map(link => link.getAttribute('href'))
    expect(addresses.every(href => href?.startsWith('/studio/classes'))).toBe(true)
  })

  test.each<[Right[], string[]]>([
    [['members'], ['This week']],
    [['schedule'], ['This week']],
    [['read'], ['Needs you', 'On its way', 'This week', 'Next 90 days', 'Newest titles']],
  ])(
    'KEY-06 a session for %s is shown what it may read, and asks for nothing else',
    async (rights, bands) => {
      const kinora = await kinoraWith(rights)
      const everywhere: HomeHrefs = { ...hrefs, page: page => `/studio/${page}` }
      const screen = await renderWith(kinora, <Home hrefs={everywhere} />)
      await expect.element(screen.getByRole('heading', { name: 'This week' })).toBeVisible()
      await expect.poll(() => kinora.queries.isFetching()).toBe(0)
      // What was fetched last may not be drawn yet.
      const shown = () => screen.container.querySelectorAll('.kn-home > .kn-card .kn-card-title')
      await expect.poll(() => [...shown()].map(title => title.textContent)).toEqual(bands)
      expect(screen.getByRole('alert').query()).toBeNull()
      expect(failedReads(kinora)).toEqual([])
      expect(await findSerious(screen.container)).toEqual([])
    },
  )

  test('KEY-06 NAV-70 the first steps lead a session only where it may do something, and ask for nothing else', async () => {
    const kinora = await kinoraWith(['read'])
    const everywhere: HomeHrefs = { ...hrefs, page: page => `/studio/${page}` }
    const screen = await renderWith(kinora, <FirstSteps hrefs={everywhere} />)
    await expect.element(screen.getByRole('list').getByRole('link').first()).toBeVisible()
    await expect.poll(() => kinora.queries.isFetching()).toBe(0)
    const addresses = () => [...screen.container.querySelectorAll('a')].map(link => link.getAttribute('href'))
    await expect.poll(addresses).toContain('/studio/titles?page=1')
    expect(addresses()).not.toContain('/studio/addTitle')
    expect(failedReads(kinora)).toEqual([])
  })
})

/** The page of a host whose session has these rights. */
async function kinoraWith(rights: Right[]) {
  const { send } = (await kinoraAs('tenant')).session
  const endsOn = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const { keyId } = await send(keys.create, { name: 'Home', rights: ['embed', ...rights], endsOn })
  onTestFinished(async () => void (await send(keys.revoke, { keyId })))
  const user = { id: 'u-1', name: 'Jo' }
  const { token } = await send(embedSessions.create, { keyId, user, rights })
  return kinoraHere({ getToken: () => token })
}

const failedReads = (kinora: Kinora) =>
  kinora.queries
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.error !== null })
    .map(({ queryKey }) => queryKey.join(' '))
