import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CommandPalette } from '../overlay/command-palette.tsx'
import { renderInRoot } from '../testing.tsx'
import { SearchInput } from './search-input.tsx'

/** What a browser sends while a word is composed: the words so far are in the box, the word isn't done. */
function compose(box: HTMLInputElement, words: string) {
  box.focus()
  box.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(box, words)
  box.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }))
}
const press = (box: HTMLInputElement, key: string, isComposing: boolean) =>
  box.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, isComposing }))
const finish = (box: HTMLInputElement) =>
  box.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))

describe('28.5 words that are composed (IME)', () => {
  test('a search asks for them once they are done; Escape gives up the word and not the search', async () => {
    const onChange = vi.fn()
    function Box() {
      const [value, setValue] = useState('')
      const change = (next: string) => {
        onChange(next)
        setValue(next)
      }
      return <SearchInput label="Search" clearLabel="Clear" value={value} onChange={change} />
    }
    await renderInRoot(<Box />)
    const box = page.getByRole('searchbox', { name: 'Search' }).element() as HTMLInputElement
    compose(box, 'よg')
    await expect.poll(() => box.value).toBe('よg')
    expect(onChange).not.toHaveBeenCalled()
    press(box, 'Escape', true)
    await expect.poll(() => box.value).toBe('よg')
    compose(box, 'ヨガ')
    finish(box)
    await expect.poll(() => onChange.mock.calls).toEqual([['ヨガ']])
    expect(box.value).toBe('ヨガ')
  })

  test('in the palette Enter takes the candidate and Escape gives it up: nothing is opened, nothing closed', async () => {
    const [onSelect, onClose, onSearch] = [vi.fn(), vi.fn(), vi.fn()]
    function Palette() {
      const [search, setSearch] = useState('')
      const change = (next: string) => {
        onSearch(next)
        setSearch(next)
      }
      return (
        <CommandPalette
          open
          onClose={onClose}
          title="Commands"
          closeLabel="Close"
          searchLabel="Search commands"
          search={search}
          onSearch={change}
          groups={[{ id: 'pages', heading: 'Pages', commands: [{ id: 'a', label: 'Titles', onSelect }] }]}
          status="1 result"
        />
      )
    }
    await renderInRoot(<Palette />)
    const combobox = page.getByRole('combobox', { name: 'Search commands' })
    await expect.element(combobox).toHaveFocus()
    await expect.element(page.getByRole('option', { name: 'Titles' })).toBeVisible()
    const box = combobox.element() as HTMLInputElement
    compose(box, 'よg')
    press(box, 'Enter', true)
    press(box, 'Escape', true)
    await expect.poll(() => box.value).toBe('よg')
    expect([onSelect, onClose, onSearch].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0])
    finish(box)
    await expect.poll(() => onSearch.mock.calls).toEqual([['よg']])
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(page.getByRole('option', { name: 'Titles' })).toHaveAttribute('data-active-item')
    press(box, 'Enter', false)
    await expect.poll(() => onSelect.mock.calls.length).toBe(1)
  })
})
