import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button, ConfirmDialog, Dialog, Field, MultiSelect, PageHeader } from '../index.ts'
import { renderInRoot } from '../testing.tsx'

const press = async (name: string) => {
  page.getByRole('button', { name, exact: true }).element().focus()
  await userEvent.keyboard('{Enter}')
}

function Choices() {
  const [value, setValue] = useState(['a', 'b'])
  return (
    <>
      <Button>Before</Button>
      <Field label="Labels" group>
        <MultiSelect
          value={value}
          onChange={setValue}
          options={['a', 'b'].map(one => ({ value: one, label: one.toUpperCase() }))}
          placeholder="Add label"
          searchLabel="Search labels"
          emptyText="No match"
          removeLabel={({ label }) => `Remove ${label}`}
        />
      </Field>
    </>
  )
}

function Rows() {
  const [rows, setRows] = useState(['one', 'two'])
  const [deleting, setDeleting] = useState<string>()
  return (
    <main tabIndex={-1} aria-label="Rows">
      <PageHeader title="Rows" />
      {rows.map(row => (
        <p key={row}>
          <Button onClick={() => setDeleting(row)}>{`Delete ${row}`}</Button>
        </p>
      ))}
      <ConfirmDialog
        open={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        onConfirm={() => {
          setRows(rows.filter(row => row !== deleting))
          setDeleting(undefined)
        }}
        title="Delete it?"
        confirmLabel="Delete"
        cancelLabel="Keep"
        closeLabel="Close"
      />
    </main>
  )
}

function Inside() {
  const [names, setNames] = useState(['a', 'b', 'c'])
  return (
    <Dialog
      open
      onClose={() => undefined}
      title="Names"
      closeLabel="Close"
      actions={<Button data-focus-fallback="">Done</Button>}
    >
      <ul>
        {names.map(name => (
          <li key={name}>
            <Button
              onClick={() => setNames(names.filter(other => other !== name))}
            >{`Remove ${name}`}</Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

describe('the focus never falls to the body', () => {
  test('a removed chip hands it on to the next, the last one to the opener', async () => {
    await renderInRoot(<Choices />)
    await press('Remove A')
    await expect.element(page.getByRole('button', { name: 'Remove B' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('combobox')).toHaveFocus()
  })

  test('in a dialog neither: of a row to the one after it, the last one to that before, then to what is left', async () => {
    await renderInRoot(<Inside />)
    await expect.element(page.getByRole('button', { name: 'Remove b' })).toBeVisible()
    await press('Remove b')
    await expect.element(page.getByRole('button', { name: 'Remove c' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: 'Remove a' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: 'Done' })).toHaveFocus()
  })

  test('a dialog gives it back; a row that is deleted hands it on to what the row stood in', async () => {
    await renderInRoot(<Rows />)
    await press('Delete one')
    await expect.element(page.getByRole('button', { name: 'Keep' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: 'Delete one' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: 'Keep' })).toHaveFocus()
    await press('Delete')
    await expect.element(page.getByRole('button', { name: 'Delete one' })).not.toBeInTheDocument()
    await expect.element(page.getByRole('main')).toHaveFocus()
  })
})
