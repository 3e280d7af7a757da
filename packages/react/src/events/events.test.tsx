import { durationChoices } from '@kinora/core'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Failure, StoryKinora } from '../testing/stories.tsx'
import { completed } from '../titles/testing/fixtures.ts'
import { findSerious, holdTimers, renderInRoot } from '../ui/testing.tsx'
import { EventForm } from './event-form.tsx'
import * as stories from './events.stories.tsx'
import { ahead, eventAnswers, storyEvents, timeZone, week } from './fixtures.tsx'
import { Schedule } from './schedule.tsx'

const block = (name: RegExp) => page.getByRole('button', { name })

/** Three days on: an event within four hours from now is refused. */
const weekdayAhead = (): number => (new Date().getUTCDay() + 3) % 7

// Before the week that the stories show: an event within four hours can't be moved (EVENT-12).
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-11-25T00:30Z') }))
afterEach(() => void vi.useRealTimers())

describe('the schedule', () => {
  test('CONST-09 EVENT-02 EVENT-23 EVENT-24 EVENT-29 C-65 C-97 the list begins with what comes next and names the zone, the type, the state and work on a video', async () => {
    const started = vi.spyOn(window, 'setInterval')
    const screen = await renderInRoot(stories.List.render())
    await expect.element(page.getByText(/Times in Europe\/Berlin/)).toBeVisible()
    // Short for who sees it, so that it stays on one line, in full for who hears it.
    const days = page.getByText('Tue, Thu, 12:00', { exact: true })
    await expect.element(days).toBeVisible()
    expect(days.element().getClientRects()).toHaveLength(1)
    await expect.element(days).toHaveAttribute('title', 'Tuesday, Thursday, 12:00')
    await expect
      .element(page.getByRole('row', { name: /Lunch ride/ }))
      .toHaveAccessibleName(/ Tuesday, Thursday, 12:00 /)
    await expect.element(page.getByText('Friday, 12:00', { exact: true })).toBeVisible()
    await expect
      .element(page.getByRole('columnheader', { name: 'Next' }))
      .toHaveAttribute('aria-sort', 'ascending')
    for (const said of ['Saved', 'Active', 'Inactive', 'Simulated live', 'Live', 'Scheduled class'])
      await expect.element(page.getByText(said, { exact: true })).toBeVisible()
    await expect.element(page.getByText('The video is being processed')).toBeVisible()
    // It is read again after 100 s, as long as a video is in work.
    await expect.poll(() => started.mock.calls.some(([, every]) => every === 100_000)).toBe(true)
    started.mockRestore()
    expect(await findSerious(screen.container)).toEqual([])
  })

  test('EMBED-02 EVENT-27 a host fixes the view and what is asked for: neither can be chosen', async () => {
    const list = vi.fn(eventAnswers().events!.list!)
    await renderInRoot(
      <StoryKinora answers={eventAnswers({ events: { list } })}>
        <Schedule view="list" heading="Classes" filter={{ status: 'active', type: 1 }} />
      </StoryKinora>,
    )
    await expect.element(page.getByRole('heading', { level: 1, name: 'Classes' })).toBeVisible()
    await expect.element(page.getByRole('table', { name: 'Schedule' })).toBeVisible()
    await expect
      .poll(() => list.mock.calls.at(-1)?.[1])
      .toMatchObject({ eventStatus: 'active', eventType: '1' })
    for (const name of [/^Calendar$/, /^State/, /^Type/])
      await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument()
    await expect
      .poll(() => document.querySelector('[data-kn-part="schedule"]')?.getAttribute('data-state'))
      .toBe('ready')
  })

  test('EVENT-29 the list stands below one header: its way to a new event is there once', async () => {
    const screen = await renderInRoot(
      <StoryKinora answers={eventAnswers()}>
        <Schedule view="list" addHref="/schedule/add" />
      </StoryKinora>,
    )
    await expect.element(page.getByRole('table', { name: 'Schedule' })).toBeVisible()
    const add = () => [...screen.container.querySelectorAll('a[href="/schedule/add"]')]
    await expect.poll(() => add().length).toBe(1)
    expect(screen.container.querySelectorAll('h1')).toHaveLength(1)
  })

  test('EVENT-13 to EVENT-15 EVENT-26 an event is moved by key alone; what is refused is said and not sent', async () => {
    const update = vi.fn(() => storyEvents[0]!)
    const search = new URLSearchParams('view=calendar&date=2030-11-25&zoom=60')
    const screen = await renderInRoot(
      <StoryKinora answers={eventAnswers({ events: { update } })}>
        <Schedule location={{ read: () => search, write: () => undefined }} />
      </StoryKinora>,
    )
    const ride = block(/^12:00 Lunch ride/).first()
    await expect.element(ride).toBeVisible()
    // Who hears the calendar is told the day too.
    await expect.element(ride).toHaveAccessibleName(/^12:00 Lunch ride, Tue 26 Nov, Scheduled class/)
    await expect.element(page.getByText(/^Mon 25 Nov to Sun 01 Dec: \d+ events$/)).toBeInTheDocument()
    expect(await findSerious(screen.container)).toEqual([])
    ;(ride.element() as HTMLElement).focus()
    await userEvent.keyboard(' {ArrowRight}{ArrowRight}')
    await expect.element(page.getByText(/This event already takes place on that day/).first()).toBeVisible()
    await userEvent.keyboard('{Enter}')
    expect(update).not.toHaveBeenCalled()
    await userEvent.keyboard(' {ArrowRight}{Enter}')
    await page.getByRole('radio', { name: 'All', exact: true }).click()
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await expect.poll(() => update.mock.calls.length).toBe(1)
    expect(update.mock.calls.at(0)?.at(0)).toMatchObject({
      schedule: { weekdays: [3, 4], daily_time: '12:00' },
    })
    await expect.element(ride).toHaveFocus()
    // What was picked up and is far below stays in sight, and is left where it was by who tabs away.
    await userEvent.keyboard(' {ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}')
    const ghost = () => document.querySelector('.kn-ghost')?.getBoundingClientRect()
    const grid = document.querySelector('.kn-grid')!.getBoundingClientRect()
    await expect.poll(() => ghost() && ghost()!.top < grid.bottom && ghost()!.top > grid.top).toBe(true)
    await userEvent.tab()
    await expect.element(page.getByText(/^Lunch ride stays at /)).toBeInTheDocument()
    await expect.poll(() => document.querySelector('.kn-ghost')).toBeNull()
  })

  test('C-138 0141 the calendar marks what has nothing to play, and says what comes next', async () => {
    const ride = { ...storyEvents[0]!, active: true, state: 'Active' as const }
    const shown = week()
    const occurrences = shown.occurrences.map(one => ({ ...one, isPlayable: one.eventId !== 'ride' }))
    const data = shown.data.map(one => (one.eventId === 'ride' ? { ...one, active: true } : one))
    const list = () => ({
      data: [{ ...ahead(ride), air: 'open' as const, current: ahead(ride).next }],
      timeZone,
    })
    const search = new URLSearchParams('view=calendar&date=2030-11-25&zoom=60')
    const onOpen = vi.fn()
    const screen = await renderInRoot(
      <StoryKinora
        answers={eventAnswers({
          events: { calendar: () => ({ ...shown, data, occurrences }) },
          live: { list },
        })}
      >
        <Schedule location={{ read: () => search, write: () => undefined }} onOpen={onOpen} />
      </StoryKinora>,
    )
    await expect
      .element(block(/^12:00 Lunch ride/).first())
      .toHaveAccessibleName(/^12:00 Lunch ride, Tue 26 Nov, Scheduled class, .*Nothing to play/)
    await expect.element(block(/^12:00 Friday live/).first()).not.toHaveAccessibleName(/Nothing to play/)
    await expect.element(page.getByText('About to start')).toBeVisible()
    await block(/^Lunch ride, at /).click()
    expect(onOpen.mock.calls).toEqual([['ride', '2030-11-26']])
    expect(await findSerious(screen.container)).toEqual([])
  })

  test('EVENT-26 EVENT-29 one press and “Open event” open an event, Tab reaches one that is out of sight, the other view keeps the focus', async () => {
    const search = new URLSearchParams('view=calendar&date=2030-11-25&zoom=1')
    const onOpen = vi.fn()
    const location = { read: () => search, write: () => undefined }
    const first = await renderInRoot(
      <StoryKinora answers={eventAnswers()}>
        <Schedule location={location} onOpen={onOpen} />
      </StoryKinora>,
    )
    const below = block(/^10:00 Morning strength, Mon/)
    await expect.element(below).toHaveAttribute('tabindex', '0')
    await below.click()
    await block(/^Open event$/).click()
    expect(onOpen.mock.calls).toEqual([['strength', '2030-11-25']])
    await first.unmount()
    await renderInRoot(
      <StoryKinora answers={eventAnswers()}>
        <Schedule />
      </StoryKinora>,
    )
    await block(/^Calendar$/).click()
    await expect.element(page.getByRole('group', { name: 'Shown' })).toBeVisible()
    await expect.element(block(/^Calendar$/)).toHaveFocus()
  })

  test('EVENT-29 who comes back from an event comes back to the days that were shown', async () => {
    const search = new URLSearchParams('view=calendar&date=2030-11-25&zoom=1')
    const [bare, write] = [new URLSearchParams(), vi.fn()]
    const before = { read: () => search, write: () => undefined }
    const after = { read: () => bare, write }
    function Visits() {
      const [isBack, setBack] = useState(false)
      return <Schedule key={String(isBack)} location={isBack ? after : before} onOpen={() => setBack(true)} />
    }
    await renderInRoot(
      <StoryKinora answers={eventAnswers()}>
        <Visits />
      </StoryKinora>,
    )
    await block(/^10:00 Morning strength, Mon/).click()
    await block(/^Open event$/).click()
    await expect.poll(() => String(write.mock.calls[0]?.[0])).toBe(String(search))
  })

  test('EVENT-19 to EVENT-21 another type says what it deletes and can be left', async () => {
    await renderInRoot(stories.Live.render())
    await page.getByRole('radio', { name: 'Scheduled class' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect.element(dialog.getByText('The stream key is deleted')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('radio', { name: 'Live', exact: true })).toBeChecked()
    await expect.element(page.getByRole('radio', { name: 'Live', exact: true })).toHaveFocus()
  })

  test('C-32 EVENT-33 a class that can’t be played is refused in the chooser, and another may be chosen', async () => {
    const found = [{ ...completed, tag: 'flow', className: 'Morning flow' }]
    const answers = eventAnswers({
      titles: {
        classChooser: () => ({ data: found, totalRecords: 1, totalPages: 1, page: 1 }),
        streamingLink: () => new Failure(404, 'no'),
      },
    })
    await renderInRoot(
      <StoryKinora answers={answers}>
        <EventForm id="ride" />
      </StoryKinora>,
    )
    await page.getByRole('button', { name: 'Choose a class' }).click()
    await page.getByRole('radio', { name: 'Choose Morning flow' }).click()
    await page.getByRole('button', { name: 'Choose class', exact: true }).click()
    await expect
      .element(page.getByText('There is an issue with this class. Please choose another one.'))
      .toBeVisible()
    await expect.element(page.getByRole('radio', { name: 'Choose Morning flow' })).toBeVisible()
  })

  test('EVENT-31 one that is deleted is not asked for again, as long as its form stands', async () => {
    const view = vi.fn(eventAnswers().events!.view!)
    const onDeleted = vi.fn()
    await renderInRoot(
      <StoryKinora
        answers={eventAnswers({ events: { view, remove: () => [{ id: 'strength', status: 200 }] } })}
      >
        <EventForm id="strength" onDeleted={onDeleted} />
      </StoryKinora>,
    )
    await page.getByRole('button', { name: 'Delete event' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete event' }).click()
    await expect.poll(() => onDeleted.mock.calls.length).toBe(1)
    expect(view).toHaveBeenCalledOnce()
  })

  test('EVENT-29 a feed is ended only after a question; the focus stays in its dialog', async () => {
    let path: string | null = '/calendars/abc'
    await renderInRoot(
      <StoryKinora
        answers={eventAnswers({
          events: {
            feed: () => ({ path }),
            closeFeed: () => {
              path = null
              return { status: 200 }
            },
          },
        })}
      >
        <Schedule />
      </StoryKinora>,
    )
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await button('Calendar feed').click()
    await expect.element(button('End feed')).toBeVisible()
    button('End feed').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(button('Cancel')).toHaveFocus()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End feed' }).click()
    await expect.element(page.getByText('The feed has ended')).toBeVisible()
    await expect.element(button('Create address')).toHaveFocus()
  })

  test('C-46 TITLE-40 EVENT-10 EVENT-18 EVENT-22 C-109 a new one is saved with a title and a time, and active only when complete', async () => {
    const create = vi.fn(() => ({ eventId: 'new', eventKey: null }))
    const onAdded = vi.fn()
    const screen = await renderInRoot(
      <StoryKinora answers={eventAnswers({ events: { create } })}>
        <EventForm
          listHref="/schedule"
          onAdded={onAdded}
          at={{ weekday: weekdayAhead(), daily_time: '18:00', minutes: 45 }}
        />
      </StoryKinora>,
    )
    await expect.element(page.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/schedule')
    await page.getByRole('textbox', { name: 'Title' }).fill('Hills')
    // TITLE-40, C-46
    const { list } = page.getByRole('combobox', { name: /^Duration/ }).element() as HTMLInputElement
    expect([...list!.options].map(({ value }) => Number(value))).toEqual(durationChoices)
    await page.getByRole('switch', { name: 'Active State' }).click()
    await page.getByRole('button', { name: 'Create event' }).click()
    await expect.element(page.getByText('Required Skill Level').first()).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
    await page.getByRole('switch', { name: 'Active State' }).click()
    await page.getByRole('button', { name: 'Create event' }).click()
    await expect.poll(() => onAdded.mock.calls).toEqual([['new']])
    expect(create.mock.calls.at(0)?.at(0)).toMatchObject({ title: 'Hills', durationSecond: 2700 })
  })

  test('SESS-20 EVENT-10 C-31 the key of a new live one stays in sight, and what is written meanwhile is not lost', async () => {
    const create = vi.fn(() => ({ eventId: 'new', eventKey: 'key-of-new' }))
    const update = vi.fn(() => ({ ...storyEvents[1]!, eventId: 'new', title: 'Friday live, longer' }))
    const onAdded = vi.fn()
    const timers = holdTimers(1500)
    await renderInRoot(
      <StoryKinora answers={eventAnswers({ events: { create, update } })}>
        <EventForm onAdded={onAdded} />
      </StoryKinora>,
    )
    await page.getByRole('radio', { name: 'Live', exact: true }).click()
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('Friday live')
    await page.getByRole('button', { name: 'Create event' }).click()
    await expect.element(page.getByRole('textbox', { name: 'Stream key' })).toHaveValue('key-of-new')
    await expect.element(page.getByText('saved', { exact: true })).toBeVisible()
    // Of the toast, and of the form.
    expect(timers.started().length).toBeGreaterThan(1)
    await title.fill('Friday live, longer')
    timers.letGo()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => onAdded.mock.calls).toEqual([['new']])
    expect(create).toHaveBeenCalledTimes(1)
    await expect
      .poll(() => update.mock.calls.at(0))
      .toMatchObject([{ title: 'Friday live, longer' }, { eventId: 'new' }])
  })
})
