import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { StoryAnswers } from '../../testing/stories.tsx'
import { StoryKinora } from '../../testing/stories.tsx'
import { renderInRoot } from '../../ui/testing.tsx'
import { eventAnswers, storyEvents, withCancelled } from '../fixtures.tsx'
import { Schedule } from '../schedule.tsx'

/** Days of the week that the stories show: its columns begin on Monday. */
const [tuesday, wednesday, thursday, saturday] = [1, 2, 3, 5]
const HOUR = 60

async function openWeek({ cancelled = false } = {}) {
  const update = vi.fn((_: unknown) => storyEvents[0]!)
  const changeOccurrence = vi.fn((_: unknown) => storyEvents[0]!)
  const split = vi.fn((_: unknown) => ({ ...storyEvents[0]!, eventId: 'later' }))
  const join = vi.fn((_: unknown) => storyEvents[0]!)
  const onAddAt = vi.fn()
  const onOpen = vi.fn()
  const search = new URLSearchParams('view=calendar&date=2030-11-25&zoom=60')
  const answers: StoryAnswers = eventAnswers({
    events: {
      update: (body, path) => update({ ...body, ...path }),
      changeOccurrence: (body, path) => changeOccurrence({ ...body, ...path }),
      split: (body, path) => split({ ...body, ...path }),
      join: (body, path) => join({ ...body, ...path }),
      ...(cancelled && { calendar: withCancelled }),
    },
  })
  await renderInRoot(
    <StoryKinora answers={answers}>
      <Schedule location={{ read: () => search, write: () => undefined }} onAddAt={onAddAt} onOpen={onOpen} />
    </StoryKinora>,
  )
  const ride = page.getByRole('button', { name: /^12:00 Lunch ride, Tue/ })
  await expect.element(ride).toBeVisible()
  return { update, changeOccurrence, split, join, onAddAt, onOpen, ride: ride.element() as HTMLElement }
}

const columnOf = (day: number) => document.querySelector<HTMLElement>(`[data-column="${day}"]`)!

/** Where a minute of a day is on the screen; events of the stories tell how high an hour is drawn. */
function pointAt(day: number, minutes: number) {
  const { left, width, top, height } = columnOf(day).getBoundingClientRect()
  return { clientX: left + width / 2, clientY: top + (height * minutes) / (24 * HOUR) }
}

/** A pointer that is pressed on an element: what a hand does, step by step. */
function press(element: HTMLElement, from: { clientX: number; clientY: number }) {
  element.setPointerCapture = () => undefined
  const send = (type: string, at: { clientX: number; clientY: number }) =>
    element.dispatchEvent(
      new PointerEvent(type, { bubbles: true, cancelable: true, pointerId: 1, button: 0, ...at }),
    )
  send('pointerdown', from)
  return {
    to: (day: number, minutes: number) => send('pointermove', pointAt(day, minutes)),
    release: (day: number, minutes: number) => send('pointerup', pointAt(day, minutes)),
  }
}

// Before the week that the stories show: an event within four hours can't be moved (EVENT-12).
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-11-25T00:30Z') }))
afterEach(() => void vi.useRealTimers())

describe('EVENT-29 C-122 by pointer', () => {
  beforeEach(() => page.viewport(1280, 800))

  test('EVENT-15 the refusal is said while it is dragged, and what is refused is not sent', async () => {
    const { update, ride } = await openWeek()
    const hand = press(ride, pointAt(tuesday, 12.5 * HOUR))
    hand.to(thursday, 12.5 * HOUR)
    await expect.element(page.getByText(/This event already takes place on that day/).first()).toBeVisible()
    hand.release(thursday, 12.5 * HOUR)
    await expect.poll(() => document.querySelector('.kn-ghost')).toBeNull()
    expect(update).not.toHaveBeenCalled()
  })

  test('C-150 a class that is moved asks: this, this and later, or all; each can be undone', async () => {
    const { update, changeOccurrence, split, join, onOpen, ride } = await openWeek()
    const dialog = page.getByRole('alertdialog')
    const dropOn = async (day: number, scope: string) => {
      const hand = press(ride, pointAt(tuesday, 12.5 * HOUR))
      hand.to(day, 14.5 * HOUR)
      await expect.poll(() => document.querySelector('.kn-ghost')?.textContent).toContain('Lunch ride')
      hand.release(day, 14.5 * HOUR)
      await dialog.getByRole('radio', { name: scope, exact: true }).click()
      await dialog.getByRole('button', { name: 'Move' }).click()
    }
    const undo = () => page.getByRole('button', { name: 'Undo' }).last().click()
    await dropOn(wednesday, 'This class')
    await expect.poll(() => changeOccurrence.mock.calls.length).toBe(1)
    expect(changeOccurrence.mock.calls[0]![0]).toMatchObject({
      ...{ eventId: 'ride', date: '2030-11-26', start: '2030-11-27T13:00:00.000Z' },
    })
    await undo()
    await expect.poll(() => changeOccurrence.mock.calls.length).toBe(2)
    expect(changeOccurrence.mock.calls[1]![0]).toMatchObject({
      date: '2030-11-26',
      start: null,
      isCancelled: false,
    })
    await dropOn(wednesday, 'This and later')
    await expect.poll(() => split.mock.calls.length).toBe(1)
    expect(split.mock.calls[0]![0]).toMatchObject({
      ...{ date: '2030-11-26', schedule: { weekdays: [3, 4], daily_time: '14:00' } },
    })
    await undo()
    await expect.poll(() => join.mock.calls.length).toBe(1)
    await dropOn(tuesday, 'All')
    await expect.poll(() => update.mock.calls.length).toBe(1)
    expect(update.mock.calls[0]![0]).toMatchObject({ schedule: { weekdays: [2, 4], daily_time: '14:00' } })
    await undo()
    await expect.poll(() => update.mock.calls.length).toBe(2)
    expect(update.mock.calls[1]![0]).toMatchObject({ schedule: { weekdays: [2, 4], daily_time: '12:00' } })
    expect(onOpen).not.toHaveBeenCalled()
  })

  test('C-150 by key: Delete cancels a date, which is shown struck through and is restored by a press', async () => {
    const { changeOccurrence, ride } = await openWeek({ cancelled: true })
    ride.focus()
    await userEvent.keyboard('{Delete}')
    await expect.poll(() => changeOccurrence.mock.calls.length).toBe(1)
    expect(changeOccurrence.mock.calls[0]![0]).toMatchObject({ date: '2030-11-26', isCancelled: true })
    await expect.element(page.getByText('“Lunch ride, Tue 26 Nov” is cancelled')).toBeVisible()
    const struck = page.getByRole('button', { name: /^12:00 Lunch ride, Thu 28 Nov, .*Cancelled\. Restore$/ })
    expect(struck.element().querySelector('s')?.textContent).toContain('Lunch ride')
    ;(struck.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => changeOccurrence.mock.calls.length).toBe(2)
    expect(changeOccurrence.mock.calls[1]![0]).toMatchObject({ date: '2030-11-28', isCancelled: false })
    await expect.element(struck).toHaveFocus()
  })

  test('Escape leaves it where it was', async () => {
    const { update, ride } = await openWeek()
    const hand = press(ride, pointAt(tuesday, 12.5 * HOUR))
    hand.to(wednesday, 12.5 * HOUR)
    await expect.poll(() => document.querySelector('.kn-ghost')).not.toBeNull()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.querySelector('.kn-ghost')).toBeNull()
    hand.release(wednesday, 12.5 * HOUR)
    expect(update).not.toHaveBeenCalled()
  })

  test('a click in an empty place begins an event of an hour, a stretch that is drawn one of its length', async () => {
    const { onAddAt } = await openWeek()
    const column = columnOf(saturday)
    const begun = { type: 3, title: '' }
    press(column, pointAt(saturday, 9.5 * HOUR)).release(saturday, 9.5 * HOUR)
    await page.getByRole('button', { name: 'All fields' }).click()
    expect(onAddAt.mock.calls.at(-1)).toEqual([{ weekday: 6, daily_time: '09:00', minutes: 60, ...begun }])
    const hand = press(column, pointAt(saturday, 15.5 * HOUR))
    hand.to(saturday, 17 * HOUR)
    hand.release(saturday, 17 * HOUR)
    await expect.element(page.getByRole('textbox', { name: 'Starts at' })).toHaveValue('15:00')
    await page.getByRole('button', { name: 'All fields' }).click()
    expect(onAddAt.mock.calls.at(-1)).toEqual([{ weekday: 6, daily_time: '15:00', minutes: 120, ...begun }])
  })

  test('28.4 0126 an edge makes a class longer, or begins it earlier; which of the series is asked, and undone', async () => {
    const { changeOccurrence, update, ride } = await openWeek()
    const dialog = page.getByRole('alertdialog')
    const edge = (which: string) => ride.querySelector<HTMLElement>(`[data-edge="${which}"]`)!
    ride.setPointerCapture = () => undefined
    const end = press(edge('end'), pointAt(tuesday, 13 * HOUR))
    end.to(tuesday, 14 * HOUR)
    await expect.poll(() => document.querySelector('.kn-ghost')?.textContent).toContain('12:00 – 14:00')
    end.release(tuesday, 14 * HOUR)
    await dialog.getByRole('radio', { name: 'This class', exact: true }).click()
    await dialog.getByRole('button', { name: 'Change length' }).click()
    await expect.poll(() => changeOccurrence.mock.calls.length).toBe(1)
    expect(changeOccurrence.mock.calls[0]![0]).toMatchObject({ date: '2030-11-26', durationSecond: 7200 })
    expect(changeOccurrence.mock.calls[0]![0]).not.toHaveProperty('start')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(() => changeOccurrence.mock.calls.length).toBe(2)
    expect(changeOccurrence.mock.calls[1]![0]).toMatchObject({ durationSecond: null })
    const start = press(edge('start'), pointAt(tuesday, 12 * HOUR))
    start.to(tuesday, 11 * HOUR)
    start.release(tuesday, 11 * HOUR)
    await dialog.getByRole('radio', { name: 'All', exact: true }).click()
    await dialog.getByRole('button', { name: 'Move' }).click()
    await expect.poll(() => update.mock.calls.length).toBe(1)
    expect(update.mock.calls[0]![0]).toMatchObject({
      ...{ durationSecond: 7200, schedule: { weekdays: [2, 4], daily_time: '11:00' } },
    })
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(() => update.mock.calls.length).toBe(2)
    expect(update.mock.calls[1]![0]).toMatchObject({
      durationSecond: 3600,
      schedule: { daily_time: '12:00' },
    })
  })

  test('28.4 0126 by key: Shift with an arrow changes the length, Enter keeps it', async () => {
    const { changeOccurrence, ride } = await openWeek()
    ride.focus()
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    await expect.element(page.getByText('Lunch ride: Tue 26 Nov 12:00, 180 minutes')).toBeInTheDocument()
    await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}{Enter}')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change length' }).click()
    await expect.poll(() => changeOccurrence.mock.calls.length).toBe(1)
    expect(changeOccurrence.mock.calls[0]![0]).toMatchObject({ date: '2030-11-26', durationSecond: 7200 })
  })
})
