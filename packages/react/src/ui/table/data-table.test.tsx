import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  type ColumnState,
  ColumnsMenu,
  DataTable,
  type DataTableColumn,
  type DataTableProps,
  type DataTableSort,
  useDataTable,
} from '../index.ts'
import { findSerious, renderInRoot } from '../testing.tsx'
import { columnsMenu, type SampleRow, sampleColumns, sampleRows } from './story-rows.tsx'

const rows = sampleRows(500)

/** A name as long as one may be, without a blank. */
const longName = 'Kraftausdauertraining'.repeat(12)

function LongNames() {
  const columns: readonly DataTableColumn<SampleRow>[] = [
    { id: 'name', header: 'Name', width: 240, grow: 1, cell: row => <bdi>{row.name}</bdi> },
    { id: 'provider', header: 'Provider', width: 160, cell: () => <bdi>{longName}</bdi> },
    { id: 'state', header: 'State', width: 120, cell: row => row.kind },
  ]
  const model = useDataTable({ columns, sort: null })
  return (
    <DataTable
      model={model}
      label="Titles"
      rows={rows.slice(0, 3)}
      rowId={row => row.id}
      loadingText="Loading titles"
      empty={null}
    />
  )
}

function Subject(props: Partial<DataTableProps<SampleRow>>) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [sort, setSort] = useState<DataTableSort | null>(null)
  const [columnState, onColumnState] = useState<ColumnState>({})
  const model = useDataTable({ columns: sampleColumns, sort, onSort: setSort, columnState, onColumnState })
  return (
    <>
      <ColumnsMenu model={model} texts={columnsMenu} />
      <DataTable
        model={model}
        label="Titles"
        rows={rows}
        rowId={row => row.id}
        selection={{
          selected,
          onChange: setSelected,
          allLabel: 'All',
          rowLabel: row => `Select ${row.name}`,
        }}
        loadingText="Loading titles"
        empty={<p>No titles yet</p>}
        maxHeight="400px"
        {...props}
      />
      <output>{[...selected].join(' ')}</output>
      <output>{sort ? `${sort.id} ${sort.descending ? 'down' : 'up'}` : ''}</output>
    </>
  )
}

describe('TITLE-14 the table', () => {
  test('draws only the rows in sight and says how many there are', async () => {
    const screen = await renderInRoot(<Subject total={312} offset={25} />)
    const table = screen.getByRole('table', { name: 'Titles' })
    await expect.element(table).toHaveAttribute('aria-rowcount', '313')
    const drawn = [...screen.container.querySelectorAll('tbody tr')]
    expect(drawn.length).toBeGreaterThan(7)
    expect(drawn.length).toBeLessThan(40)
    expect(drawn[0]?.getAttribute('aria-rowindex')).toBe('27')
  })

  test('a name of 240 letters stays in its row, and so do the cells beside it', async () => {
    const screen = await renderInRoot(<LongNames />)
    for (const row of screen.container.querySelectorAll('tbody tr')) {
      const { top, bottom } = row.getBoundingClientRect()
      for (const cell of row.querySelectorAll('td, bdi')) {
        const box = cell.getBoundingClientRect()
        expect(box.top).toBeGreaterThanOrEqual(top)
        expect(box.bottom).toBeLessThanOrEqual(bottom)
      }
    }
  })

  test('sorts by header buttons and tells the direction', async () => {
    const screen = await renderInRoot(<Subject />)
    const header = screen.getByRole('columnheader', { name: 'Duration' })
    await expect.element(header).toHaveAttribute('aria-sort', 'none')
    await screen.getByRole('button', { name: 'Duration' }).click()
    await expect.element(header).toHaveAttribute('aria-sort', 'ascending')
    await screen.getByRole('button', { name: 'Duration' }).click()
    await expect.element(header).toHaveAttribute('aria-sort', 'descending')
    await expect.element(screen.getByText('minutes down')).toBeInTheDocument()
  })

  test('selects a range with shift and everything with the box above', async () => {
    const screen = await renderInRoot(<Subject />)
    await screen.getByRole('checkbox', { name: 'Select Morning Flow', exact: true }).click()
    await screen
      .getByRole('checkbox', { name: 'Select Hip Mobility', exact: true })
      .click({ modifiers: ['Shift'] })
    await expect.element(screen.getByText('1 2 3 4', { exact: true })).toBeInTheDocument()
    await screen.getByRole('checkbox', { name: 'All', exact: true }).click()
    await expect.element(screen.getByRole('checkbox', { name: 'All', exact: true })).toBeChecked()
  })

  test('is reached and worked by keyboard', async () => {
    const screen = await renderInRoot(<Subject />)
    await userEvent.tab()
    await userEvent.tab()
    await expect.element(screen.getByRole('region', { name: 'Titles' })).toHaveFocus()
    await userEvent.tab()
    await userEvent.keyboard(' ')
    await expect.element(screen.getByRole('checkbox', { name: 'All', exact: true })).toBeChecked()
  })

  test('WCAG 2.4.3 a row that has the focus keeps it wherever one scrolls to', async () => {
    const screen = await renderInRoot(<Subject />)
    const box = screen.getByRole('checkbox', { name: 'Select Hip Mobility', exact: true })
    box.element().focus()
    const scroller = screen.container.querySelector('.kn-table-scroll')!
    scroller.scrollTo({ top: 15_000 })
    await expect.poll(() => screen.container.querySelector('tbody [aria-rowindex="272"]')).not.toBeNull()
    await expect.element(box).toHaveFocus()
  })

  test('shows skeleton rows while loading, a reason when empty, the error when failed', async () => {
    const screen = await renderInRoot(<Subject rows={[]} loading />)
    await expect.element(screen.getByText('Loading titles')).toBeInTheDocument()
    expect(screen.container.querySelector('tbody tr')?.getBoundingClientRect().height).toBe(56)
    await screen.unmount()
    const empty = await renderInRoot(<Subject rows={[]} />)
    await expect.element(empty.getByText('No titles yet')).toBeInTheDocument()
    await empty.unmount()
    const failed = await renderInRoot(<Subject rows={[]} error={<p>Connection error</p>} />)
    await expect.element(failed.getByText('Connection error')).toBeInTheDocument()
  })

  test('turns into cards when it is narrow: nothing scrolls sideways', async () => {
    const screen = await renderInRoot(
      <div style={{ inlineSize: 340 }}>
        <Subject />
      </div>,
    )
    const scroller = screen.container.querySelector('.kn-table-scroll')!
    expect(scroller.scrollWidth).toBeLessThanOrEqual(scroller.clientWidth)
    expect(screen.container.querySelector('tbody tr')!.getBoundingClientRect().height).toBeGreaterThan(100)
  })

  test('cards that are loading have no words, which their height would cut', async () => {
    const screen = await renderInRoot(
      <div style={{ inlineSize: 340 }}>
        <Subject rows={[]} loading />
      </div>,
    )
    const cells = [...screen.container.querySelectorAll<HTMLElement>('tbody .kn-cell')]
    const shown = cells.filter(cell => cell.offsetParent !== null)
    expect(shown.length).toBe(8)
    for (const cell of shown) {
      const { bottom } = cell.closest('tr')!.getBoundingClientRect()
      expect(cell.firstElementChild!.getBoundingClientRect().bottom).toBeLessThanOrEqual(bottom)
    }
  })
})

describe('columns', () => {
  type Screen = Awaited<ReturnType<typeof renderInRoot>>
  const heads = (screen: Screen) =>
    [...screen.container.querySelectorAll('th[data-column]')].map(head => head.getAttribute('aria-label'))
  const widthOf = (screen: Screen, name: string) =>
    (screen.getByRole('columnheader', { name }).element() as HTMLElement).offsetWidth

  test('are hidden, moved and reset by keyboard; the focus stays where it is', async () => {
    const screen = await renderInRoot(<Subject />)
    const before = heads(screen)
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    const panel = screen.getByRole('dialog', { name: 'Columns' })
    await expect.element(panel.getByRole('slider', { name: 'Width of Title' })).toHaveFocus()
    await userEvent.tab()
    await expect.element(panel.getByRole('checkbox', { name: 'Status' })).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect.poll(() => heads(screen)).toEqual(before.filter(name => name !== 'Status'))
    const up = panel.getByRole('button', { name: 'Move Duration up' })
    up.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(panel.getByText('Duration moved to 2 of 5')).toBeInTheDocument()
    await expect.element(up).toHaveFocus()
    await expect.poll(() => heads(screen).slice(0, 3)).toEqual(['Title', 'Duration', 'Category'])
    expect(await findSerious(document.body)).toEqual([])
    await panel.getByRole('button', { name: 'Reset columns' }).click()
    await expect.poll(() => heads(screen)).toEqual(before)
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('button', { name: 'Columns' })).toHaveFocus()
  })

  test('the first one is the row’s identity: it can be neither hidden nor moved', async () => {
    const screen = await renderInRoot(<Subject />)
    await screen.getByRole('button', { name: 'Columns' }).click()
    const panel = screen.getByRole('dialog', { name: 'Columns' })
    await expect.element(panel.getByRole('checkbox', { name: 'Status' })).toBeVisible()
    await expect.element(panel.getByRole('checkbox', { name: 'Title' })).not.toBeInTheDocument()
  })

  test('are resized in the panel by key, at the edge by dragging, and take their own width again', async () => {
    const screen = await renderInRoot(<Subject />)
    const start = widthOf(screen, 'Category')
    await screen.getByRole('button', { name: 'Columns' }).click()
    const slider = screen
      .getByRole('dialog', { name: 'Columns' })
      .getByRole('slider', { name: 'Width of Category' })
    await expect.element(slider).toHaveValue(String(start))
    slider.element().focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect.poll(() => widthOf(screen, 'Category')).toBe(start + 32)
    await userEvent.keyboard('{ArrowLeft}')
    await expect.poll(() => widthOf(screen, 'Category')).toBe(start + 16)
    await userEvent.keyboard('{Escape}')
    const handle = screen
      .getByRole('columnheader', { name: 'Category' })
      .element()
      .querySelector('.kn-resizer')!
    expect((handle as HTMLElement).tabIndex).toBe(-1)
    const { x, y } = handle.getBoundingClientRect()
    const move = (type: string, clientX: number) =>
      handle.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientX, clientY: y }))
    handle.setPointerCapture = () => undefined
    move('pointerdown', x)
    move('pointermove', x + 40)
    move('lostpointercapture', x + 40)
    await expect.poll(() => widthOf(screen, 'Category')).toBe(start + 56)
    await userEvent.dblClick(handle)
    await expect.poll(() => widthOf(screen, 'Category')).not.toBe(start + 56)
  })

  test('right to left the arrows turn round', async () => {
    const screen = await renderInRoot(<Subject />, { dir: 'rtl' })
    const start = widthOf(screen, 'Category')
    await screen.getByRole('button', { name: 'Columns' }).click()
    screen.getByRole('slider', { name: 'Width of Category' }).element().focus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.poll(() => widthOf(screen, 'Category')).toBe(start + 16)
  })
})
