import { beforeAll, describe, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react/pure'
import { kinoraAs, platformUrl } from '../../src/testing/platform.tsx'
import { findSerious } from '../../src/ui/testing.tsx'
import CompoundSchedule from './compound.tsx'
import HookSchedule from './hook.tsx'
import ReadyMadeSchedule from './ready-made.tsx'

beforeAll(async () => void (await platformUrl()))

/** A day so many days from now. */
const ahead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe('EMBED-02 the schedule in three depths', () => {
  test('ready-made: one view, a fixed filter, a heading and an act of the host, and an event that the host opens', async () => {
    const screen = await render(<ReadyMadeSchedule kinora={await kinoraAs('tenant')} />)
    const ride = screen.getByRole('button', { name: /Lunch ride/ })
    await expect.element(ride.first()).toBeVisible()
    const part = screen.container.querySelector('[data-kn-part="schedule"]')!
    expect([part.classList.contains('timetable'), part.getAttribute('data-state')]).toEqual([true, 'ready'])
    // Of the other types nothing is shown, and the type can't be chosen.
    await expect.element(screen.getByRole('button', { name: /Friday live/ })).not.toBeInTheDocument()
    await expect.element(screen.getByRole('combobox', { name: 'Type' })).not.toBeInTheDocument()
    await expect.element(screen.getByRole('combobox', { name: 'State' })).toBeVisible()
    await expect.element(screen.getByRole('group', { name: 'View' })).not.toBeInTheDocument()
    expect(
      screen
        .getByRole('heading', { level: 1 })
        .elements()
        .map(each => each.textContent),
    ).toEqual(['Timetable'])
    const print = vi.spyOn(window, 'print').mockReturnValue()
    await screen.getByRole('button', { name: 'Print the week' }).click()
    expect(print).toHaveBeenCalledOnce()
    await expect.element(screen.getByRole('button', { name: 'Calendar feed' })).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
    await ride.first().click()
    await screen.getByRole('button', { name: 'Open event' }).click()
    await expect.element(screen.getByText('Opened event-lunch-ride')).toBeVisible()
  })

  test('compound: a bar of the host’s own', async () => {
    const screen = await render(<CompoundSchedule kinora={await kinoraAs('tenant')} />)
    await expect.element(screen.getByRole('button', { name: /Friday live/ }).first()).toBeVisible()
    await expect.element(screen.getByText(/^\d+ cancelled$/)).toBeVisible()
    await expect.element(screen.getByRole('combobox', { name: 'Type' })).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Agenda' }).click()
    await expect.element(screen.getByRole('listitem').filter({ hasText: 'Friday live' })).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
  })

  test('hook: the classes of some days, each once, cancelled and brought back', async () => {
    const screen = await render(
      <HookSchedule kinora={await kinoraAs('tenant')} from={ahead(30)} to={ahead(36)} />,
    )
    const rides = () => screen.getByRole('listitem').filter({ hasText: 'Lunch ride' })
    await expect.poll(() => rides().elements().length).toBe(2)
    await screen
      .getByRole('button', { name: /^Cancel .* 12:15 Lunch ride$/ })
      .first()
      .click()
    await expect
      .element(screen.getByRole('button', { name: /^Bring back .* 12:15 Lunch ride$/ }))
      .toBeVisible()
    expect(rides().elements().length).toBe(2)
    await screen.getByRole('button', { name: /^Bring back/ }).click()
    await expect.element(screen.getByRole('button', { name: /^Bring back/ })).not.toBeInTheDocument()
    expect(await findSerious(screen.container)).toEqual([])
  })
})
