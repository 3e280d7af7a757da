import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { StoryKinora } from '../testing/stories.tsx'
import { findSerious, renderInRoot } from '../ui/testing.tsx'
import { EventForm, type EventFormProps } from './event-form.tsx'
import { eventAnswers, storyEvents } from './fixtures.tsx'

const ride = {
  ...storyEvents[0]!,
  exceptions: {
    '2030-11-26': { isAdded: false, isCancelled: true, start: null, details: {} },
    '2030-11-28': {
      ...{ isAdded: false, isCancelled: false, start: '2030-11-28T15:00:00.000Z' },
      details: { title: 'Ride with Ana' },
    },
    '2030-11-30': { isAdded: true, isCancelled: false, start: '2030-11-30T09:00:00.000Z', details: {} },
    '2030-12-06': { isAdded: false, isCancelled: true, start: null, details: {} },
  },
}

async function openRide(date?: string, fields?: EventFormProps['fields']) {
  const acts = {
    changeOccurrence: vi.fn((_: unknown) => ride),
    restoreOccurrence: vi.fn((_: unknown) => ride),
    addOccurrence: vi.fn((_: unknown) => ride),
    split: vi.fn((_: unknown) => ({ ...ride, eventId: 'later' })),
    update: vi.fn((_: unknown) => ride),
  }
  const onAdded = vi.fn()
  const answers = eventAnswers({
    events: {
      view: () => ride,
      changeOccurrence: (body, path) => acts.changeOccurrence({ ...body, ...path }),
      restoreOccurrence: (body, path) => acts.restoreOccurrence({ ...body, ...path }),
      addOccurrence: (body, path) => acts.addOccurrence({ ...body, ...path }),
      split: (body, path) => acts.split({ ...body, ...path }),
      update: (body, path) => acts.update({ ...body, ...path }),
    },
  })
  const screen = await renderInRoot(
    <StoryKinora answers={answers}>
      <EventForm id="ride" date={date} fields={fields} onAdded={onAdded} />
    </StoryKinora>,
  )
  return { ...acts, onAdded, screen }
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

describe('C-150 28.4 the page of a series', () => {
  test('lists the dates that differ, each with its way back, which can be undone', async () => {
    const { restoreOccurrence, changeOccurrence, addOccurrence, screen } = await openRide()
    const dates = page.getByRole('group', { name: 'Dates of their own' })
    for (const said of [
      /Moved to .*16:00.*Changed: Title/,
      /Added at .*10:00/,
      /has no class on this day any more/,
    ])
      await expect.element(dates.getByText(said)).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
    await button('Restore: Tue 26 Nov').click()
    await expect.poll(() => changeOccurrence.mock.calls.length).toBe(1)
    expect(changeOccurrence.mock.calls[0]![0]).toMatchObject({ date: '2030-11-26', isCancelled: false })
    await button('As the series: Thu 28 Nov').click()
    await expect.poll(() => restoreOccurrence.mock.calls.length).toBe(1)
    await button('Undo').last().click()
    await expect.poll(() => changeOccurrence.mock.calls.length).toBe(2)
    expect(changeOccurrence.mock.calls[1]![0]).toMatchObject({
      ...{
        date: '2030-11-28',
        start: '2030-11-28T15:00:00.000Z',
        title: 'Ride with Ana',
        isCancelled: false,
      },
    })
    await button('Remove Sat 30 Nov').click()
    await button('Undo').last().click()
    await expect.poll(() => addOccurrence.mock.calls.length).toBe(1)
    expect(addOccurrence.mock.calls[0]![0]).toMatchObject({ start: '2030-11-30T09:00:00.000Z' })
  })

  test('EMBED-02 what a host hides is told by neither the dates nor what is said of them', async () => {
    const { restoreOccurrence, split } = await openRide('2030-11-28', { title: 'hidden' })
    const dates = page.getByRole('group', { name: 'Dates of their own' })
    await expect.element(dates.getByText(/Moved to .*16:00/)).toBeVisible()
    await button('Remove Sat 30 Nov').click()
    await expect.poll(() => restoreOccurrence.mock.calls.length).toBe(1)
    await page.getByRole('radio', { name: 'Cycle' }).click()
    await button('Save').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => split.mock.calls.length).toBe(1)
    await expect.element(page.getByText('“Thu 28 Nov” changed')).toBeVisible()
    expect(document.body.textContent).not.toMatch(/Ride|Changed: Title/)
  })

  test('EMBED-02 a host that hides the moment of single events keeps the dates of a series', async () => {
    await openRide('2030-11-28', { schedule_time: 'hidden' })
    await expect.element(page.getByRole('group', { name: /28 Nov/ })).toBeVisible()
  })

  test('EMBED-02 where a host hides when it is, no date is told', async () => {
    await openRide('2030-11-28', { schedule: 'hidden' })
    await expect.element(page.getByRole('textbox', { name: 'Title' })).toBeVisible()
    expect(page.getByRole('group', { name: 'Dates of their own' }).elements()).toEqual([])
    expect(page.getByRole('group', { name: /28 Nov/ }).elements()).toEqual([])
  })

  test('EMBED-02 dates that a host lets nobody change are seen, and nothing moves them', async () => {
    const { update, screen } = await openRide('2030-11-28', { schedule: 'readOnly' })
    const dates = page.getByRole('group', { name: 'Dates of their own' })
    await expect.element(dates.getByText(/Added at .*10:00/)).toBeVisible()
    await expect.element(page.getByRole('group', { name: /28 Nov/ })).toBeVisible()
    expect(dates.getByRole('button').elements()).toEqual([])
    expect(dates.getByRole('textbox').elements()).toEqual([])
    expect(button('Cancel this date').elements()).toEqual([])
    expect(await findSerious(screen.container)).toEqual([])
    await page.getByRole('radio', { name: 'Cycle' }).click()
    await button('Save').click()
    const dialog = page.getByRole('alertdialog')
    await expect.element(dialog.getByRole('radio', { name: 'This and later' })).toBeDisabled()
    await expect.poll(() => dialog.element().textContent).toContain('can’t be changed here')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => update.mock.calls.length).toBe(1)
  })

  test('EMBED-02 a date keeps the details of its own that a host lets nobody change', async () => {
    await openRide(undefined, { title: 'readOnly' })
    await expect.element(button('Restore: Tue 26 Nov')).toBeVisible()
    expect(button('As the series: Thu 28 Nov').elements()).toEqual([])
  })

  test('opened for one date: saving asks, and a field that a date can’t have leaves the series', async () => {
    const { changeOccurrence, split, onAdded } = await openRide('2030-11-28')
    const dialog = page.getByRole('alertdialog')
    const title = page.getByRole('textbox', { name: 'Title' })
    await expect.element(title).toHaveValue('Ride with Ana')
    await expect.element(page.getByLabelText('Starts at')).toHaveValue('16:00')
    expect(button('History').elements()).toEqual([])
    await title.fill('Ride with Bo')
    await button('Save').click()
    await dialog.getByRole('radio', { name: 'This class' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => changeOccurrence.mock.calls.length).toBe(1)
    expect(changeOccurrence.mock.calls[0]![0]).toMatchObject({ date: '2030-11-28', title: 'Ride with Bo' })
    await page.getByRole('radio', { name: 'Cycle' }).click()
    await button('Save').click()
    await expect.element(dialog.getByRole('radio', { name: 'This class' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => split.mock.calls.length).toBe(1)
    expect(split.mock.calls[0]![0]).toMatchObject({ date: '2030-11-28', category: 'Cycle' })
    await expect.poll(() => onAdded.mock.calls).toEqual([['later']])
  })

  test('“this and later” of the whole series is undone with all that was changed', async () => {
    const { split, update } = await openRide('2030-11-28')
    split.mockImplementation(() => ride)
    await page.getByRole('radio', { name: 'Cycle' }).click()
    await button('Save').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => split.mock.calls.length).toBe(1)
    await button('Undo').last().click()
    await expect.poll(() => update.mock.calls.length).toBe(1)
    expect(update.mock.calls[0]![0]).toEqual({ eventId: 'ride', category: ride.category })
  })
})
