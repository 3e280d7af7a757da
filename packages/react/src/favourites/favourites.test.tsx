import { type Favourite, Role, type TenantEntry, type Title } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Failure, never, type StoryAnswers, StoryKinora, storyUser } from '../testing/stories.tsx'
import { findSerious, renderInRoot } from '../ui/testing.tsx'
import { FavouriteList } from './favourite-list.tsx'

const entry: TenantEntry = {
  ...{ tenantId: 'north', name: 'Northwind', connect: null, providerId: null },
  ...{ isBulkUploadEnabled: true, isRichTextEnabled: true, timeZone: 'Europe/Berlin' },
}
const favourite = (contentId: string, className: string, isOwn: boolean): Favourite => ({
  ...{ tenantId: 'north', contentId, action: 'add', className, isOwn, classLanguageCode: 'en-GB' },
  ...{ channelName: 'Studio', provider: 'Lake', imageLink: null, durationSecond: 600 },
  addedDate: '2026-11-19T10:00:00',
})
const shown = (tag: string, className: string) => ({ tag, className, channelName: 'Studio' }) as Title

/** A platform that keeps the favourites it is told; single answers can be replaced. */
function answers(replaced: StoryAnswers['favourites'] = {}): StoryAnswers {
  const stored = new Map([
    ['own', favourite('own', 'Morning flow', true)],
    ['shown', favourite('shown', 'Climb', false)],
  ])
  const titles = [shown('shown', 'Climb'), shown('ride', 'Sprint ride')]
  return {
    session: { verify: () => ({ user: { ...storyUser, role: Role.Tenant, tenants: [entry] } }) },
    titles: {
      classChooser({ query = '' }) {
        const data = titles
          .filter(({ className }) => className.toLowerCase().includes(query.toLowerCase()))
          .map(title => ({ ...title, isFavourite: stored.has(title.tag) }))
        return { data, totalRecords: data.length, totalPages: 1, page: 1 }
      },
    },
    favourites: {
      list() {
        const data = [...stored.values()]
        return { data, totalRecords: data.length, totalPages: 1, page: 1 }
      },
      set(change) {
        if (change.action === 'remove') stored.delete(change.contentId)
        else stored.set(change.contentId, favourite(change.contentId, 'Sprint ride', false))
        return change
      },
      ...replaced,
    },
  }
}
const open = (given = answers()) =>
  renderInRoot(
    <StoryKinora answers={given}>
      <FavouriteList titleHref={tag => `#${tag}`} />
    </StoryKinora>,
  )
const row = (name: RegExp) => page.getByRole('row', { name })

describe('FAV-03 the favourites of a tenant', () => {
  test('are listed; its own lead to their page', async () => {
    await open()
    await expect.element(row(/Climb.*Studio.*Lake.*19 Nov 2026/)).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Morning flow' })).toHaveAttribute('href', '#own')
    await expect.element(page.getByRole('link', { name: 'Climb' })).not.toBeInTheDocument()
  })

  test('FAV-01 one is removed, and put back with undo', async () => {
    await open()
    await page.getByRole('button', { name: 'Remove Morning flow from favourites' }).click()
    await expect.element(page.getByText('Morning flow removed from favourites')).toBeVisible()
    await expect.element(row(/Morning flow/)).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.element(page.getByText('2 favourites')).toBeVisible()
  })

  test('FAV-01 one is added from the titles that the site shows and that are none yet', async () => {
    await open()
    await page.getByRole('combobox', { name: 'Add favourite' }).click()
    await expect.element(page.getByRole('option', { name: /Sprint ride/ })).toBeVisible()
    await expect.poll(() => page.getByRole('option').elements().length).toBe(1)
    await page.getByRole('option', { name: /Sprint ride/ }).click()
    await expect.element(page.getByText('Sprint ride added to favourites')).toBeVisible()
    await expect.element(row(/Sprint ride/)).toBeVisible()
  })
})

const nothing = { totalRecords: 0, totalPages: 0, page: 1, data: [] }
describe('the states of favourites', () => {
  test.each<[string, StoryAnswers, RegExp]>([
    ['loading', answers({ list: never }), /Loading/],
    ['empty', answers({ list: () => nothing }), /No favourites yet/],
    ['failed', answers({ list: () => new Failure(503) }), /This couldn’t be loaded/],
    ['full', answers(), /2 favourites.*Morning flow/],
  ])('%s; axe finds nothing serious', async (_, given, words) => {
    const { container } = await open(given)
    await expect.poll(() => container.textContent).toMatch(words)
    expect(await findSerious(container)).toEqual([])
  })
})
