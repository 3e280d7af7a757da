import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { tenantUser } from '../taxonomies/fixtures.tsx'
import { Failure, type StoryAnswers, StoryKinora } from '../testing/stories.tsx'
import { findSerious, renderInRoot } from '../ui/testing.tsx'
import { markup, reviewAnswers, storyReviews } from './fixtures.tsx'
import * as stories from './review-list.stories.tsx'
import { ReviewList } from './review-list.tsx'

const open = (answers: StoryAnswers = reviewAnswers()) =>
  renderInRoot(
    <StoryKinora answers={answers}>
      <ReviewList titleHref={tag => `#${tag}`} />
    </StoryKinora>,
  )
const provider = () => page.getByRole('combobox', { name: 'Provider' })
const channel = () => page.getByRole('combobox', { name: 'Channel' })
const names = () => page.getByRole('row').elements().slice(1).length
const choose = async (picker: ReturnType<typeof provider>, option: string | RegExp) => {
  await picker.click()
  await page.getByRole('option', { name: option }).click()
}

describe('NAV-60 to NAV-62, REVIEW-10 the selectors', () => {
  test('a provider disables the channel, a channel the provider; the reason stands beside them', async () => {
    await open()
    await expect.poll(names).toBe(3)
    await choose(provider(), 'Lake')
    await expect.poll(names).toBe(1)
    await expect.element(channel()).toBeDisabled()
    await expect.element(page.getByText(/set the provider to All providers/)).toBeVisible()
    await choose(provider(), 'All providers')
    await expect.element(channel()).toBeEnabled()
    await choose(channel(), /^Studio/)
    await expect.poll(names).toBe(2)
    await expect.element(provider()).toBeDisabled()
    await expect.element(page.getByText(/set the channel to All channels/)).toBeVisible()
  })

  test('NAV-59, REVIEW-02 an administrator asks for one site, which stays beside a provider; the CSV is of the same', async () => {
    const asked: unknown[] = []
    await open(
      reviewAnswers({
        export(input) {
          asked.push(input)
          return new Failure(400, 'Not now.')
        },
      }),
    )
    const tenant = page.getByRole('combobox', { name: 'Tenant' })
    await choose(tenant, 'South Beach')
    await expect.poll(names).toBe(1)
    await choose(tenant, 'Northwind Club')
    await expect.poll(names).toBe(2)
    await choose(provider(), 'Northwind')
    await expect.element(channel()).toBeDisabled()
    await page.getByRole('button', { name: 'Download CSV' }).click()
    await expect.element(page.getByText('Not now.')).toBeVisible()
    expect(asked).toMatchObject([{ tenantId: 'north', providerId: 'north' }])
    await choose(provider(), 'Lake')
    await expect.element(page.getByText('No matches')).toBeVisible()
    await choose(tenant, 'All tenants')
    await expect.poll(names).toBe(1)
  })

  test('C-68, C-97 a tenant has no choice of site, and the dates of its clock', async () => {
    await renderInRoot(
      <StoryKinora answers={{ ...reviewAnswers(), session: { verify: () => ({ user: tenantUser }) } }}>
        <ReviewList />
      </StoryKinora>,
    )
    await expect.poll(names).toBe(2)
    // 23:30 of UTC is the next day in Berlin.
    await expect.element(page.getByText('20 Nov 2026')).toBeVisible()
    await expect.element(page.getByRole('combobox', { name: 'Tenant' })).not.toBeInTheDocument()
  })
})

describe('REVIEW-01, C-70 a comment', () => {
  test('is plain text in the list and in full, with its line breaks', async () => {
    const screen = await open()
    await page.getByRole('button', { name: markup }).click()
    const dialog = page.getByRole('dialog')
    await expect.element(dialog.getByText(markup)).toBeVisible()
    expect(document.querySelectorAll('.kn-table script, .kn-table b, [role=dialog] b').length).toBe(0)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: /الصوت/ }).click()
    const words = screen.baseElement.querySelector('.kn-reviews-text')!
    await expect.poll(() => words.textContent).toBe(storyReviews[1]!.comment)
    expect(getComputedStyle(words).whiteSpace).toBe('pre-wrap')
    expect(getComputedStyle(words).direction).toBe('rtl')
  })
})

describe('REVIEW-05, REVIEW-07 an answer without reviews takes the place of those shown before', () => {
  const withSecond = (second: () => Failure | never): StoryAnswers => {
    const usual = reviewAnswers().reviews!.list!
    return reviewAnswers({
      list: (input, parts) => (input.rating === undefined ? usual(input, parts) : second()),
    })
  }
  test.each([
    ['REVIEW-05 204: the list is empty', 204, 'No matches'],
    ['REVIEW-07 any other status: no reviews, and why', 503, 'This couldn’t be loaded'],
  ])('%s', async (_, status, words) => {
    await open(withSecond(() => new Failure(status)))
    await expect.poll(names).toBe(3)
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('menuitem', { name: 'Rating' }).click()
    await page.getByRole('option', { name: '5 stars' }).click()
    await expect.element(page.getByText(words)).toBeVisible()
    await expect.element(page.getByText(markup)).not.toBeInTheDocument()
  })
})

test('REVIEW-08, REVIEW-09 a download that is refused says why, any other failure in general words; else it is saved', async () => {
  const file = { body: 'Date', contentType: 'text/csv' }
  let answer: Failure | typeof file = new Failure(400, 'Choose a tenant first.')
  await open(reviewAnswers({ export: () => answer }))
  const press = () => page.getByRole('button', { name: 'Download CSV' }).click()
  await press()
  await expect.element(page.getByText('Choose a tenant first.')).toBeVisible()
  answer = new Failure(404, 'Nobody needs to know this')
  await press()
  await expect.element(page.getByText('Something went wrong')).toBeVisible()
  const saved: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  answer = file
  await press()
  await expect.poll(() => saved).toEqual(['RatingReviewsReport.csv'])
  click.mockRestore()
})

test('ratings over time stand in a table too', async () => {
  await open()
  const plot = page.getByRole('img', { name: /last 12 months/ })
  await expect.element(plot).toBeVisible()
  await page.getByText('Show as a table').click()
  const table = page.getByRole('table', { name: 'Average rating by month' })
  await expect.element(table.getByRole('row', { name: /Jan 2026.* 0\.5.* 1$/ })).toBeVisible()
  await expect.element(table.getByRole('row', { name: /Feb 2026.* — .*0$/ })).toBeVisible()
})

const states: [string, { render: () => React.ReactNode }, RegExp][] = [
  ['loading', stories.Loading, /Loading/],
  ['empty', stories.Empty, /No reviews yet/],
  ['failed', stories.Failed, /This couldn’t be loaded/],
  ['full', stories.Full, /3\.7.*3 reviews.*Mia/],
]
describe('the states of reviews', () => {
  test.each(states)('%s; axe finds nothing serious', async (_, story, words) => {
    const { container } = await renderInRoot(story.render())
    await expect.poll(() => container.textContent).toMatch(words)
    expect(await findSerious(container)).toEqual([])
  })
})
