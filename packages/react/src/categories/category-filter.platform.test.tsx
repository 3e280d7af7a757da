import { categories, type Output } from '@kinora/core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Kinora } from '../kernel/kinora.ts'
import type { LocationAdapter } from '../kernel/location.ts'
import { kinoraAs, renderWith } from '../testing/platform.tsx'
import { CategoryList, type CategoryListProps } from './category-list.tsx'

let kinora: Kinora
beforeAll(async () => {
  kinora = await kinoraAs('tenant')
  for (const invariantText of [promoted, plain])
    await kinora.session.send(categories.create, {
      name: { invariantText },
      isPromoted: invariantText === promoted,
    })
})

/** Categories of this file alone, one of which is promoted: other files add their own meanwhile. */
const [promoted, plain] = ['Promoted of the filter', 'Plain of the filter']

/** An address that begins with these parameters and keeps what is written. */
function addressOf(start: string): LocationAdapter {
  let params = new URLSearchParams(start)
  return {
    read: () => params,
    write(next) {
      params = next
    },
  }
}

describe('EMBED-02 a fixed filter of categories', () => {
  test('narrows rows and count, is not offered, and an address can’t take it off', async () => {
    const send = vi.spyOn(kinora.session, 'send')
    const screen = await renderWith(
      kinora,
      <CategoryList filter={{ owner: 'platform' }} location={addressOf('owner=tenant&take=100')} />,
    )
    await expect.element(screen.getByText(/^\d+ categories$/)).toBeVisible()
    const answered = send.mock.calls.findIndex(([to]) => to === categories.list)
    const { data, totalRecords } = (await send.mock.results[answered]!.value) as Output<
      typeof categories.list
    >
    await expect.element(screen.getByText(`${totalRecords} categories`)).toBeVisible()
    expect(data.every(({ tenantId }) => tenantId === null)).toBe(true)
    await screen.getByRole('button', { name: 'Add filter' }).click()
    await expect.element(screen.getByRole('menuitem', { name: 'Promotion' })).toBeVisible()
    expect(screen.getByRole('menuitem', { name: 'Owner' }).query()).toBeNull()
    await userEvent.keyboard('{Escape}')
    const asked = send.mock.calls.flatMap(([to, input]) => (to === categories.list ? [input] : []))
    expect(asked.length).toBeGreaterThan(0)
    for (const input of asked) expect(input).toMatchObject({ owner: 'platform' })
  })

  test('what nobody fixed is a choice of people', async () => {
    const screen = await renderWith(kinora, <CategoryList location={addressOf('promoted=true')} />)
    await expect.element(screen.getByRole('combobox', { name: 'Promotion: Promoted' })).toBeVisible()
    await expect.element(screen.getByText(promoted, { exact: true })).toBeVisible()
    expect(screen.getByText(plain, { exact: true }).query()).toBeNull()
  })

  test.for([
    [{ owner: undefined }, /“owner” has no value/],
    [{ owner: 'nobody' }, /“owner” can’t be “nobody”; it can be platform, tenant/],
    [{ state: 'Active' }, /has no filter “state”; it has promoted, owner/],
  ] as const)('%j fails instead of showing everything', async ([filter, words]) => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const screen = renderWith(
      await kinoraAs('tenant'),
      <CategoryList filter={filter as CategoryListProps['filter']} />,
    )
    await expect(screen).rejects.toThrow(words)
    said.mockRestore()
  })
})
