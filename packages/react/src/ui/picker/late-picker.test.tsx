import { type ComponentType, useState } from 'react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Dialog, Field } from '../index.ts'
import { lazyPart, onLostScripts } from '../lazy-part.tsx'
import { holdTimers, renderInRoot } from '../testing.tsx'
import type { SearchListProps, SelectListProps } from './lazy-picker-list.tsx'
import { loadPickerList, PickerButton, PickerPlace, usePicker } from './picker-button.tsx'

const options = ['Yoga', 'Strength', 'Cycling', 'Running', 'Pilates'].map(label => ({
  value: label.toLowerCase(),
  label,
}))
const texts = { searchLabel: 'Search', emptyText: 'No match' }

/** What a picker is made of, with scripts that come when the test says so. */
function holdScripts() {
  let isHere = false
  const asked: { resolve: () => void; reject: (reason: Error) => void }[] = []
  const arrive = async () => {
    if (!isHere) await new Promise<void>((resolve, reject) => asked.push({ resolve, reject }))
    return loadPickerList()
  }
  return {
    SelectList: lazyPart<SelectListProps>(async () => ({ default: (await arrive()).SelectList })),
    SearchList: lazyPart<SearchListProps<string>>(async () => ({ default: (await arrive()).SearchList })),
    come() {
      isHere = true
      for (const { resolve } of asked.splice(0)) resolve()
    },
    /** How many were on their way; what is asked for again is held back again. */
    lose() {
      const failure = new TypeError('Failed to fetch dynamically imported module')
      const all = asked.splice(0)
      for (const { reject } of all) reject(failure)
      return all.length
    },
  }
}

type Scripts = ReturnType<typeof holdScripts>
interface LateProps {
  scripts: Scripts
  onSearch?: (search: string) => void
}

function LateSelect({ scripts: { SelectList } }: LateProps) {
  const [value, onChange] = useState('')
  const picker = usePicker('listbox')
  const list = { ...picker.opening!, value, onChange, options }
  return (
    <>
      <PickerButton picker={picker}>{value}</PickerButton>
      {picker.opening ? (
        <PickerPlace opening={picker.opening}>
          <SelectList {...list} />
        </PickerPlace>
      ) : null}
    </>
  )
}

function LateCombobox({ scripts: { SearchList }, onSearch }: LateProps) {
  const [value, onChange] = useState('')
  const picker = usePicker('dialog', onSearch)
  const list = { ...picker.opening!, ...texts, value, onChange, options }
  return (
    <>
      <PickerButton picker={picker}>{value}</PickerButton>
      {picker.opening ? (
        <PickerPlace opening={picker.opening}>
          <SearchList {...list} />
        </PickerPlace>
      ) : null}
    </>
  )
}

/** The picker that is opened, and a field behind it. */
async function show(Picker: ComponentType<LateProps>, key = '{Enter}') {
  const scripts = holdScripts()
  const searched = vi.fn()
  const screen = await renderInRoot(
    <>
      <Field label="Category">
        <Picker scripts={scripts} onSearch={searched} />
      </Field>
      <input aria-label="Elsewhere" />
    </>,
  )
  const picker = screen.getByRole('combobox', { name: 'Category' })
  ;(picker.element() as HTMLElement).focus()
  await userEvent.keyboard(key)
  await expect.element(picker).toHaveAttribute('aria-busy', 'true')
  expect(picker.element().getAttribute('aria-expanded')).toBe('false')
  expect(picker.element().hasAttribute('aria-controls')).toBe(false)
  return { ...screen, ...scripts, searched, picker, elsewhere: screen.getByLabelText('Elsewhere') }
}

describe('NFR a picker whose list is on its way', () => {
  test.each([
    ['a list', LateSelect],
    ['a search', LateCombobox],
  ] as const)('%s stays closed for who turns away', async (_, Picker) => {
    const { picker, elsewhere, searched, come, getByRole } = await show(Picker)
    const away: [string, typeof picker, () => unknown][] = [
      ['Escape', picker, () => userEvent.keyboard('{Escape}')],
      ['Tab', elsewhere, () => userEvent.keyboard('{Tab}')],
      ['a press', elsewhere, () => elsewhere.click()],
      ['a focus', elsewhere, () => (elsewhere.element() as HTMLElement).focus()],
    ]
    for (const [way, focused, turn] of away) {
      await picker.click()
      await expect.element(picker, { message: way }).toHaveAttribute('aria-busy', 'true')
      await userEvent.keyboard('pil')
      await turn()
      await expect.element(picker, { message: way }).not.toHaveAttribute('aria-busy')
      await expect.element(focused, { message: way }).toHaveFocus()
      if (Picker === LateCombobox)
        expect(searched.mock.calls.splice(0).flat(), way).toEqual(['p', 'pi', 'pil', ''])
    }
    come()
    // It opens as it should later, and what was typed before is forgotten.
    await picker.click()
    await expect.poll(() => getByRole('option').elements().length).toBe(options.length)
    expect(document.querySelector('[role=option][data-active-item]')).toBeNull()
    await expect.element(picker).toHaveAttribute('aria-controls', document.querySelector('.kn-popover')!.id)
    await expect.element(picker).not.toHaveAttribute('aria-busy')
  })

  test('Escape leaves the dialog open that it stands in', async () => {
    const scripts = holdScripts()
    const screen = await renderInRoot(
      <Dialog open onClose={() => undefined} title="Work" closeLabel="Close">
        <Field label="Category">
          <LateSelect scripts={scripts} />
        </Field>
      </Dialog>,
    )
    const picker = screen.getByRole('combobox', { name: 'Category' })
    await picker.click()
    await expect.element(picker).toHaveAttribute('aria-busy', 'true')
    await userEvent.keyboard('{Escape}')
    await expect.element(picker).not.toHaveAttribute('aria-busy')
    await expect.element(picker).toHaveFocus()
    await expect.element(screen.getByRole('dialog', { name: 'Work' })).toBeVisible()
  })

  test('what is typed is searched for in it, by the host too, and pressing again does nothing', async () => {
    const { picker, searched, come, getByRole } = await show(LateCombobox)
    await userEvent.keyboard('{Enter} pix{Backspace}l a{Backspace}{Backspace}')
    // A command is no letter, and AltGr, which is Ctrl and Alt on Windows, makes them.
    await userEvent.keyboard('{Control>}c{/Control}')
    await picker.click()
    await expect.element(picker).toHaveAttribute('aria-busy', 'true')
    expect(searched.mock.calls.flat()).toEqual([
      'p',
      'pi',
      'pix',
      'pi',
      'pil',
      'pil ',
      'pil a',
      'pil ',
      'pil',
    ])
    come()
    const search = getByRole('combobox', { name: 'Search' })
    await expect.element(search).toHaveValue('pil')
    await expect.element(search).toHaveFocus()
    await expect.poll(() => getByRole('option').elements().length).toBe(1)
    await expect.element(getByRole('option', { name: 'Pilates' })).toHaveAttribute('data-active-item')
    await userEvent.keyboard('{Enter}')
    await expect.element(picker).toHaveTextContent('pilates')
    await expect.element(picker).toHaveFocus()
    await expect.poll(() => searched.mock.calls.at(-1)).toEqual([''])
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => getByRole('option').elements().length).toBe(options.length)
  })

  test('a list without a search begins at what is typed', async () => {
    const { picker, come, getByRole } = await show(LateSelect, '{ArrowDown}')
    await userEvent.keyboard('{ArrowDown}ru')
    come()
    await expect.element(getByRole('option', { name: 'Running' })).toHaveAttribute('data-active-item')
    await expect.element(getByRole('listbox')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(picker).toHaveTextContent('pilates')
    await expect.element(picker).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(getByRole('option', { name: 'Pilates' })).toHaveAttribute('data-active-item')
    expect(getByRole('option', { name: 'Running' }).element().hasAttribute('data-active-item')).toBe(false)
  })

  test('whose script is lost says so, and is tried again', async () => {
    const waits = holdTimers(1000, 2000)
    const lost: number[] = []
    onTestFinished(onLostScripts(count => lost.push(count)))
    const { picker, come, lose, getByRole } = await show(LateSelect)
    for (const wait of [1000, 2000]) {
      await expect.poll(lose).toBe(1)
      await expect.poll(waits.held).toEqual([wait])
      await userEvent.keyboard('{Escape}{Enter}')
      await expect.element(picker).toHaveAttribute('aria-busy', 'true')
      waits.letGo()
    }
    // Of all on the page: others may have lost theirs before.
    const before = lost[0]! - 1
    expect(lost).toEqual([before + 1])
    come()
    await expect.element(getByRole('option', { name: 'Yoga' })).toBeVisible()
    await expect.element(picker).not.toHaveAttribute('aria-busy')
    expect(lost).toEqual([before + 1, before])
  })
})
