import { useRef } from 'react'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderInRoot } from '../ui/testing.tsx'
import { SheetGrid } from './sheet-grid.tsx'

interface Row {
  id: string
  name: string
}

const rows: Row[] = Array.from({ length: 500 }, (_, nth) => ({ id: `row-${nth}`, name: `Class ${nth}` }))

describe('28.6 a sheet of 500 rows', () => {
  test('draws the rows in sight alone, and of them those that a step leads from and to', async () => {
    const drawn: string[] = []
    const columns = [
      {
        ...{ id: 'name', header: 'Name', width: 200, text: ({ name }: Row) => name },
        cell({ id, name }: Row) {
          drawn.push(id)
          return name
        },
      },
    ]
    function Sheet() {
      const fill = useRef<() => void>(undefined)
      return (
        <SheetGrid
          {...{ rows, columns, fill, label: 'Sheet', help: 'Keys' }}
          rowId={({ id }) => id}
          rowLabel={({ name }) => name}
          onEnter={() => {}}
          onUndo={() => {}}
        />
      )
    }
    const screen = await renderInRoot(<Sheet />)
    const first = screen.getByRole('rowheader', { name: 'Class 0', exact: true })
    await first.click()
    expect(new Set(drawn).size).toBeLessThan(60)
    drawn.length = 0
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(screen.getByRole('rowheader', { name: 'Class 1', exact: true })).toHaveFocus()
    expect(new Set(drawn)).toEqual(new Set(['row-0', 'row-1']))
  })
})
