import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Button } from '../button.tsx'
import type { SampleRow } from '../table/story-rows.tsx'
import { findSerious, renderInRoot } from '../testing.tsx'
import { ListTable } from './list-parts.tsx'
import { ListRoot } from './list-root.tsx'
import * as stories from './resource-list.stories.tsx'
import { SampleList } from './resource-list.stories.tsx'
import { type BulkResult, ResultPanel } from './result-panel.tsx'
import { useStoryList } from './story-list.tsx'

const rowId = (row: SampleRow) => row.id

const names = (container: Element) =>
  [...container.querySelectorAll('.kn-cell-name')].map(cell => cell.textContent)
const scrollerOf = (container: Element) => container.querySelector('.kn-table-scroll')!

describe('the states of a list', () => {
  test.each([
    ['loading', stories.Loading, /Loading/],
    ['none yet, with the next step', stories.Empty, /No classes yet.*Add class/],
    ['no match, with the way back', stories.NoMatch, /No matches.*Clear all filters/],
    ['some rows', stories.SomeRows, /Category is.*Yoga.*Hip Mobility/],
    ['failed', stories.Failing, /could not be loaded.*Connection error.*Try again/],
    ['refused, with the way back', stories.Refused, /Required Status.*Try again.*Clear all filters/],
    ['full', stories.Full, /120 classes.*1–50 of 120/],
  ])('%s', async (_, story, words) => {
    const { container } = await renderInRoot(<story.render />)
    await expect.poll(() => container.textContent).toMatch(words)
  })

  test.each([
    ['in a phone’s width', stories.Narrow],
    ['right to left', stories.RightToLeft],
  ])('axe finds nothing serious %s', async (_, story) => {
    const { container } = await renderInRoot(<story.render />)
    expect(await findSerious(container)).toEqual([])
    const scroller = scrollerOf(container)
    expect(scroller.scrollWidth).toBeLessThanOrEqual(scroller.clientWidth)
  })
})

describe('search and filters', () => {
  test('a filter is a chip; Escape, × and “Clear all filters” leave the focus in the bar', async () => {
    const screen = await renderInRoot(<SampleList />)
    const add = screen.getByRole('button', { name: 'Add filter' })
    await add.click()
    await screen.getByRole('menuitem', { name: 'Category' }).click()
    await expect.element(screen.getByRole('combobox', { name: 'Search Category' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(add).toHaveFocus()
    await add.click()
    await screen.getByRole('menuitem', { name: 'Category' }).click()
    await screen.getByRole('option', { name: 'Boxing' }).click()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => names(screen.container)[0]).toBe('Boxing Basics')
    await screen.getByRole('button', { name: 'Remove filter Category' }).click()
    await expect.element(add).toHaveFocus()
    await expect.poll(() => names(screen.container)[0]).toBe('Morning Flow')
    await add.click()
    await screen.getByRole('menuitem', { name: 'Category' }).click()
    await screen.getByRole('option', { name: 'Boxing' }).click()
    await userEvent.keyboard('{Escape}')
    await screen.getByRole('searchbox', { name: 'Search classes' }).fill('no such class')
    await screen.getByRole('button', { name: 'Clear all filters' }).click()
    await expect
      .element(screen.getByRole('button', { name: 'Remove filter Category' }))
      .not.toBeInTheDocument()
  })

  test('clearing from the empty table leads back into the list', async () => {
    const screen = await renderInRoot(<SampleList asked={{ query: 'no such class' }} />)
    await screen.getByRole('button', { name: 'Clear all filters' }).click()
    await expect.element(screen.getByRole('region', { name: 'Classes' })).toHaveFocus()
  })

  test('a new query starts at the top', async () => {
    const screen = await renderInRoot(<SampleList />)
    const scroller = scrollerOf(screen.container)
    scroller.scrollTop = 900
    await expect.poll(() => names(screen.container)[0]).not.toBe('Morning Flow')
    await screen.getByRole('searchbox', { name: 'Search classes' }).fill('o')
    await expect.poll(() => scroller.scrollTop).toBe(0)
    scroller.scrollTop = 900
    await screen.getByRole('button', { name: 'Next' }).click()
    await expect.poll(() => scroller.scrollTop).toBe(0)
  })
})

describe('EMBED-02 onOpen', () => {
  const columns = [
    { id: 'tag', header: 'Tag', width: 120, cell: (row: SampleRow) => row.tag },
    { id: 'kind', header: 'Kind', width: 120, cell: (row: SampleRow) => row.kind },
  ]
  function Plain({ onOpen }: { onOpen?: (row: SampleRow) => void }) {
    return (
      <ListRoot list={useStoryList()} rowId={rowId} columns={columns} onOpen={onOpen}>
        <ListTable label="Classes" />
      </ListRoot>
    )
  }

  test('words alone in the first column open their row; elsewhere, and without a host that opens, they stay words', async () => {
    const onOpen = vi.fn()
    const screen = await renderInRoot(<Plain onOpen={onOpen} />)
    await screen.getByRole('button', { name: 'KN-1042', exact: true }).click()
    expect(onOpen.mock.lastCall?.[0]).toMatchObject({ id: '1' })
    expect(screen.getByRole('button', { name: 'Yoga', exact: true }).elements()).toEqual([])
    await screen.unmount()
    const closed = await renderInRoot(<Plain />)
    await expect.element(closed.getByText('KN-1042', { exact: true })).toBeVisible()
    expect(closed.getByRole('button', { name: 'KN-1042', exact: true }).elements()).toEqual([])
  })
})

/** A list whose acts have the same words; a job is one result however often it is read. */
function Deleting() {
  const [result, setResult] = useState<BulkResult>()
  const deleted = { title: '1 class deleted', failed: [] }
  return (
    <>
      <Button onClick={() => setResult(deleted)}>Delete</Button>
      <Button onClick={() => setResult({ ...deleted, id: 'job' })}>Job</Button>
      {result ? (
        <ResultPanel result={result} onClose={() => undefined} closeLabel="Close" moreLabel={String} />
      ) : null}
    </>
  )
}

describe('bulk acts', () => {
  test('the result stays until it is closed: a line and a link for each item that failed, and undo', async () => {
    const screen = await renderInRoot(<SampleList />)
    await screen.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await screen.getByRole('button', { name: 'Publish 50' }).click()
    const panel = screen.getByRole('alert')
    await expect.element(panel).toHaveFocus()
    await expect.element(panel).toMatchTextContent(/2 published, 2 not.*Hip Mobility.*Required Description/)
    await expect.element(panel.getByRole('link', { name: 'Boxing Basics' })).toHaveAttribute('href', '#5')
    await expect.element(panel.getByRole('button', { name: 'Undo' })).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect.element(panel).not.toBeInTheDocument()
    await expect.element(screen.getByRole('region', { name: 'Classes' })).toHaveFocus()
  })

  test('WCAG 4.1.3 the same words once more are a message of their own, which is read out again', async () => {
    const screen = await renderInRoot(<Deleting />)
    const panel = () => screen.getByRole('status').filter({ hasText: '1 class deleted' }).element()
    const press = (name: string) => screen.getByRole('button', { name }).click()
    await press('Delete')
    const first = panel()
    await press('Delete')
    await expect.poll(panel).not.toBe(first)
    await press('Job')
    const ofJob = panel()
    await press('Job')
    expect(panel()).toBe(ofJob)
  })

  test('clearing the selection leaves the focus on the table', async () => {
    const screen = await renderInRoot(<SampleList />)
    await screen.getByRole('checkbox', { name: 'Select Power Spin', exact: true }).click()
    await screen.getByRole('button', { name: 'Clear selection' }).click()
    await expect.element(screen.getByRole('region', { name: 'Classes' })).toHaveFocus()
  })
})
