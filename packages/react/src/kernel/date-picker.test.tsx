import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { findSerious, renderInRoot } from '../ui/testing.tsx'
import { DatePicker } from './date-picker.tsx'
import { createKinora } from './kinora.ts'
import { KinoraProvider } from './provider.tsx'

describe('CONST-21 a date field', () => {
  test('a day is typed as one likes, and shown as everywhere', async () => {
    function Subject() {
      const [day, setDay] = useState('')
      return <DatePicker aria-label="Day" value={day} onChange={setDay} />
    }
    const screen = await renderInRoot(
      <KinoraProvider kinora={createKinora()}>
        <Subject />
      </KinoraProvider>,
    )
    const field = screen.getByLabelText('Day')
    ;(field.element() as HTMLElement).focus()
    await userEvent.keyboard('11/20/2026')
    await expect.element(field).toHaveValue('11/20/2026')
    await userEvent.keyboard('{Tab}')
    await expect.element(field).toHaveValue('20 Nov 2026')
    expect(await findSerious(screen.container)).toEqual([])
  })

  test.each([
    ['en', 'ltr', '20 Nov 2026'],
    ['ar', 'rtl', '20\u200f/11\u200f/2026'],
  ])(
    'EMBED-05 in a page that goes right to left, a date in %s reads %s',
    async (locale, direction, shown) => {
      const screen = await renderInRoot(
        <KinoraProvider kinora={createKinora({ locale })}>
          <DatePicker aria-label="Day" value="2026-11-20" onChange={() => undefined} />
        </KinoraProvider>,
        { dir: 'rtl' },
      )
      const field = screen.getByLabelText('Day')
      await expect.element(field).toHaveValue(shown)
      expect(getComputedStyle(field.element()).direction).toBe(direction)
    },
  )

  test('Alt+ArrowDown and the button of a date open the browser’s calendar', async () => {
    const show = vi.spyOn(HTMLInputElement.prototype, 'showPicker').mockImplementation(() => undefined)
    const screen = await renderInRoot(
      <KinoraProvider kinora={createKinora()}>
        <DatePicker aria-label="Day" value="2026-11-20" onChange={() => undefined} />
      </KinoraProvider>,
    )
    const field = screen.getByLabelText('Day')
    ;(field.element() as HTMLElement).focus()
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await userEvent.click(screen.container.querySelector('.kn-date-calendar > button')!)
    expect(show.mock.contexts.map(input => (input as HTMLInputElement).value)).toEqual([
      '2026-11-20',
      '2026-11-20',
    ])
    show.mockRestore()
  })
})
