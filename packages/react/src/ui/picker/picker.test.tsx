import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Combobox, Field, MultiSelect, Select } from '../index.ts'
import { renderInRoot } from '../testing.tsx'
import type { SelectProps } from './select.tsx'

const options = ['Yoga', 'Strength', 'Cycling', 'Running', 'Pilates'].map(label => ({
  value: label.toLowerCase(),
  label,
}))
const texts = { searchLabel: 'Search categories', emptyText: 'No match' }

describe('VAL-09 multi-select', () => {
  function Subject({ start }: { start: string[] }) {
    const [value, setValue] = useState(start)
    return (
      <Field label="Focus areas">
        <MultiSelect
          value={value}
          onChange={setValue}
          options={options}
          limit={3}
          limitText="Only 3 options can be selected"
          placeholder="Add focus area"
          removeLabel={option => `Remove ${option.label}`}
          {...texts}
        />
      </Field>
    )
  }

  test('takes three, says so, and puts the others out of reach', async () => {
    const screen = await renderInRoot(<Subject start={['yoga', 'strength']} />)
    await screen.getByRole('combobox').click()
    await screen.getByRole('option', { name: 'Cycling' }).click()
    await expect.element(screen.getByText('Only 3 options can be selected')).toBeVisible()
    await expect
      .element(screen.getByRole('option', { name: 'Running' }))
      .toHaveAttribute('aria-disabled', 'true')
    await screen.getByRole('option', { name: 'Running' }).click({ force: true })
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('button', { name: 'Remove Cycling' })).toBeInTheDocument()
    expect(screen.container.querySelectorAll('.kn-chip')).toHaveLength(3)
  })

  test('one after the other is found by typing: a choice takes its words with it', async () => {
    const screen = await renderInRoot(<Subject start={[]} />)
    await screen.getByRole('combobox').click()
    await userEvent.keyboard('pil')
    await expect.poll(() => screen.getByRole('option').elements().length).toBe(1)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => screen.getByRole('option').elements().length).toBe(options.length)
    await userEvent.keyboard('run{Enter}{Escape}')
    await expect.element(screen.getByRole('button', { name: 'Remove Pilates' })).toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Remove Running' })).toBeInTheDocument()
  })

  test('a chip goes by its ×', async () => {
    const screen = await renderInRoot(<Subject start={['yoga', 'strength', 'cycling']} />)
    await screen.getByRole('button', { name: 'Remove Strength' }).click()
    await expect.poll(() => screen.container.querySelectorAll('.kn-chip').length).toBe(2)
  })
})

describe('TITLE-39 pickers by keyboard', () => {
  test('a select opens, moves and takes', async () => {
    function Subject() {
      const [value, setValue] = useState<string | null>(null)
      return (
        <Field label="Category">
          <Select value={value} onChange={setValue} options={options} placeholder="Choose" />
        </Field>
      )
    }
    const screen = await renderInRoot(<Subject />)
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('option', { name: 'Strength' })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(screen.getByRole('option', { name: 'Yoga' })).toHaveAttribute('data-active-item')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(screen.getByRole('combobox', { name: 'Category' })).toHaveTextContent('Strength')
    await expect.element(screen.getByRole('combobox', { name: 'Category' })).toHaveFocus()
  })

  const kinds = {
    select: { popup: 'listbox', Picker: Select },
    combobox: { popup: 'dialog', Picker: Found },
    'multi-select': { popup: 'dialog', Picker: Several },
  } as const

  function Found(props: SelectProps) {
    return <Combobox {...props} {...texts} />
  }

  function Several({ value, ...rest }: SelectProps) {
    const chosen = value === null ? [] : [value]
    const own = { value: chosen, placeholder: 'Add', removeLabel: () => 'Remove', ...texts }
    return <MultiSelect {...rest} {...own} onChange={() => undefined} />
  }

  describe.each(Object.entries(kinds))('a %s', (_, { popup, Picker }) => {
    const show = async (props: Partial<SelectProps> = {}) => {
      const own = { value: null, onChange: () => undefined, options, ...props }
      const screen = await renderInRoot(
        <Field label="Category" help="One of these" error="Required Category" required>
          <Picker {...own} />
        </Field>,
      )
      const label = screen.getByText('Category*', { exact: true })
      return { screen, label, picker: screen.getByRole('combobox', { name: 'Category' }) }
    }
    const marked = () => document.querySelector('[role=option][data-active-item]')?.textContent

    test('says what it is, closed and open; a press on its label or on it opens, the next closes', async () => {
      const { screen, label, picker } = await show()
      expect(picker.element().tagName).toBe('BUTTON')
      await expect.element(picker).toHaveAccessibleDescription('One of these Required Category')
      const closed = ['aria-haspopup', 'aria-expanded', 'aria-required', 'aria-invalid', 'aria-controls']
      expect(closed.map(name => picker.element().getAttribute(name))).toEqual([
        ...[popup, 'false', 'true', 'true', null],
      ])
      await label.click()
      await expect.element(screen.getByRole('option', { name: 'Yoga' })).toBeVisible()
      await expect.element(picker).toHaveAttribute('aria-expanded', 'true')
      const list = document.getElementById(picker.element().getAttribute('aria-controls') ?? '')
      expect(list?.role).toBe(popup)
      await picker.click()
      await expect.element(picker).toHaveAttribute('aria-expanded', 'false')
      await expect.element(picker).not.toHaveAttribute('aria-controls')
      await expect.poll(() => screen.getByRole('option').elements()).toEqual([])
    })

    test.each(['{Enter}', ' ', '{ArrowDown}', '{ArrowUp}'])('opens by %j where it is chosen', async key => {
      const { screen, picker } = await show({ value: 'cycling' })
      for (const _ of ['first', 'again']) {
        ;(picker.element() as HTMLElement).focus()
        await userEvent.keyboard(key)
        await expect.poll(marked).toBe('Cycling')
        await expect.element(picker).not.toHaveFocus()
        await expect.element(picker).toHaveAttribute('aria-expanded', 'true')
        await userEvent.keyboard('{Escape}')
        await expect.poll(() => screen.getByRole('option').elements()).toEqual([])
        await expect.element(picker).toHaveFocus()
      }
    })

    test('who goes back to the button while it is open goes on in the list', async () => {
      const { screen, picker } = await show({ value: 'yoga' })
      ;(picker.element() as HTMLElement).focus()
      for (const key of ['{ArrowDown}', 'r']) {
        await userEvent.keyboard('{Enter}')
        await expect.poll(marked).toBe('Yoga')
        await expect.element(picker).not.toHaveFocus()
        await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
        await expect.element(picker).toHaveFocus()
        await userEvent.keyboard(key)
        await expect.element(picker).not.toHaveFocus()
        if (key === 'r') await expect.poll(marked).toBe(popup === 'dialog' ? 'Strength' : 'Running')
        await userEvent.keyboard('{Escape}')
        await expect.poll(() => screen.getByRole('option').elements()).toEqual([])
        await expect.element(picker).toHaveFocus()
      }
    })

    test('opened again while it fades out, it is open', async () => {
      const { screen, picker } = await show()
      const slow = document.createElement('style')
      slow.textContent = '.kn-popover { transition: opacity 1s !important }'
      screen.container.append(slow)
      const button = picker.element() as HTMLElement
      for (const expanded of ['true', 'false', 'true']) {
        button.click()
        await expect.element(picker).toHaveAttribute('aria-expanded', expanded)
        await expect.element(picker).not.toHaveAttribute('aria-busy')
      }
      await expect.poll(() => screen.getByRole('option').elements().length).toBe(options.length)
    })

    test('disabled, it stays closed', async () => {
      const { label, picker } = await show({ disabled: true })
      await expect.element(picker).toBeDisabled()
      await label.click({ force: true })
      await picker.click({ force: true })
      await expect.element(picker).toHaveAttribute('aria-expanded', 'false')
    })
  })

  test('with nothing chosen an arrow marks the first that is found, Enter none', async () => {
    const screen = await renderInRoot(
      <Combobox aria-label="Category" value={null} onChange={() => undefined} options={options} {...texts} />,
    )
    const picker = screen.getByRole('combobox', { name: 'Category' }).element() as HTMLElement
    const active = () => document.querySelector('[role=option][data-active-item]')?.textContent ?? ''
    for (const [key, first] of [
      ['{ArrowDown}', 'Yoga'],
      ['{Enter}', ''],
    ] as const) {
      picker.focus()
      await userEvent.keyboard(key)
      const search = screen.getByRole('combobox', { name: texts.searchLabel })
      await expect.element(search).toHaveFocus()
      await expect.poll(active).toBe(first)
      await userEvent.keyboard('{Escape}')
      await expect.element(search).not.toBeInTheDocument()
      await expect.poll(() => document.activeElement).toBe(picker)
    }
  })

  test('a combobox filters as one types and takes the first match', async () => {
    function Subject() {
      const [value, setValue] = useState<string | null>('yoga')
      return <Combobox aria-label="Category" value={value} onChange={setValue} options={options} {...texts} />
    }
    const screen = await renderInRoot(<Subject />)
    await screen.getByRole('combobox', { name: 'Category' }).click()
    await userEvent.keyboard('pil')
    await expect.element(screen.getByRole('option', { name: 'Pilates' })).toBeVisible()
    await expect.poll(() => screen.getByRole('option').elements().length).toBe(1)
    // The one match is chosen already: going down leads nowhere else.
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(screen.getByRole('combobox', { name: 'Category' })).toHaveTextContent('Pilates')
    await screen.getByRole('combobox', { name: 'Category' }).click()
    await userEvent.keyboard('zzz')
    await expect.element(screen.getByText('No match')).toBeVisible()
  })

  test('a list far down the page opens beside its picker, whole, and the page stays; one that was scrolled away comes back', async () => {
    const screen = await renderInRoot(
      <div style={{ paddingBlock: 2000 }}>
        <Combobox
          aria-label="Category"
          value="yoga"
          onChange={() => undefined}
          options={options}
          {...texts}
        />
      </div>,
    )
    const picker = screen.getByRole('combobox', { name: 'Category' }).element() as HTMLElement
    const open = async () => {
      await userEvent.keyboard('{ArrowDown}')
      await expect.element(screen.getByRole('option', { name: 'Pilates' })).toBeInTheDocument()
      const list = screen.container.ownerDocument.querySelector('.kn-popover')!
      await expect
        .poll(() => {
          const [at, box] = [list.getBoundingClientRect(), picker.getBoundingClientRect()]
          const isWhole = at.top >= 0 && at.bottom <= innerHeight
          return isWhole && (Math.abs(at.top - box.bottom) < 8 || Math.abs(at.bottom - box.top) < 8)
        })
        .toBe(true)
      await userEvent.keyboard('{Escape}')
    }
    picker.scrollIntoView({ block: 'center' })
    picker.focus({ preventScroll: true })
    const before = scrollY
    await open()
    expect(scrollY).toBe(before)
    await expect.poll(() => document.activeElement).toBe(picker)
    scrollTo(0, 0)
    await open()
    scrollTo(0, 0)
  })
})
