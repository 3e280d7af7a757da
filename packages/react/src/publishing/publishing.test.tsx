import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Failure, type StoryAnswers, StoryKinora } from '../testing/stories.tsx'
import { tenantRow } from '../testing/story-tenants.ts'
import { findSerious, renderInRoot } from '../ui/testing.tsx'
import { runningJob, storyChannels, supplyAnswers } from './fixtures.tsx'
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

describe('28.3 the matrix', () => {
  const matrix = () => page.getByRole('grid', { name: 'Channels by tenant' })
  const cell = (name: string) => matrix().getByRole('checkbox', { name, exact: true })
  const openMatrix = (answers = supplyAnswers()) =>
    renderInRoot(
      <StoryKinora answers={answers}>
        <PublishingScreen />
      </StoryKinora>,
    )
  const at = () => document.activeElement?.getAttribute('aria-label')

  test('cells, a row and a column are ticked; what changes is marked; one job does it all', async () => {
    const answers = supplyAnswers()
    const setMany = vi.fn(answers.publishing!.setMany!)
    const screen = await openMatrix({ ...answers, publishing: { ...answers.publishing, setMany } })
    await expect.element(cell('North Flow at Pulse House')).toBeChecked()
    await cell('North Flow at Pulse House').click()
    const changed = cell('North Flow at Pulse House, will be unpublished')
    await expect.element(changed).not.toBeChecked()
    expect(changed.element().closest('td')!.dataset.changed).toBe('off')
    await cell('North Ride to all tenants').click()
    await expect.element(page.getByText('2 changes')).toBeVisible()
    await cell('All channels to Oasis').click()
    await expect.element(page.getByText('4 changes')).toBeVisible()
    await expect.element(cell('Club Floor at Oasis, can’t be published: club only')).not.toBeChecked()
    expect(await findSerious(screen.container)).toEqual([])
    await review().click()
    await expect.element(dialog().getByText('41 titles leave Pulse House, with 12 favourites')).toBeVisible()
    await expect.element(dialog().getByText('14 titles arrive at Oasis')).toBeVisible()
    expect(setMany).not.toHaveBeenCalled()
    await dialog().getByRole('button', { name: 'Publish and unpublish' }).click()
    await expect.element(page.getByRole('region', { name: 'Result' })).toHaveFocus()
    expect(setMany.mock.calls[0]?.[0]).toEqual({
      changes: [
        { tenantId: 'nordic', publish: ['ride'], unpublish: [] },
        { tenantId: 'oasis', publish: ['flow', 'quiet'], unpublish: [] },
        { tenantId: 'pulse', publish: [], unpublish: ['flow'] },
      ],
    })
    await expect.element(cell('North Ride at Nordic Move')).toBeChecked()
    await expect.element(page.getByText('No changes', { exact: true })).toBeVisible()
  })

  test('with Shift: all from the one before', async () => {
    await openMatrix()
    await cell('North Flow at Nordic Move').click()
    await cell('Quiet Hours at Oasis').click({ modifiers: ['Shift'] })
    await expect.element(page.getByText('5 changes')).toBeVisible()
    await page.getByRole('button', { name: 'Reset' }).click()
    await cell('Quiet Hours at Pulse House').click()
    await userEvent.keyboard('{Control>}{Home}{/Control}{Shift>} {/Shift}')
    await expect.element(cell('North Flow at Nordic Move, will be published')).toBeChecked()
    await expect.element(page.getByText('6 changes')).toBeVisible()
  })

  test('each side is searched; what was ticked stays, also in the list of one channel', async () => {
    await openMatrix()
    await cell('North Flow at Oasis').click()
    await page
      .getByRole('textbox', { name: 'Search channels' })
      .or(page.getByRole('searchbox').first())
      .fill('ride')
    await expect.element(page.getByText('Channels: 1 · Tenants: 3')).toBeVisible()
    await expect.element(cell('North Flow to all tenants')).not.toBeInTheDocument()
    await cell('North Ride to all tenants').click()
    await expect.element(page.getByText('2 changes')).toBeVisible()
    await page.getByRole('radio', { name: 'One channel to tenants' }).click()
    await page.getByRole('button', { name: 'North Flow' }).click()
    await expect.element(box('Oasis')).toBeChecked()
    await expect.element(page.getByText('2 changes')).toBeVisible()
  })

  test('fifty by fifty: only what is in sight is drawn; the keyboard reaches the last and comes back', async () => {
    const many = Array.from({ length: 50 }, (_, nth) => String(nth).padStart(2, '0'))
    const [flow] = storyChannels
    const paged = <T,>(data: T[]) => ({ data, totalRecords: data.length, totalPages: 1, page: 1 })
    const answers = supplyAnswers({
      channels: {
        search: () => paged(many.map(nth => ({ ...flow!, tag: `c${nth}`, displayName: `C${nth}` }))),
      },
    })
    await openMatrix({
      ...answers,
      tenants: { list: () => paged(many.map(nth => tenantRow(`t${nth}`, `T${nth}`))) },
    })
    await cell('C00 at T00').click()
    expect(document.querySelectorAll('.kn-matrix input').length).toBeLessThan(900)
    await expect.element(matrix()).toHaveAttribute('aria-rowcount', '51')
    await userEvent.keyboard('{ArrowDown}{ArrowRight}')
    await vi.waitFor(() => expect(at()).toBe('C01 at T01'))
    await userEvent.keyboard('{Control>}{End}{/Control}')
    await vi.waitFor(() => expect(at()).toBe('C49 at T49'))
    await expect.element(cell('C49 at T49')).toBeInViewport()
    await userEvent.keyboard(' ')
    await expect.element(cell('C49 at T49, will be published')).toBeChecked()
    await userEvent.keyboard('{Home}')
    await vi.waitFor(() => expect(at()).toBe('C49 to all tenants'))
    await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowUp}')
    await vi.waitFor(() => expect(at()).toBe('All channels to T00'))
    await expect.element(page.getByText('2 changes')).toBeVisible()
  })

  test('a phone has no room for it: what is published is counted, and one side stays fixed', async () => {
    await page.viewport(360, 800)
    const screen = await openMatrix()
    const row = page.getByRole('row', { name: /North Ride/ })
    await expect.element(row.getByText('2 of 3')).toBeVisible()
    await expect.element(matrix()).not.toBeInTheDocument()
    expect(await findSerious(screen.container)).toEqual([])
    await page.getByRole('button', { name: 'North Flow' }).click()
    await expect.element(box('Pulse House')).toBeChecked()
    await expect.element(page.getByRole('combobox', { name: 'Channel' })).toHaveFocus()
    await page.viewport(1280, 900)
  })
})
