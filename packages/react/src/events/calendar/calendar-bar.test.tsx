import type { events as endpoints, Output } from '@kinora/core'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { StoryKinora } from '../../testing/stories.tsx'
import { renderInRoot } from '../../ui/testing.tsx'
import { eventAnswers, storyEvents } from '../fixtures.tsx'
import { Schedule } from '../schedule.tsx'

const readWeek = () => eventAnswers().events!.calendar!({}, {}) as Output<typeof endpoints.calendar>
type Events = NonNullable<ReturnType<typeof eventAnswers>['events']>

/** The schedule in a week that has events, with an address that it may write. */
function At({ answers, params }: { answers: ReturnType<typeof eventAnswers>; params: string }) {
  const [search, write] = useState(new URLSearchParams(params))
  return (
    <StoryKinora answers={answers}>
      <Schedule location={{ read: () => search, write: next => write(next) }} />
    </StoryKinora>
  )
}
const open = (events: Events = {}, params = 'view=calendar&date=2030-11-25') =>
  renderInRoot(<At answers={eventAnswers({ events })} params={params} />)
const block = (name: RegExp) => page.getByRole('button', { name })
const choice = (name: string) => page.getByRole('combobox', { name, exact: true })
const optionsOf = (name: string) =>
  [...(choice(name).element() as HTMLSelectElement).options].map(({ textContent }) => textContent)

// Before the week that the stories show: an event within four hours can't be moved (EVENT-12).
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-11-25T00:30Z') }))
afterEach(() => void vi.useRealTimers())

describe('EVENT-26 EVENT-27 what the calendar shows', () => {
  test('EVENT-02 EVENT-27 EVENT-28 one state and one type, asked of the platform; as a list too', async () => {
    const all = readWeek()
    const calendar: Events['calendar'] = (_, { eventStatus, eventType }) => {
      const data = all.data.filter(
        ({ active, type }) =>
          (eventStatus === undefined || active === (eventStatus === 'active')) &&
          (eventType === undefined || String(type) === eventType),
      )
      const ids = new Set(data.map(({ eventId }) => eventId))
      return { ...all, data, occurrences: all.occurrences.filter(({ eventId }) => ids.has(eventId)) }
    }
    await open({ calendar })
    const [ride, live, strength] = [/Lunch ride/, /Friday live/, /Morning strength/]
    await expect.element(block(ride).first()).toBeVisible()
    expect(optionsOf('State').slice(1)).toEqual(['Active', 'Inactive'])
    expect(optionsOf('Type').slice(1)).toEqual(['Simulated live', 'Live', 'Scheduled class'])
    await choice('State').selectOptions('Active')
    await expect.element(block(ride)).not.toBeInTheDocument()
    await expect.element(block(live)).toBeInTheDocument()
    await choice('State').selectOptions('Inactive')
    await choice('Type').selectOptions('Simulated live')
    await expect.element(block(strength).first()).toBeInTheDocument()
    await expect.element(block(ride)).not.toBeInTheDocument()
    await expect.element(block(live)).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'List', exact: true }).click()
    await expect.element(page.getByRole('columnheader', { name: 'State' })).toBeVisible()
    await expect.element(page.getByText('Friday live')).toBeVisible()
  })

  test('EVENT-26 CONST-32 lines of 1, 5, 15, 30 or 60 minutes', async () => {
    await open()
    await expect.element(block(/Lunch ride/).first()).toBeVisible()
    expect(optionsOf('Minutes per row')).toEqual([
      ...['1 minute', '5 minutes', '15 minutes', '30 minutes', '60 minutes'],
    ])
    const heightOf = () => document.querySelector('[data-column]')!.getBoundingClientRect().height
    const heights: number[] = []
    for (const minutes of ['60 minutes', '30 minutes', '15 minutes', '5 minutes', '1 minute']) {
      await choice('Minutes per row').selectOptions(minutes)
      await expect.poll(heightOf).toBeGreaterThan(heights.at(-1) ?? 0)
      heights.push(heightOf())
    }
  })
})

describe('EVENT-12 to EVENT-15 C-111 why an event is not moved', () => {
  afterEach(() => void vi.restoreAllMocks())

  /** The page’s clock goes on from a Monday, 09:00 in Berlin. */
  function beMonday() {
    const { now } = Date
    const ahead = Date.parse('2030-11-25T08:00:00Z') - now()
    vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead)
  }

  test.each([
    [
      'EVENT-12',
      /^12:00 Lunch ride, Tue/,
      '{ArrowLeft}',
      'An event cannot be scheduled within 4 hours from now.',
    ],
    ['EVENT-13', /^10:00 Morning strength, Mon/, '{ArrowRight}', 'This event is locked and cannot be moved.'],
    [
      'EVENT-14',
      /^12:00 Lunch ride, Tue/,
      '{ArrowLeft}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}',
      'An event cannot be scheduled in the past.',
    ],
    [
      'EVENT-15',
      /^12:00 Lunch ride, Tue/,
      '{ArrowRight}{ArrowRight}',
      'This event already takes place on that day.',
    ],
  ])('%s is said, and nothing is sent', async (_, name, keys, said) => {
    beMonday()
    const update = vi.fn(() => storyEvents[0]!)
    await open({ update }, 'view=calendar&date=2030-11-25&zoom=60')
    await expect.element(block(name)).toBeVisible()
    ;(block(name).element() as HTMLElement).focus()
    await userEvent.keyboard(` ${keys}`)
    await expect.element(page.getByText(said).first()).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => document.querySelector('.kn-ghost')).toBeNull()
    expect(update).not.toHaveBeenCalled()
  })
})
