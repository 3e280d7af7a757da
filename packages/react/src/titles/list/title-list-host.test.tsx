import { type Endpoint, metadata, type Title, titleJobs, titles, views } from '@kinora/core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Kinora } from '../../kernel/kinora.ts'
import type { LocationAdapter } from '../../kernel/location.ts'
import { kinoraAs, platformUrl, renderWith } from '../../testing/platform.tsx'
import type { ChosenRows } from '../../ui/list/list-root.tsx'
import type { DataTableColumn } from '../../ui/table/data-table-columns.ts'
import { TitleList, type TitleListProps } from './title-list.tsx'

let kinora: Kinora
/** The provider that has the most titles of those that no account of the tests adds to, how many, and another one. */
let of: { id: string; total: number; other: string }
beforeAll(async () => {
  await platformUrl()
  kinora = await kinoraAs('admin')
  const { providers } = await kinora.session.send(metadata.view, {})
  // Other files add titles of theirs meanwhile.
  const added = await Promise.all(
    (['provider', 'tenant'] as const).map(async account => {
      const { session } = await kinoraAs(account)
      return (await session.send(metadata.view, {})).providers.map(({ id }) => id)
    }),
  )
  const found = await Promise.all(
    providers
      .filter(({ id }) => !added.flat().includes(id))
      .map(async ({ id }) => {
        const { totalRecords } = await kinora.session.send(titles.search, {
          providerId: [id],
          page: 1,
          take: 1,
        })
        return { id, total: totalRecords }
      }),
  )
  const [first, second] = found.toSorted((one, other) => other.total - one.total)
  of = { ...first!, other: second!.id }
})

/** An address that tells when it changes, as a back button does, without its host drawing anything. */
function addressOf(start: string) {
  let params = new URLSearchParams(start)
  const listeners = new Set<() => void>()
  const go = (next: string | URLSearchParams) => {
    params = new URLSearchParams(next)
    for (const listener of listeners) listener()
  }
  const adapter: LocationAdapter = {
    read: () => params,
    write: go,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return { adapter, go, read: () => params.toString() }
}

/** What was sent to a call since the spy was set. */
const sentTo = (send: { mock: { calls: unknown[][] } }, endpoint: Endpoint) =>
  send.mock.calls.flatMap(([to, input]) => (to === endpoint ? [input as Record<string, unknown>] : []))

describe('EMBED-02 a fixed filter of a host', () => {
  test('goes into every call of the list, whatever the address and its people ask for', async () => {
    const address = addressOf(`providerId=${of.other}&take=5`)
    const send = vi.spyOn(kinora.session, 'send')
    const chosen: (ChosenRows<Title> | undefined)[] = []
    const screen = await renderWith(
      kinora,
      <TitleList
        location={address.adapter}
        filter={{ providerId: of.id }}
        bulkActions={one => {
          chosen.push(one)
          return <button type="button">Ours</button>
        }}
      />,
    )
    const ofAll = screen.getByText(`${of.total} titles`)
    await expect.element(ofAll).toBeVisible()
    await screen.getByRole('button', { name: 'Add filter' }).click()
    await expect.element(screen.getByRole('menuitem', { name: 'Status' })).toBeVisible()
    expect(screen.getByRole('menuitem', { name: 'Provider' }).query()).toBeNull()
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('combobox', { name: 'Channel', exact: true })).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Provider', exact: true }).query()).toBeNull()

    // Everything that matches, by an act of ours and by one of the host.
    await screen.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await screen.getByRole('button', { name: `Select all ${of.total} that match` }).click()
    await expect.poll(() => chosen.at(-1)).toMatchObject({ rows: undefined, count: of.total })
    expect(chosen.at(-1)?.state.filters.providerId).toEqual([of.id])
    await screen.getByRole('button', { name: 'Unpublish', exact: true }).click()
    await expect.poll(() => sentTo(send, titleJobs.preview).length).toBeGreaterThan(0)
    for (const input of sentTo(send, titleJobs.preview))
      expect(JSON.stringify(input)).toContain(`"providerId":["${of.id}"]`)
    await screen.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await screen.getByRole('button', { name: 'Clear selection' }).click()

    await screen.getByRole('button', { name: 'Export' }).click()
    await expect.poll(() => sentTo(send, titles.export)).toMatchObject([{ providerId: [of.id] }])

    // A saved view keeps what people asked for, and counts what is in reach here.
    const name = `View ${crypto.randomUUID().slice(0, 8)}`
    address.go('sort=name-asc')
    await screen.getByRole('button', { name: 'Save view' }).click()
    await screen.getByRole('textbox', { name: 'Name' }).fill(name)
    await screen.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByRole('button', { name: new RegExp(name) }).first()).toBeVisible()
    expect(sentTo(send, views.create)).toMatchObject([{ address: 'sort=name-asc' }])
    const tabs = screen.getByRole('navigation', { name: 'Views' })
    await tabs.getByRole('button', { name: /^All/ }).click()
    await expect.poll(address.read).toBe('')
    await expect
      .element(screen.getByRole('button', { name: new RegExp(`${name}.*${of.total}`) }))
      .toBeVisible()

    // Covers, a column for each state, and all in one page.
    for (const shown of [
      'view=covers&take=7',
      'view=board',
      'take=99999&q=e',
      `providerId=${of.other}&q=a`,
    ]) {
      const before = sentTo(send, titles.search).length
      address.go(shown)
      await expect.poll(() => sentTo(send, titles.search).length).toBeGreaterThan(before)
    }
    await screen.getByRole('searchbox').fill('yoga')
    await expect.poll(address.read).toBe('q=yoga')
    const searches = sentTo(send, titles.search)
    expect(
      searches.filter(({ providerId }) => JSON.stringify(providerId) !== JSON.stringify([of.id])),
    ).toEqual([])
    await screen.unmount()
    send.mockRestore()
  })

  test.each([
    ['has no value', { status: [] }, 'The fixed filter “status” has no value'],
    ['is undefined', { status: undefined }, 'The fixed filter “status” has no value'],
    ['has several values where one is asked for', { tenant: ['a', 'b'] }, 'takes one value, not a, b'],
    ['is none of the list', { statsu: '9' }, 'This list has no filter “statsu”'],
  ])('one that %s shows nothing at all', async (_, filter, words) => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await expect(renderWith(kinora, <TitleList filter={filter as object} />)).rejects.toThrow(words)
    told.mockRestore()
  })
})

describe('SESS-16 what this tab remembers', () => {
  const stored = () => kinora.tabStore.getItem('kinora.lists') ?? ''
  /** Finds this query in the box, and leaves another. */
  const search = async (props: TitleListProps, [found, query]: [string, string]) => {
    const screen = await renderWith(kinora, <TitleList {...props} />)
    const box = screen.getByRole('searchbox')
    await expect.element(box).toHaveValue(found)
    await box.fill(query)
    if (props.location) await expect.poll(stored).toContain(query)
    await screen.unmount()
  }

  test('is one list’s, by its fixed filter; a list without an address leaves and finds nothing', async () => {
    kinora.tabStore.removeItem('kinora.lists')
    const place = () => ({ location: addressOf('').adapter })
    const filter = { providerId: of.id }
    await search(place(), ['', 'yoga'])
    await search({}, ['', 'pilates'])
    await search({ ...place(), filter }, ['', 'boxing'])
    await search(place(), ['yoga', 'yoga'])
    await search({ ...place(), filter }, ['boxing', 'boxing'])
    expect(stored()).not.toContain('pilates')
    kinora.tabStore.removeItem('kinora.lists')
  })
})

const withCode = ([name, ...others]: readonly DataTableColumn<Title>[]): DataTableColumn<Title>[] => [
  name!,
  { id: 'code', header: 'Code', width: 120, cell: ({ tag }) => `#${tag}` },
  ...others.filter(({ id }) => id !== 'channel'),
]

describe('EMBED-02 columns of a host', () => {
  const heads = (container: Element) =>
    [...container.querySelectorAll<HTMLElement>('th[data-column]')].map(head => head.dataset.column)

  test('stand in the address and in the menu of columns; those that are gone are passed over', async () => {
    const address = addressOf('columns=name,status,code,gone,channel')
    const screen = await renderWith(kinora, <TitleList location={address.adapter} columns={withCode} />)
    await expect.poll(() => heads(screen.container)).toEqual(['name', 'status', 'code'])
    await screen.getByRole('button', { name: 'Columns' }).click()
    await screen.getByRole('checkbox', { name: 'Status' }).click()
    await expect.poll(address.read).toBe('columns=name%2Ccode')
    await expect.poll(() => heads(screen.container)).toEqual(['name', 'code'])
    await screen.unmount()
    const without = await renderWith(kinora, <TitleList location={address.adapter} />)
    await expect.poll(() => heads(without.container)).toEqual(['name'])
    await without.unmount()
  })

  test('are remembered by this browser, for the list with them and without', async () => {
    const own = await kinoraAs('admin')
    const screen = await renderWith(own, <TitleList columns={withCode} />)
    await expect.poll(() => heads(screen.container)).toContain('code')
    await screen.getByRole('button', { name: 'Columns' }).click()
    await screen.getByRole('checkbox', { name: 'Code' }).click()
    await expect.poll(() => heads(screen.container)).not.toContain('code')
    await screen.unmount()
    const again = await renderWith(own, <TitleList columns={withCode} />)
    await expect.poll(() => heads(again.container)).toContain('status')
    expect(heads(again.container)).not.toContain('code')
    await again.unmount()
    const without = await renderWith(own, <TitleList />)
    await expect.poll(() => heads(without.container)).toContain('channel')
    await without.unmount()
  })
})

describe('EMBED-02 fields of a host', () => {
  test.each([
    [undefined, ['name', 'category', 'channel']],
    [{ className: 'readOnly', classSubCategoryId: 'hidden' }, ['channel']],
  ] as const)('cells that it hides or freezes aren’t changed in their row (%s)', async (fields, editable) => {
    const screen = await renderWith(await kinoraAs('admin'), <TitleList fields={fields} />)
    await expect.poll(() => screen.container.querySelector('td[data-edit]')).not.toBeNull()
    const cells = [...screen.container.querySelectorAll<HTMLElement>('td[data-edit]')]
    expect([...new Set(cells.map(({ dataset }) => dataset.edit))]).toEqual(editable)
    await screen.unmount()
  })
})

describe('EMBED-02 titles that a host opens', () => {
  test.each(['', 'view=covers', 'view=board'])(
    'a plain press opens them, one with a key follows the link (%s)',
    async start => {
      const onOpen = vi.fn()
      const { adapter } = addressOf(start)
      const screen = await renderWith(
        kinora,
        <TitleList location={adapter} titleHref={tag => `#title-${tag}`} onOpen={onOpen} />,
      )
      await expect.poll(() => screen.container.querySelector('a.kn-cell-name')).not.toBeNull()
      const link = screen.container.querySelector<HTMLAnchorElement>('a.kn-cell-name')!
      const followed = (keys: MouseEventInit) =>
        link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }))
      expect(followed({})).toBe(false)
      expect(onOpen.mock.lastCall?.[0].className).toBe(link.textContent)
      window.addEventListener('click', event => event.preventDefault(), { once: true })
      followed({ ctrlKey: true })
      expect(onOpen).toHaveBeenCalledTimes(1)
      await screen.unmount()
    },
  )
})
