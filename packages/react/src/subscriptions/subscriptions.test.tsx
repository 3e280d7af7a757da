import type { ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { StoryKinora } from '../testing/stories.tsx'
import { findSerious, renderInRoot } from '../ui/testing.tsx'
import { storySubscriptions, subscriptionAnswers } from './fixtures.tsx'
import { SubscriptionForm } from './subscription-form.tsx'
import { SubscriptionList } from './subscription-list.tsx'
import * as stories from './subscriptions.stories.tsx'

type Replaced = Parameters<typeof subscriptionAnswers>[0]
const openList = (replaced: Replaced = {}) =>
  renderInRoot(
    <StoryKinora answers={subscriptionAnswers(replaced)}>
      <SubscriptionList rowHref={id => `#${id}`} addHref="#add" />
    </StoryKinora>,
  )
const stored = storySubscriptions.map(row => ({ ...row, imageLink: '/media/images/a.jpg' }))
const openForm = (id?: string, replaced: Replaced = {}, on: object = {}) =>
  renderInRoot(
    <StoryKinora answers={subscriptionAnswers(replaced, stored)}>
      <SubscriptionForm id={id} listHref="#list" {...on} />
    </StoryKinora>,
  )
const button = (name: string) => page.getByRole('button', { name })

test('SUBS-07, API-121 several are deleted at once; of each that stays it is said why', async () => {
  const remove = vi.fn(() => ({
    failed: [
      { id: '1', reason: 'Somebody works on it.', status: 409 },
      { id: '3', reason: 'Not found', status: 404 },
    ],
  }))
  const screen = await openList({ remove })
  for (const name of ['Unlimited', 'First steps', 'Summer'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  await button('Delete 3 subscriptions').click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Delete 3 subscriptions' }).click()
  await expect
    .element(screen.getByText('1 subscription deleted, 2 subscriptions couldn’t be deleted'))
    .toBeVisible()
  await expect.element(screen.getByText('Somebody works on it.')).toBeVisible()
  await expect.element(screen.getByText('Not found')).toBeVisible()
  expect(remove.mock.calls).toEqual([[['1', '2', '3'], { tenantId: expect.any(String) }]])
})

describe('SUBS-01 to SUBS-08 the form', () => {
  test('SUBS-03 a new one lacks what it needs, field by field; nothing is sent', async () => {
    const create = vi.fn(subscriptionAnswers().subscriptions!.create!)
    const screen = await openForm(undefined, { create })
    await button('Create subscription').click()
    for (const words of ['Required Title', 'Required Price id'])
      await expect.element(screen.getByRole('link', { name: words })).toBeVisible()
    await screen.getByRole('textbox', { name: 'Title' }).fill('Gold')
    await screen.getByRole('textbox', { name: 'Price id' }).fill('no id')
    await button('Create subscription').click()
    for (const words of [
      'Required Description',
      'Required Collections',
      'Required Cover',
      'Price id must be an id of Stripe’s, such as price_1Ab2Cd',
    ])
      await expect.element(screen.getByRole('link', { name: words })).toBeVisible()
    expect(create).not.toHaveBeenCalled()
  })

  test('SUBS-06 of one that is stored a save sends what was changed, with the version', async () => {
    const update = vi.fn(subscriptionAnswers({}, stored).subscriptions!.update!)
    const screen = await openForm('2', { update })
    await screen.getByRole('radio', { name: /All in one/ }).click()
    await page.getByRole('checkbox', { name: 'Mornings' }).click()
    await page.getByRole('checkbox', { name: 'Planned' }).click()
    await screen.getByRole('switch', { name: /^Active/ }).click()
    await userEvent.keyboard('{Control>}s{/Control}')
    await expect.element(screen.getByText('saved', { exact: true })).toBeVisible()
    expect(update.mock.calls[0]?.[0]).toEqual({
      ...{ tenantId: 'north', subsPackageId: '2', version: 1, isActive: true },
      ...{ subscriptionType: 'allinone', collectionTags: ['c-1'] },
    })
  })

  test('SUBS-07 why one stays stands in the dialog', async () => {
    const onDeleted = vi.fn()
    const screen = await openForm(
      '1',
      { remove: () => ({ failed: [{ id: '1', reason: 'Somebody works on it.', status: 409 }] }) },
      { onDeleted },
    )
    await button('Delete subscription').click()
    await screen.getByRole('alertdialog').getByRole('button', { name: 'Delete subscription' }).click()
    await expect.element(screen.getByRole('alertdialog').getByText('Somebody works on it.')).toBeVisible()
    expect(onDeleted).not.toHaveBeenCalled()
  })
})

test('C-114 Stripe is asked about what the field holds now; unreachable is a warning, another id takes it back', async () => {
  const checkPrice = vi.fn(subscriptionAnswers().subscriptions!.checkPrice!)
  const screen = await openForm('1', { checkPrice })
  await button('Check with Stripe').click()
  await expect.element(screen.getByText('Unlimited: €29.90 every 3 months')).toBeVisible()
  checkPrice.mockImplementation(() => ({ outcome: 'unreachable' }))
  await screen.getByRole('textbox', { name: 'Price id' }).fill(' price_2 ')
  await expect.element(screen.getByText('Unlimited: €29.90 every 3 months')).not.toBeInTheDocument()
  await button('Check with Stripe').click()
  await expect.element(screen.getByText(/You can save without the check/)).toBeVisible()
  expect(checkPrice.mock.lastCall?.[0]).toEqual({ tenantId: 'north', pricingTableId: 'price_2' })
})

const states: [string, { render: () => ReactNode }, RegExp][] = [
  ['list, loading', stories.ListLoading, /Loading/],
  ['list, empty', stories.ListEmpty, /No subscriptions yet/],
  ['list, failed', stories.ListFailed, /This couldn’t be loaded/],
  ['list, full', stories.ListFull, /3 subscriptions.*Unlimited.*All in one.*Saved/s],
  ['form, new', stories.FormNew, /New subscription.*Check with Stripe/],
  ['form, no collections', stories.FormNoCollections, /Add one under Collections first/],
  ['form, stored', stories.FormStored, /Unlimited.*Mornings/],
  ['form, missing', stories.FormMissing, /not found/i],
]
test.each(states)('%s; axe finds nothing serious', async (_, story, words) => {
  await renderInRoot(story.render())
  await expect.poll(() => document.body.textContent).toMatch(words)
  expect(await findSerious(document.body)).toEqual([])
})
