import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  Card,
  Checkbox,
  Checklist,
  Field,
  FileDrop,
  ProgressBar,
  RadioGroup,
  ScaleInput,
  SearchInput,
  Switch,
  TextInput,
} from '../index.ts'
import { renderInRoot } from '../testing.tsx'

describe('VAL fields', () => {
  test('a field names, describes and marks its control', async () => {
    const screen = await renderInRoot(
      <Field label="Title" required help="As members see it." error="Required Title">
        <TextInput />
      </Field>,
    )
    const input = screen.getByRole('textbox', { name: 'Title' })
    await expect.element(input).toHaveAttribute('aria-invalid', 'true')
    await expect.element(input).toHaveAttribute('aria-required', 'true')
    await expect.element(input).toHaveAccessibleDescription('As members see it. Required Title')
  })

  test('in a page that goes right to left what is written runs in its own direction, an address always from the left', async () => {
    const screen = await renderInRoot(
      <>
        <TextInput aria-label="Name" value="Morning flow" readOnly />
        <TextInput aria-label="Email" type="email" value="" readOnly />
        <TextInput aria-label="Arabic" dir="rtl" value="تدفق" readOnly />
      </>,
      { dir: 'rtl' },
    )
    const styleOf = (name: string) => getComputedStyle(screen.getByLabelText(name).element())
    expect(styleOf('Name').unicodeBidi).toBe('plaintext')
    expect(styleOf('Name').textAlign).toBe('start')
    expect([styleOf('Email').direction, styleOf('Arabic').direction]).toEqual(['ltr', 'rtl'])
  })

  test('help describes a switch, a checkbox and a choice, and is no part of their names', async () => {
    const help = 'What that means.'
    const screen = await renderInRoot(
      <>
        <Switch label="Active" help={help} />
        <Checkbox label="Agree" help={help} />
        <RadioGroup
          aria-label="Who"
          value={null}
          onChange={() => undefined}
          options={[{ value: 'all', label: 'Everyone', help }]}
        />
      </>,
    )
    for (const [role, name] of [
      ['switch', 'Active'],
      ['checkbox', 'Agree'],
      ['radio', 'Everyone'],
    ] as const)
      await expect
        .element(screen.getByRole(role, { name, exact: true }))
        .toHaveAccessibleDescription('What that means.')
  })

  test('a switch is named by its own words and its field’s, once where they are the same', async () => {
    const screen = await renderInRoot(
      <>
        <Field label="Bulk upload" group>
          <Switch label="Active" />
        </Field>
        <Field label="Promoted" group>
          <Switch label="Promoted" />
        </Field>
        <Field label="Logo" group>
          <FileDrop title="Drop" buttonLabel="Choose" onFiles={() => undefined} />
        </Field>
        <Card title="Dark">Fields</Card>
      </>,
    )
    for (const [role, name] of [
      ['switch', 'Active Bulk upload'],
      ['switch', 'Promoted'],
      ['button', 'Choose Logo'],
      ['group', 'Dark'],
    ] as const)
      await expect.element(screen.getByRole(role, { name, exact: true })).toBeVisible()
  })

  test('a counter shows only near the limit and marks what is over', async () => {
    const field = (length: number) => (
      <Field label="Tag" counter={{ length, max: 20, text: `${20 - length} left` }}>
        <TextInput />
      </Field>
    )
    const far = await renderInRoot(field(10))
    expect(far.container.querySelector('.kn-field-counter')?.textContent).toBe('')
    await far.unmount()
    const over = await renderInRoot(field(22))
    expect(over.container.querySelector('.kn-field-counter[data-over]')?.textContent).toBe('-2 left')
  })

  test('a name of 240 letters is cut beside its bar, and told whole', async () => {
    const name = `${'n'.repeat(240)}.mp4`
    const { container } = await renderInRoot(
      <div style={{ inlineSize: 300 }}>
        <ProgressBar label={name} value={0.5} detail="50%" />
      </div>,
    )
    const bar = container.querySelector('.kn-progress')!
    expect(bar.scrollWidth).toBeLessThanOrEqual(300)
    expect(bar.querySelector('[title]')).toHaveAttribute('title', name)
  })

  test('a scale is a radio group: arrows move, nothing is chosen at first', async () => {
    function Subject() {
      const [value, setValue] = useState<number | null>(null)
      return (
        <Field label="Intensity" group>
          <ScaleInput value={value} onChange={setValue} describe={step => (step > 6 ? 'Hard' : 'Light')} />
        </Field>
      )
    }
    const screen = await renderInRoot(<Subject />)
    await expect.element(screen.getByRole('radiogroup', { name: 'Intensity' })).toBeInTheDocument()
    expect(screen.container.querySelectorAll('input:checked')).toHaveLength(0)
    await screen.getByRole('radio', { name: '6, Light' }).click({ force: true })
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(screen.getByRole('radio', { name: '7, Hard' })).toBeChecked()
  })

  test('radios and switches are native and named', async () => {
    const screen = await renderInRoot(
      <>
        <RadioGroup
          aria-label="Audience"
          value="a"
          onChange={() => undefined}
          options={[{ value: 'a', label: 'All' }]}
        />
        <Switch label="Featured" />
      </>,
    )
    await expect.element(screen.getByRole('radio', { name: 'All' })).toBeChecked()
    await screen.getByText('Featured').click()
    await expect.element(screen.getByRole('switch', { name: 'Featured' })).toBeChecked()
  })

  test('Escape empties the search and keeps the focus', async () => {
    function Subject() {
      const [value, setValue] = useState('yoga')
      return <SearchInput label="Search" clearLabel="Clear" value={value} onChange={setValue} />
    }
    const screen = await renderInRoot(<Subject />)
    await screen.getByRole('button', { name: 'Clear' }).click()
    await expect.element(screen.getByRole('searchbox')).toHaveFocus()
    await screen.getByRole('searchbox').fill('spin')
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('searchbox')).toHaveValue('')
  })

  test('a missing thing in the checklist leads to its field', async () => {
    const screen = await renderInRoot(
      <>
        <Checklist
          title="Ready"
          doneText="done"
          missingText="missing"
          items={[{ id: 'a', label: 'Description', done: false, fieldId: 'description' }]}
        />
        <Field label="Description" id="description">
          <TextInput />
        </Field>
      </>,
    )
    await screen.getByRole('link', { name: /Description\s+missing/ }).click()
    await expect.element(screen.getByRole('textbox')).toHaveFocus()
  })
})
