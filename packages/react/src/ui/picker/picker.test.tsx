import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Combobox, Field, MultiSelect, Select } from '../index.ts'
import { renderInRoot } from '../testing.tsx'

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
