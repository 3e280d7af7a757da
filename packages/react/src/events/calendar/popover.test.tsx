import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { StoryKinora } from '../../testing/stories.tsx'
import { findSerious, renderInRoot, showAtWidth } from '../../ui/testing.tsx'
import { eventAnswers, storyEvents } from '../fixtures.tsx'
import { Schedule } from '../schedule.tsx'

const ride = storyEvents[0]!
const dialog = () => page.getByRole('dialog')
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

async function open({ params = '&span=week&zoom=60', zone }: { params?: string; zone?: string } = {}) {
  const acts = {
    create: vi.fn((_: unknown) => ({ eventId: 'new', eventKey: null })),
    remove: vi.fn((_: unknown) => [{ id: 'new', status: 200 }]),
    update: vi.fn((_: unknown) => ride),
    changeOccurrence: vi.fn((_: unknown) => ride),
    duplicate: vi.fn((_: unknown) => ({
      copies: [{ ...copy, made: { eventId: 'ride', date: '2030-12-04' } }, refused],
      timeZone: 'Europe/Berlin',
    })),
    removeDuplicates: vi.fn((_: unknown) => ({ status: 200 })),
  }
  const answers = eventAnswers(
    {
      events: {
        ...acts,
        update: (body, path) => acts.update({ ...body, ...path }),
        changeOccurrence: (body, path) => acts.changeOccurrence({ ...body, ...path }),
        previewDuplicate: () => ({ copies: [copy, refused], timeZone: 'Europe/Berlin' }),
      },
    },
    zone,
  )
  function At() {
    const [search, write] = useState(new URLSearchParams(`view=calendar&date=2030-11-25${params}`))
    return (
      <StoryKinora answers={answers}>
        <Schedule location={{ read: () => search, write }} onOpen={() => undefined} />
      </StoryKinora>
    )
  }
  const screen = await renderInRoot(<At />)
  return { ...acts, screen }
}

const copy = {
  ...{ eventId: 'ride', title: 'Lunch ride', reason: null, made: null },
  ...{ start: '2030-11-27T11:00:00.000Z', to: '2030-12-04T11:00:00.000Z' },
}
const refused = {
  ...{ eventId: 'live', title: 'Friday live', made: null },
  ...{ start: '2030-11-29T11:00:00.000Z', to: '2030-12-06T11:00:00.000Z' },
  reason: 'This event already takes place on that day.',
}

// Before the week that the stories show: an event within four hours can't be moved (EVENT-12).
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-11-25T00:30Z') }))
afterEach(() => void vi.useRealTimers())

describe('28.4 0126 events are made and changed where they stand', () => {
  test('by key alone: an empty place, its event, and the way back', async () => {
    const { create, remove, screen } = await open()
    const slot = button(/^Add event: Mon 25 Nov 09:00, 60 minutes$/)
    await expect.element(slot).toBeInTheDocument()
    slot.element().focus()
    await userEvent.keyboard(
      '{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowDown}{Shift>}{ArrowDown}{/Shift}',
    )
    const moved = button(/^Add event: Sat 30 Nov 10:00, 120 minutes$/)
    await expect.element(moved).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog().getByRole('textbox', { name: 'Starts at' })).toHaveValue('10:00')
    expect(await findSerious(screen.container)).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(moved).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await button('Create event').click()
    await expect.element(dialog().getByText('Required Title').first()).toBeVisible()
    expect(create).not.toHaveBeenCalled()
    // What is wrong is where the keyboard goes on.
    await expect.element(dialog().getByRole('textbox', { name: 'Title' })).toHaveFocus()
    await dialog().getByRole('textbox', { name: 'Title' }).fill('Hills')
    await button('Create event').click()
    await expect.poll(() => create.mock.calls.length).toBe(1)
    expect(create.mock.calls[0]![0]).toMatchObject({
      ...{ title: 'Hills', type: 3, durationSecond: 7200, startsOn: '2030-11-30' },
      schedule: { type: 1, weekdays: [6], daily_time: '10:00' },
    })
    await expect.element(dialog()).not.toBeInTheDocument()
    await button('Undo').last().click()
    await expect.poll(() => remove.mock.calls[0]?.[0]).toEqual(['new'])
  })

  test('a class is changed beside its block, which stays in sight; this class alone, and undone', async () => {
    const { changeOccurrence } = await open()
    const block = button(/^12:00 Lunch ride, Tue 26 Nov/)
    await block.click()
    await expect.element(dialog().getByRole('heading', { name: /Lunch ride, Tue 26 Nov/ })).toBeVisible()
    const [shown, hidden] = [dialog().element(), block.element()].map(one => one.getBoundingClientRect()) as [
      DOMRect,
      DOMRect,
    ]
    const isApart =
      shown.left >= hidden.right ||
      shown.right <= hidden.left ||
      shown.top >= hidden.bottom ||
      shown.bottom <= hidden.top
    expect(isApart).toBe(true)
    await expect.element(button('Save')).toBeDisabled()
    await dialog().getByRole('textbox', { name: 'Starts at' }).fill('1:30 pm')
    await dialog().getByRole('combobox', { name: 'Minutes' }).fill('90')
    await button('Save').click()
    await expect.poll(() => changeOccurrence.mock.calls.length).toBe(1)
    expect(changeOccurrence.mock.calls[0]![0]).toMatchObject({
      ...{ date: '2030-11-26', start: '2030-11-26T12:30:00.000Z', durationSecond: 5400 },
    })
    await expect.element(dialog()).not.toBeInTheDocument()
    await button('Undo').last().click()
    await expect.poll(() => changeOccurrence.mock.calls.length).toBe(2)
    expect(changeOccurrence.mock.calls[1]![0]).toMatchObject({ start: null, durationSecond: null })
  })

  test('a stray press loses nothing that was typed; without it another class is opened', async () => {
    await open()
    const minutes = () => dialog().getByRole('combobox', { name: 'Minutes' })
    await button(/^12:00 Lunch ride, Tue 26 Nov/).click()
    await expect.element(minutes()).toHaveValue('60')
    await button(/^12:00 Lunch ride, Thu 28 Nov/).click()
    await expect.element(dialog().getByRole('heading', { name: /Thu 28 Nov/ })).toBeVisible()
    await minutes().fill('75')
    await button(/^10:00 Morning strength, Mon/).click()
    await expect.element(dialog().getByText('Save this first, or close it with Escape.')).toBeVisible()
    await expect.element(minutes()).toHaveValue('75')
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).not.toBeInTheDocument()
    await expect.element(button(/^12:00 Lunch ride, Thu 28 Nov/)).toHaveFocus()
  })

  test('EVENT-15 what the rules refuse is said beside the day, and isn’t sent', async () => {
    const { changeOccurrence } = await open()
    await button(/^12:00 Lunch ride, Tue 26 Nov/).click()
    await dialog().getByRole('textbox', { name: 'Day' }).fill('28 Nov 2030')
    await expect
      .element(dialog().getByText('This event already takes place on that day.').first())
      .toBeVisible()
    await expect.element(button('Save')).toBeDisabled()
    expect(changeOccurrence).not.toHaveBeenCalled()
  })
})

test('28.4 a low window, as one that is enlarged, shows all of the popover of a place below its edge', async () => {
  await page.viewport(640, 450)
  onTestFinished(() => page.viewport(1280, 900))
  await open()
  const slot = button(/^Add event: Mon 25 Nov 09:00/)
  await expect.element(slot).toBeInTheDocument()
  slot.element().focus({ preventScroll: true })
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).toBeVisible()
  await expect.poll(() => dialog().element().getBoundingClientRect().bottom).toBeLessThanOrEqual(450)
})

describe('28.4 0126 a week is duplicated', () => {
  test('what is refused stands first, one call writes the rest, Undo takes it back', async () => {
    const { duplicate, removeDuplicates } = await open()
    await button('Duplicate this week to…').click()
    const items = dialog().getByRole('listitem')
    const textOf = (nth: number) => items.elements()[nth]?.textContent
    await expect.poll(() => textOf(0)).toMatch(/Fri 06 Dec 12:00.*Friday live.*already takes place/)
    expect(textOf(1)).toMatch(/Wed 04 Dec 12:00.*Lunch ride/)
    // It scrolls by key, too.
    expect(dialog().getByRole('list').element()).toHaveProperty('tabIndex', 0)
    await expect.element(dialog().getByText('1 class is added. 1 can’t be duplicated.')).toBeVisible()
    await button('Duplicate 1 class').click()
    await expect.poll(() => duplicate.mock.calls.length).toBe(1)
    expect(duplicate.mock.calls[0]![0]).toMatchObject({ day: '2030-11-25', days: 7, onto: '2030-12-02' })
    await button('Undo').last().click()
    // On the wire the list is the whole body.
    await expect.poll(() => JSON.stringify(removeDuplicates.mock.calls[0])).toContain('2030-12-04')
  })
})

describe('28.4 0126 the agenda, and 12 hours', () => {
  afterEach(() => showAtWidth(1280))

  test('a phone begins with the agenda, in which a class is made, changed, cancelled and duplicated', async () => {
    await showAtWidth(360)
    const { create, changeOccurrence, screen } = await open({ params: '' })
    await expect.element(page.getByRole('heading', { name: 'Sat 30 Nov' })).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
    await button('Add event: Sat 30 Nov').click()
    await dialog().getByRole('textbox', { name: 'Title' }).fill('Hills')
    await button('Create event').click()
    await expect.poll(() => create.mock.calls.length).toBe(1)
    await button('Lunch ride').first().click()
    await dialog().getByRole('combobox', { name: 'Minutes' }).fill('30')
    await button('Save').click()
    await expect.poll(() => changeOccurrence.mock.calls.length).toBe(1)
    await button('Cancel this date: Lunch ride').first().click()
    await expect.poll(() => changeOccurrence.mock.calls.length).toBe(2)
    await button('Duplicate this day to…: Tue 26 Nov').click()
    await expect.element(dialog().getByRole('heading', { name: 'Duplicate Tue 26 Nov' })).toBeVisible()
  })

  test('in New York times are of 12 hours, and both are read', async () => {
    const { update } = await open({ zone: 'America/New_York' })
    await button(/^6:00 AM Lunch ride, Tue 26 Nov/).click()
    const time = dialog().getByRole('textbox', { name: 'Starts at' })
    await expect.element(time).toHaveValue('6:00 AM')
    await time.fill('18:30')
    await dialog().getByRole('radio', { name: 'All' }).click()
    await expect.element(time).toHaveValue('6:30 PM')
    await button('Save').click()
    await expect.poll(() => update.mock.calls.length).toBe(1)
    expect(update.mock.calls[0]![0]).toMatchObject({ schedule: { daily_time: '18:30' } })
  })
})
