import { type Title, titles } from '@kinora/core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Kinora } from '../../kernel/kinora.ts'
import { kinoraAs, renderWith } from '../../testing/platform.tsx'
import { ListCards } from '../../ui/list/list-cards.tsx'
import { ListRoot } from '../../ui/list/list-root.tsx'
import { ListSearch } from '../../ui/list/list-search.tsx'
import { Tile } from '../../ui/list/tile.tsx'
import { findSerious } from '../../ui/testing.tsx'
import { BulkDialog } from '../jobs/bulk-dialog.tsx'
import { TitleBoard } from './title-board.tsx'
import { TitleCovers } from './title-covers.tsx'
import { TitleModes } from './title-modes.tsx'
import { useTitleList } from './use-title-list.ts'

let kinora: Kinora
beforeAll(async () => {
  kinora = await kinoraAs('provider')
})

const rowId = ({ tag }: Title) => tag
const rowName = ({ className }: Title) => className
const rowActions = ({ tag }: Title) => [{ label: 'Show code', onSelect: () => tag }]
const none: [] = []

function Titles({ onOpen }: { onOpen: (title: Title) => void }) {
  const list = useTitleList()
  return (
    <ListRoot {...{ list, rowId, rowName, rowActions, onOpen }} columns={none}>
      <ListSearch label="Search classes" />
      <TitleModes />
      {list.mode === 'covers' ? (
        <TitleCovers empty={<p>No classes yet</p>} />
      ) : list.mode === 'board' ? (
        <TitleBoard />
      ) : (
        <ListCards<Title>
          label="Classes"
          size={{ width: 200, below: 80 }}
          card={(title, menu) => <Tile name={title.className} media={null} menu={menu} />}
        />
      )}
    </ListRoot>
  )
}

describe('EMBED-02 the layouts of titles as parts', () => {
  test('cards of the host’s own, covers and the board, each opened by the host, with its acts', async () => {
    const onOpen = vi.fn()
    const screen = await renderWith(kinora, <Titles onOpen={onOpen} />)
    for (const [mode, place] of [
      ['Table', '.kn-cards-scroll[aria-label="Classes"]'],
      ['Covers', '.kn-cards-scroll[aria-label="Content titles"]'],
      ['Board', '.kn-board'],
    ] as const) {
      await screen.getByRole('button', { name: mode, exact: true }).click()
      const name = () => screen.container.querySelector<HTMLElement>(`${place} button.kn-cell-name`)
      await expect.poll(name).not.toBeNull()
      expect(await findSerious(screen.container)).toEqual([])
      name()!.click()
      expect(onOpen.mock.lastCall?.[0].className).toBe(name()!.textContent)
      await screen
        .getByRole('button', { name: `Actions for ${name()!.textContent}` })
        .first()
        .click()
      await screen.getByRole('menuitem', { name: 'Show code' }).click()
    }
    expect(onOpen).toHaveBeenCalledTimes(3)
  })

  test('a search that finds none is left by its own way back, in every layout', async () => {
    const screen = await renderWith(kinora, <Titles onOpen={() => undefined} />)
    await screen.getByRole('searchbox').fill('no such class')
    for (const mode of ['Table', 'Covers', 'Board']) {
      await screen.getByRole('button', { name: mode, exact: true }).click()
      await expect.element(screen.getByRole('button', { name: 'Clear all filters' })).toBeVisible()
    }
    await screen.getByRole('button', { name: 'Clear all filters' }).click()
    await expect.poll(() => screen.container.querySelector('.kn-board button.kn-cell-name')).not.toBeNull()
  })

  test('the board alone reads for itself, also where the page of the table has no rows', async () => {
    const params = new URLSearchParams('page=500')
    const location = { read: () => params, write: () => undefined }
    let table: { isLoading: boolean; length: number } | undefined
    function Alone() {
      const list = useTitleList({ location })
      table = { isLoading: list.isLoading, length: list.rows.length }
      return (
        <ListRoot {...{ list, rowId }} columns={none}>
          <TitleBoard empty={<p>No classes yet</p>} />
        </ListRoot>
      )
    }
    const screen = await renderWith(kinora, <Alone />)
    await expect.poll(() => table).toEqual({ isLoading: false, length: 0 })
    await expect.poll(() => screen.container.querySelector('.kn-board .kn-card-item')).not.toBeNull()
    expect(screen.getByText('No classes yet').query()).toBeNull()
  })

  test('fields that a host hides or freezes aren’t offered where many titles are edited', async () => {
    const { data } = await kinora.session.send(titles.search, { page: 1, take: 1 })
    const screen = await renderWith(
      kinora,
      <BulkDialog
        act="edit"
        choice={{ titles: { tags: data.map(rowId) }, count: 1 }}
        metadata={undefined}
        fields={{ instructor: 'hidden', classDescription: 'readOnly' }}
        onClose={() => undefined}
        onStarted={() => undefined}
      />,
    )
    await screen.getByRole('combobox', { name: 'Choose a field to change' }).click()
    await expect.element(screen.getByRole('option', { name: 'Keywords' })).toBeVisible()
    const offered = screen
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent)
    expect(offered).not.toContain('Instructor')
    expect(offered).not.toContain('Description')
  })

  test('the board says where it belongs', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    function Elsewhere() {
      const { onLane: _, ...list } = useTitleList()
      return (
        <ListRoot {...{ list, rowId }} columns={none}>
          <TitleBoard />
        </ListRoot>
      )
    }
    await expect(renderWith(kinora, <Elsewhere />)).rejects.toThrow('the list of useTitleList')
    told.mockRestore()
  })
})
