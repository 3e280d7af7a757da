import { memberColumns } from '@kinora/core/bulk'
import type { ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Failure, StoryKinora } from '../testing/stories.tsx'
import { findSerious, renderInRoot } from '../ui/testing.tsx'
import { memberAnswers, storyImport } from './fixtures.tsx'
import { MemberImportForm } from './import-form.tsx'
import { MemberImportView } from './import-view.tsx'
import { MemberList } from './member-list.tsx'
import { MemberView } from './member-view.tsx'
import * as stories from './members.stories.tsx'

const show = (content: ReactNode, answers = memberAnswers()) =>
  renderInRoot(<StoryKinora answers={answers}>{content}</StoryKinora>)
const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('USER-07, USER-08, USER-10 the user report', () => {
  test('28.5 leads to a member, and says who is off', async () => {
    await show(<MemberList rowHref={id => `#member-${id}`} />)
    await expect
      .element(page.getByRole('link', { name: 'Mia Larsen' }))
      .toHaveAttribute('href', '#member-u-1')
    await expect.element(page.getByRole('row', { name: /Tom Fielding.*Off/ })).toBeVisible()
  })

  test('USER-08 filters by every status that is chosen', async () => {
    const answers = memberAnswers()
    const list = vi.spyOn(answers.members!, 'list')
    await show(<MemberList />, answers)
    await button('Add filter').click()
    await page.getByRole('menuitem', { name: 'Subscription status' }).click()
    await page.getByRole('option', { name: 'Trial' }).click()
    await expect.element(page.getByText('2 members', { exact: true })).toBeVisible()
    await page.getByRole('option', { name: 'Expired' }).click()
    await expect
      .poll(() => list.mock.lastCall?.[0])
      .toMatchObject({ subscriptionStatus: ['trial', 'expired'] })
    await expect.element(page.getByRole('link', { name: 'Ruth Okafor' })).toBeVisible()
    for (const [filter, asked] of [
      ['External status', { externalSubscriptionStatus: ['active'] }],
      ['Source', { externalSubscriptionSource: ['apple'] }],
    ] as const) {
      await userEvent.keyboard('{Escape}')
      await button('Add filter').click()
      await page.getByRole('menuitem', { name: filter, exact: true }).click()
      await page.getByRole('option').first().click()
      await expect.poll(() => list.mock.lastCall?.[0]).toMatchObject(asked)
    }
    await userEvent.keyboard('{Escape}')
    await page.getByRole('searchbox').fill('mia')
    await expect.poll(() => list.mock.lastCall?.[0]).toMatchObject({ searchTerm: 'mia' })
  })
})

describe('28.5 the page of a member', () => {
  const open = (userId: string, replaced = {}) => {
    const answers = memberAnswers(undefined, replaced)
    const spies = Object.fromEntries(
      (['update', 'disable', 'enable', 'addItem', 'updateItem', 'endItem', 'erase'] as const).map(verb => [
        verb,
        vi.spyOn(answers.members!, verb as 'erase'),
      ]),
    )
    const sent = (verb: string) => spies[verb]!.mock.calls[0]?.[0] as unknown
    return { sent, shown: show(<MemberView userId={userId} listHref="#list" />, answers) }
  }
  const one = (userId: string) => ({ tenantId: 'north', userId })
  const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })

  test('LIVE-08 says whether the member may watch a title that is chosen, and why', async () => {
    const { shown } = open('u-1')
    const screen = await shown
    await button('Choose a class').click()
    await page.getByRole('dialog').getByText('Morning flow').click()
    await inDialog('Choose class').click()
    await expect.element(page.getByText('No, the site doesn’t play it.')).toBeVisible()
    await expect.element(page.getByText('It takes Gold, which the member doesn’t have now.')).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
  })

  test('corrects who it is, and says what was corrected and what happened', async () => {
    const { sent, shown } = open('u-5')
    const screen = await shown
    await expect
      .element(page.getByRole('textbox', { name: 'Email' }))
      .toHaveAccessibleDescription(/imports leave it as it is/)
    await expect.element(page.getByText('Added a subscription')).toBeVisible()
    await expect.element(page.getByText('ines@north.exmaple → m5@north.example')).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
    await page.getByRole('textbox', { name: 'Email' }).fill('nobody')
    await button('Save').click()
    await expect.element(page.getByText('Email is not valid').first()).toBeVisible()
    await page.getByRole('textbox', { name: 'Email' }).fill('right@north.example')
    await button('Save').click()
    await expect
      .poll(() => sent('update'))
      .toEqual({ ...one('u-5'), email: 'right@north.example', version: 1 })
  })

  test('turns it off after a decision that says what follows, and on without one', async () => {
    const { sent, shown } = open('u-1')
    await shown
    await button('Turn off').click()
    await expect.element(page.getByText('Turn Mia Larsen off?')).toBeVisible()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
    await expect.poll(() => sent('disable')).toEqual(one('u-1'))
    const off = open('u-3')
    await off.shown
    await expect.element(page.getByText(/^Off since /)).toBeVisible()
    await button('Turn on').click()
    await expect.poll(() => off.sent('enable')).toEqual(one('u-3'))
  })

  test('adds, corrects and ends a subscription; what Stripe keeps has no buttons', async () => {
    const { sent, shown } = open('u-5')
    const screen = await shown
    await button('Add subscription').click()
    await inDialog('Save subscription').click()
    await expect.element(page.getByText('Give the subscription a title or a product id.')).toBeVisible()
    await page.getByRole('dialog').getByLabelText('Title').fill('Guest')
    await page.getByLabelText('First day').fill('2026-11-01')
    await inDialog('Save subscription').click()
    await expect
      .poll(() => sent('addItem'))
      .toMatchObject({ ...one('u-5'), title: 'Guest', status: 'active', startsOn: '2026-11-01' })
    await button('Edit Basic').click()
    await expect.element(page.getByRole('dialog').getByLabelText('Title')).toHaveAttribute('readonly')
    expect(await findSerious(screen.container)).toEqual([])
    await page.getByLabelText('Price').fill('5.00')
    await inDialog('Save subscription').click()
    await expect
      .poll(() => sent('updateItem'))
      .toEqual({ tenantId: 'north', itemId: 's-6', price: '5.00', version: 1 })
    await button('End subscription Gift').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End subscription' }).click()
    await expect.poll(() => sent('endItem')).toEqual({ tenantId: 'north', itemId: 's-5' })
  })

  test('without changes the history says so, and holds no empty list', async () => {
    const history = () => ({ data: [], totalRecords: 0, totalPages: 0, page: 1 })
    const { shown } = open('u-1', { history })
    await shown
    await expect.element(page.getByText('Nobody has changed this member by hand.')).toBeVisible()
    expect([...document.querySelectorAll('ul')].filter(list => list.childElementCount === 0)).toEqual([])
  })

  test('leaves to Stripe what comes from there, and erases after a decision that names the member', async () => {
    const { sent, shown } = open('u-1')
    await shown
    await expect.element(page.getByText('01 Jan 2026 to 01 Mar 2026')).toBeVisible()
    expect(button('Edit Premium').elements()).toEqual([])
    await button('Erase member').click()
    await expect.element(page.getByText('Erase Mia Larsen?')).toBeVisible()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Erase member' }).click()
    await expect.element(page.getByText('Member erased')).toBeVisible()
    expect(sent('erase')).toEqual(one('u-1'))
  })
})

describe('USER-05, USER-11, USER-12 an import', () => {
  test('a CSV is checked by row and column before it is sent', async () => {
    const onAdded = vi.fn()
    const screen = await show(<MemberImportForm onAdded={onAdded} />)
    const choose = (name: string, ...lines: string[]) => {
      const input = screen.container.querySelector<HTMLInputElement>('[data-slot="file-input"]')!
      const transfer = new DataTransfer()
      transfer.items.add(new File([[memberColumns.join(','), ...lines].join('\n')], name))
      input.files = transfer.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    }
    await expect.element(page.getByText('Drop the CSV here', { exact: false })).toBeVisible()
    choose('crew.csv', 'm-1,Ada,ada@site.example,,,,,,', 'm-2,,nobody,,,,,,')
    await expect.element(page.getByText('1 of 2 rows have errors', { exact: false })).toBeVisible()
    await expect.element(page.getByRole('row', { name: /3 m-2 email/ })).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
    await button('Upload members').click()
    await expect.element(page.getByText('uploading file')).toBeVisible()
    await expect.poll(() => onAdded.mock.calls).toEqual([['f-1']])
  })

  test('USER-04 USER-05 USER-06 says what it loads and sends', async () => {
    const answers = memberAnswers()
    const file = () => ({ body: 'x', contentType: 'text/csv' })
    const imports = { ...answers['member-imports'], template: file, download: file }
    await show(<MemberImportForm />, { ...answers, 'member-imports': imports })
    await button('Template').click()
    await expect.element(page.getByText('downloading template')).toBeVisible()
    const done = storyImport({ status: 'Complete', doneUsers: 120 })
    const answer = memberAnswers(done)
    const loads = { ...answer['member-imports'], download: file }
    await show(<MemberImportView fileId="f-1" />, { ...answer, 'member-imports': loads })
    await button('Report').click()
    await expect.element(page.getByText('downloading report')).toBeVisible()
  })

  test('BULK-05 a platform that imports none says so, and the import stays new', async () => {
    const answers = memberAnswers()
    const imports = { ...answers['member-imports'], process: () => new Failure(501) }
    await show(<MemberImportView fileId="f-1" />, { ...answers, 'member-imports': imports })
    await expect
      .element(page.getByText('1 row has errors and will be left out.', { exact: false }))
      .toBeVisible()
    await expect.element(page.getByText('Required externalUserId', { exact: false })).toBeVisible()
    await button('Process').click()
    await expect.element(page.getByText('Processing couldn’t start')).toBeVisible()
    await expect.element(page.getByText('New', { exact: true })).toBeVisible()
  })

  test.each([
    ['list, empty', stories.Empty, /No members yet/],
    ['imports', stories.Imports, /november.*Processing.*120/],
    ['processing', stories.ImportProcessing, /60 of 120 rows done, 4 failed.*north-1.*Added/],
    ['stopping', stories.ImportStopping, /Finishing the rows in hand/],
    ['cancelled', stories.ImportCancelled, /cancelled this import.*The file is gone/],
  ])('%s', async (_, story, words) => {
    const screen = await renderInRoot(story.render())
    await expect.poll(() => screen.container.textContent?.replace(/\s+/g, ' ')).toMatch(words)
    expect(await findSerious(screen.container)).toEqual([])
  })
})
