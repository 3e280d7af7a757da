import type { Collection } from '@kinora/core'
import { expect, test, vi } from 'vitest'
import { kinoraAs, renderWith } from '../testing/platform.tsx'
import { ListRoot } from '../ui/list/list-root.tsx'
import { findSerious } from '../ui/testing.tsx'
import { CollectionCards } from './collection-cards.tsx'
import { useCollectionList } from './use-collection-list.ts'

const rowId = ({ collectionTag }: Collection) => collectionTag
const rowName = ({ name }: Collection) => name
const none: [] = []

function Collections({ onOpen, isNone }: { onOpen: (row: Collection) => void; isNone?: boolean }) {
  const list = useCollectionList()
  const shown = isNone ? { ...list, rows: [], isLoading: false } : list
  return (
    <ListRoot list={shown} {...{ rowId, rowName, onOpen }} columns={none}>
      <CollectionCards label="Programmes" empty={<p>No programmes yet</p>} />
    </ListRoot>
  )
}

test('EMBED-02 the cards of collections as a part: covers, figures and state, opened by the host', async () => {
  const onOpen = vi.fn()
  const kinora = await kinoraAs('tenant')
  const screen = await renderWith(kinora, <Collections onOpen={onOpen} />)
  const cards = screen.getByRole('region', { name: 'Programmes' })
  const name = cards.getByRole('listitem').first().getByRole('button')
  await expect.element(name).toBeVisible()
  await expect.element(cards.getByText(/^\d+ class/).first()).toBeVisible()
  await expect.poll(() => screen.container.querySelectorAll('.kn-thumb').length).toBeGreaterThan(1)
  expect(await findSerious(screen.container)).toEqual([])
  await name.click()
  expect(onOpen.mock.lastCall?.[0].name).toBe(name.element().textContent)
  await screen.unmount()
  const without = await renderWith(kinora, <Collections isNone onOpen={onOpen} />)
  await expect.element(without.getByText('No programmes yet')).toBeVisible()
})
