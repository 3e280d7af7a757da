import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Failure, type StoryAnswers, StoryKinora } from '../testing/stories.tsx'
import { findSerious, renderInRoot } from '../ui/testing.tsx'
import { runningJob, supplyAnswers } from './fixtures.tsx'
import { PublishingScreen } from './publishing-screen.tsx'

let search = ''
beforeEach(() => {
  search = 'channel=flow'
})
const location = {
  read: () => new URLSearchParams(search),
  write: (params: URLSearchParams) => {
    search = params.toString()
  },
}
const open = (answers: StoryAnswers = supplyAnswers()) =>
  renderInRoot(
    <StoryKinora answers={answers}>
      <PublishingScreen location={location} />
    </StoryKinora>,
  )
const box = (name: string) => page.getByRole('checkbox', { name: `Publish: ${name}` })
const review = () => page.getByRole('button', { name: 'Review' })
const dialog = () => page.getByRole('alertdialog')

describe('CHAN-10, CHAN-11, CHAN-13, C-103 publishing', () => {
  test('one channel to tenants: ticked, the effect said and opened, then done and shown', async () => {
    const screen = await open()
    await expect.element(box('Pulse House')).toBeChecked()
    await expect.element(review()).toBeDisabled()
    await box('Pulse House').click()
    await box('Nordic Move').click()
    await expect.element(page.getByText('2 changes')).toBeVisible()
    await review().click()
    await expect.element(dialog().getByText('41 titles leave Pulse House, with 12 favourites')).toBeVisible()
    await expect.element(dialog().getByText('7 titles arrive at Nordic Move')).toBeVisible()
    await dialog()
      .getByText(/41 titles leave/)
      .click()
    await expect.element(dialog().getByText('Morning flow')).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
    await dialog().getByRole('button', { name: 'Publish and unpublish' }).click()
    await expect.element(dialog()).not.toBeInTheDocument()
    await expect.element(page.getByText('7 titles arrive at Nordic Move')).toBeVisible()
    await expect.element(page.getByRole('region', { name: 'Result' })).toHaveFocus()
    await expect.element(box('Nordic Move')).toBeChecked()
    await expect.element(box('Pulse House')).not.toBeChecked()
    await expect.element(page.getByText('No changes', { exact: true })).toBeVisible()
  })

  test('C-88 from a tenant’s own tabs that tenant is chosen, and no other can be', async () => {
    search = 'tenant=nordic'
    await renderInRoot(
      <StoryKinora answers={supplyAnswers()}>
        <PublishingScreen location={location} start="tenant" locked />
      </StoryKinora>,
    )
    await expect.element(box('Club Floor')).toBeVisible()
    await expect.element(page.getByRole('combobox', { name: 'Tenant' })).toBeDisabled()
    await expect.element(page.getByRole('radio', { name: /channel/i })).not.toBeInTheDocument()
  })

  test('before one is chosen: what is published where, and by a name the way to change it', async () => {
    const screen = await renderInRoot(
      <StoryKinora answers={supplyAnswers()}>
        <PublishingScreen />
      </StoryKinora>,
    )
    const table = page.getByRole('table', { name: 'What is published now' })
    await expect
      .element(table.getByRole('row', { name: 'North Flow Not published Not published Published' }))
      .toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
    await table.getByRole('button', { name: 'North Flow' }).click()
    await expect.element(box('Pulse House')).toBeChecked()
    await expect.element(page.getByRole('combobox', { name: 'Channel' })).toHaveFocus()
  })

  test('TENANT-28, CHAN-11, CHAN-13, C-102, C-129 channels to one tenant: searched, all chosen, club only left out; sent once it is confirmed', async () => {
    search = 'tenant=nordic'
    const setTenant = vi.fn(() => new Failure(500))
    await open(supplyAnswers({ publishing: { setTenant } }))
    await expect.element(box('Club Floor')).toBeDisabled()
    await page.getByRole('textbox', { name: 'Search channels' }).or(page.getByRole('searchbox')).fill('north')
    await expect.element(box('Quiet Hours')).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Choose all' }).click()
    await expect.element(page.getByText('2 changes')).toBeVisible()
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect.element(page.getByText('No changes', { exact: true })).toBeVisible()
    await box('North Ride').click()
    await review().click()
    await expect.element(dialog().getByText('7 titles arrive at Nordic Move')).toBeVisible()
    expect(setTenant).not.toHaveBeenCalled()
    await dialog().getByRole('button', { name: 'Publish 1 change' }).click()
    await expect.element(dialog().getByText('Something went wrong')).toBeVisible()
    expect(setTenant.mock.calls).toMatchObject([[{ tenantId: 'nordic', channelIdsToPublish: ['ride'] }]])
  })

  test('CHAN-15 a refusal stays in the dialog in the words of the server', async () => {
    const setChannel = vi.fn(
      () => new Failure(409, 'Please Check You Data', { code: 'clubOnly', status: 601 }),
    )
    await open(supplyAnswers({ publishing: { setChannel } }))
    await box('Oasis').click()
    await review().click()
    await dialog().getByRole('button', { name: 'Publish 1 change' }).click()
    await expect.element(dialog().getByText('Please Check You Data')).toBeVisible()
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await expect.element(box('Oasis')).toBeChecked()
  })

  test('E-12 a large one shows how far it is', async () => {
    const job = { status: 200, job: runningJob }
    await open(supplyAnswers({ publishing: { setChannel: () => job, view: () => runningJob } }))
    await box('Oasis').click()
    await review().click()
    await dialog().getByRole('button', { name: 'Publish 1 change' }).click()
    await expect.element(page.getByText('Publishing: 1 of 3 tenants')).toBeVisible()
  })
})
