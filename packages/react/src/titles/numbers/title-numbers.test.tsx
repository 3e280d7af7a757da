import type { TitleNumbers } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { findSerious } from '../../ui/testing.tsx'
import { completed, createFixture, renderSignedIn } from '../testing/testing.tsx'
import { TitleNumbersCard } from './title-numbers-card.tsx'

const numbers: TitleNumbers = {
  ...{ from: '2026-10-22', to: '2026-11-20', plays: 1240, completed: 310, minutes: 20_000.5, members: 400 },
  reach: 0.62,
  reached: [1000, 900, 840, 700, 640, 600, 550, 500, 420, 380, 310],
  days: Array.from({ length: 30 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 9, 22 + index)).toISOString().slice(0, 10),
    plays: index === 29 ? 1240 : 0,
  })),
  sites: [
    { tenantId: 'north', name: 'Northwind', plays: 1240, completed: 310, minutes: 20_000.5, members: 400 },
  ],
  reviews: { count: 12, average: 4.25 },
}

describe('28.2 a title’s own numbers on its page, decision 0121', () => {
  test('a chart with its table, by site, and the span is chosen', async () => {
    const fixture = createFixture(completed, { answers: { numbers: () => numbers } })
    const { screen } = await renderSignedIn(fixture, <TitleNumbersCard title={completed} />)
    await expect.element(screen.getByRole('img', { name: 'Daily plays' })).toBeVisible()
    for (const words of ['1,240', '25%', '62%', '4.3 of 5, 12 reviews'])
      await expect.element(screen.getByText(words).first()).toBeVisible()
    await expect.element(screen.getByRole('table', { name: 'Plays by site' })).toMatchTextContent(/Northwind/)
    await screen.getByText('Show days as a table').click()
    await expect
      .element(screen.getByRole('table', { name: 'Daily plays' }))
      .toMatchTextContent(/20 Nov 2026.*1,240/)
    expect(await findSerious(screen.container)).toEqual([])
    await screen.getByRole('button', { name: 'Last 90 days' }).click()
    await expect.poll(() => fixture.sent('titles.numbers').at(-1)?.input.days).toBe('90')
  })

  test('how far people get: a curve with its table, and no curve without a length, decision 0131', async () => {
    const fixture = createFixture(completed, { answers: { numbers: () => numbers } })
    const { screen } = await renderSignedIn(fixture, <TitleNumbersCard title={completed} />)
    await expect.element(screen.getByRole('img', { name: 'How far people get' })).toBeVisible()
    await screen.getByText('Show parts as a table').click()
    const table = screen.getByRole('table', { name: 'How far people get' })
    await expect.element(table).toMatchTextContent(/0%.*100%.*1,000.*50%.*60%.*600.*100%.*31%.*310/)
    expect(await findSerious(screen.container)).toEqual([])
    const unknown = createFixture(completed, { answers: { numbers: () => ({ ...numbers, reached: [] }) } })
    const other = await renderSignedIn(unknown, <TitleNumbersCard title={completed} />)
    await expect
      .element(other.screen.getByText('The length of the video wasn’t known for these plays.'))
      .toBeVisible()
  })

  test('without plays it says so', async () => {
    const none = { ...numbers, plays: 0, completed: 0, reach: null, reached: [], sites: [] }
    const fixture = createFixture(completed, { answers: { numbers: () => none } })
    const { screen } = await renderSignedIn(fixture, <TitleNumbersCard title={completed} />)
    await expect.element(screen.getByText('No plays in these days.')).toBeVisible()
  })
})
