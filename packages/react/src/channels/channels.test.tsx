import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { supplyAnswers } from '../publishing/fixtures.tsx'
import { Failure, type StoryAnswers, StoryKinora } from '../testing/stories.tsx'
import { findSerious, holdTimers, renderInRoot } from '../ui/testing.tsx'
import { ChannelForm } from './channel-form.tsx'
import { ChannelList } from './channel-list.tsx'
import * as stories from './channels.stories.tsx'

afterEach(() => vi.restoreAllMocks())

const open = (id: string | undefined, answers: StoryAnswers = supplyAnswers()) =>
  renderInRoot(
    <StoryKinora answers={answers}>
      <ChannelForm id={id} listHref="#list" publishHref={tag => `#publish-${tag}`} />
    </StoryKinora>,
  )
const button = (name: string) => page.getByRole('button', { name })
const dialog = () => page.getByRole('alertdialog')

describe('channels', () => {
  test('NAV-60 the selector of a provider asks for its channels alone', async () => {
    const asked: string[] = []
    const location = {
      read: () => new URLSearchParams(),
      write: (params: URLSearchParams) => void asked.push(String(params)),
    }
    await renderInRoot(
      <StoryKinora answers={supplyAnswers()}>
        <ChannelList location={location} />
      </StoryKinora>,
    )
    const selector = page.getByRole('combobox', { name: 'Provider' })
    await expect.element(selector).toMatchTextContent(/All providers/)
    await selector.click()
    await page.getByRole('option', { name: 'Northwind' }).click()
    await expect.poll(() => asked.at(-1)).toMatch(/^provider=\w+$/)
  })

  test('CHAN-03, API-76 the list says Yes or No; many are switched off at once after the effect is said', async () => {
    const screen = await renderInRoot(stories.List.render())
    await expect.element(page.getByText('Quiet Hours')).toBeVisible()
    await expect.element(page.getByText('No', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Yes', { exact: true }).first()).toBeVisible()
    await expect.element(page.getByRole('table').getByText('Northwind').first()).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
    await page.getByRole('checkbox').first().click()
    await expect.element(button('Activate 1 channel')).toBeVisible()
    await button('Deactivate 3 channels').click()
    await expect.element(dialog().getByText('123 titles leave all sites, with 12 favourites')).toBeVisible()
    await dialog().getByRole('button', { name: 'Deactivate 3 channels' }).click()
    await expect.element(page.getByText('3 channels saved')).toBeVisible()
    await expect.element(page.getByText('Yes', { exact: true })).not.toBeInTheDocument()
  })

  test('CHAN-04 to CHAN-10, CHAN-15, C-100 what is missing is said; published only once it is stored', async () => {
    const timers = holdTimers(1500, 3000)
    const create = vi.fn(() => new Failure(500))
    await open(undefined, supplyAnswers({ channels: { create } }))
    await expect.element(page.getByText(/^Create the channel first/)).toBeVisible()
    await page.getByRole('textbox', { name: 'Name' }).first().fill('North')
    await page.getByRole('switch').click()
    await button('Create channel').click()
    const few = 'Please add atleast 4 alphanumeric character'
    for (const words of [few, 'Required provider', 'Required Profile Pic', 'Required MediaSpace'])
      await expect.element(page.getByText(words).first()).toBeVisible()
    expect(page.getByRole('link', { name: few }).elements()).toHaveLength(2)
    await expect.element(page.getByText('Please Check You Data')).toBeVisible()
    expect(timers.started()).toEqual([1500])
    timers.letGo()
    await expect.element(page.getByText('Please Check You Data')).not.toBeInTheDocument()
    await expect.element(page.getByRole('link', { name: 'Publish to tenants' })).not.toBeInTheDocument()

    // CHAN-09: inactive, the pictures and the texts of a site aren't asked for.
    await page.getByRole('switch').click()
    await page.getByRole('textbox', { name: 'Name' }).first().fill('--')
    await page.getByRole('checkbox', { name: 'App and web' }).click()
    await button('Create channel').click()
    const summary = page.getByRole('link', { name: /^(Please|Required|Select)/ })
    await expect
      .poll(() => summary.elements().map(link => link.textContent))
      .toEqual(['Please add atleast 1 alphanumeric character', 'Required provider', 'Select Any'])
    await page.getByRole('textbox', { name: 'Name' }).first().fill('North')
    await page.getByRole('checkbox', { name: 'App and web' }).click()
    await page.getByRole('combobox', { name: 'Provider' }).click()
    await page.getByRole('option', { name: /Northwind/ }).click()
    await button('Create channel').click()
    await expect.element(page.getByText('Something went wrong').first()).toBeVisible()
    expect(create).toHaveBeenCalledOnce()
    expect(timers.started()).toEqual([1500, 1500, 3000])
  })

  test('C-104 saved as club only, it asks with the count and can be left', async () => {
    const update = vi.fn(supplyAnswers().channels!.update!)
    await open('flow', supplyAnswers({ channels: { update } }))
    await expect.element(page.getByRole('link', { name: 'Publish to tenants' })).toBeVisible()
    await page.getByRole('checkbox', { name: 'App and web' }).click()
    await button('Save').click()
    await expect.element(dialog().getByText('41 titles leave Pulse House, with 12 favourites')).toBeVisible()
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    expect(update).not.toHaveBeenCalled()
    await button('Save').click()
    await dialog().getByRole('button', { name: 'Save and unpublish' }).click()
    await expect.poll(() => update.mock.calls.length).toBe(1)
  })

  test('ROLE-17 who may not change channels reads them', async () => {
    await renderInRoot(stories.ReadOnly.render())
    await expect.element(page.getByText('Your account can read channels but not change them.')).toBeVisible()
    await expect.element(button('Save')).not.toBeInTheDocument()
  })
})
