import { type Title, TitleStatus, titles } from '@kinora/core'
import { useMemo, useState } from 'react'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { kinoraAs, platformUrl, renderWith } from '../../testing/platform.tsx'
import { findSerious } from '../../ui/testing.tsx'
import { Answer, type Answers, completed, createFixture, renderSignedIn } from '../testing/testing.tsx'
import { TitleList } from './title-list.tsx'

const found = (data: Title[], totalRecords = data.length) => ({
  ...{ totalRecords, totalPages: 1, page: 1, data },
})
const many = Array.from({ length: 30 }, (_, index) => ({
  ...{ ...completed, tag: `many-${index}`, className: `Title ${index}` },
}))
const at = (address: string) => {
  let params = new URLSearchParams(address)
  return {
    read: () => params,
    write: (next: URLSearchParams) => {
      params = next
    },
  }
}
const open = async (answers: Answers, address = '', start: Title = completed) => {
  const fixture = createFixture(start, { answers })
  const location = at(address)
  const { screen, kinora } = await renderSignedIn(fixture, <TitleList location={location} />)
  return { fixture, screen, location, kinora }
}

describe('28.2 covers and board over the address of the table, decision 0121', () => {
  test('covers: arrow keys go from card to card, and what is selected can be acted on', async () => {
    const { screen } = await open({ search: () => found(many) }, 'view=covers')
    const first = screen.getByRole('link', { name: 'Title 0', exact: true })
    await expect.element(first).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
    // A press on the cover is one on the link, decision 0135.
    const cover = screen.container.querySelector('.kn-title-card .kn-thumb')!.getBoundingClientRect()
    const pressed = document.elementFromPoint(cover.left + cover.width / 2, cover.top + cover.height / 2)
    expect(pressed?.closest('a')).toBe(first.element())
    ;(first.element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(screen.getByRole('link', { name: 'Title 1', exact: true })).toHaveFocus()
    await userEvent.keyboard('{End}')
    await expect.element(screen.getByRole('link', { name: 'Title 29', exact: true })).toHaveFocus()
    await screen.getByRole('checkbox', { name: 'Select Title 29' }).click()
    await expect.element(screen.getByText('1 selected')).toBeVisible()
  })

  test('board: a column for each state with its count, asked for by page', async () => {
    const { screen, fixture } = await open(
      {
        search(input) {
          const [status] = (input.status ?? []) as number[]
          if (status === undefined) return found(many, 312)
          return status === TitleStatus.Completed ? found(many.slice(0, 25), 312) : found([])
        },
      },
      'view=board',
    )
    await expect.element(screen.getByRole('heading', { name: /^File ready/ })).toMatchTextContent(/312/)
    await expect.element(screen.getByRole('region', { name: /^Published/ }).first()).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
    const takes = fixture.sent('titles.search').map(({ input }) => Number(input.take))
    expect(takes.filter(take => take === 25).length).toBeGreaterThanOrEqual(6)
    await screen.getByRole('checkbox', { name: 'Select Title 0', exact: true }).click()
    await expect.element(screen.getByText('1 selected')).toBeVisible()
  })

  test('board: a filter by state leaves the other columns out', async () => {
    const { screen } = await open({ search: () => found(many.slice(0, 2)) }, 'status=4&view=board')
    await expect.element(screen.getByRole('region', { name: /^Published/ }).first()).toBeVisible()
    expect(screen.getByRole('region', { name: /^File ready/ }).elements()).toEqual([])
  })
})

describe('28.2 a cell is changed where it stands, decision 0121', () => {
  const focusName = async (screen: Awaited<ReturnType<typeof open>>['screen']) => {
    const link = screen.getByRole('link', { name: 'Morning flow' })
    await expect.element(link).toBeVisible()
    ;(link.element() as HTMLElement).focus()
  }

  test('F2, a new name, Enter: saved at once with its version, and taken back', async () => {
    const held = { title: completed }
    const { fixture, screen } = await open({
      search: () => found([held.title]),
      update(input) {
        held.title = { ...held.title, ...(input as Partial<Title>), version: held.title.version + 1 }
        return held.title
      },
    })
    await focusName(screen)
    await userEvent.keyboard('{F2}')
    const input = screen.getByRole('textbox', { name: 'Title of “Morning flow”' })
    await expect.element(input).toHaveFocus()
    expect(await findSerious(screen.container)).toEqual([])
    await userEvent.keyboard('Evening flow{Enter}')
    await expect.element(screen.getByRole('link', { name: 'Evening flow' })).toBeVisible()
    expect(fixture.sent('titles.update').map(({ input }) => input)).toEqual([
      { tag: completed.tag, version: completed.version, className: 'Evening flow' },
    ])
    await screen.getByRole('button', { name: 'Undo' }).click()
    await expect.element(screen.getByRole('link', { name: 'Morning flow' })).toBeVisible()
    expect(fixture.sent('titles.update').at(-1)?.input).toMatchObject({ version: completed.version + 1 })
  })

  test('what is refused is said in the cell; Escape leaves it as it was', async () => {
    const issues = [{ path: 'className', code: 'validation.required', params: { field: 'Title' } }]
    const { screen } = await open({
      search: () => found([completed]),
      update: () => new Answer(400, { status: 400, code: 'invalid', issues }),
    })
    await expect.element(screen.getByRole('link', { name: 'Morning flow' })).toBeVisible()
    const cell = screen.container.querySelector('td[data-edit=name]')!
    await userEvent.dblClick(cell, { position: { x: 4, y: 4 } })
    await screen.getByRole('textbox', { name: 'Title of “Morning flow”' }).fill('')
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('alert')).toMatchTextContent(/Required/)
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('link', { name: 'Morning flow' })).toBeVisible()
  })

  test('what was refused is sent again by Enter: it may be mended by now', async () => {
    const issues = [{ path: 'className', code: 'validation.required', params: { field: 'Title' } }]
    const held = { isRefused: true }
    const { fixture, screen } = await open({
      search: () => found([completed]),
      update: input =>
        held.isRefused
          ? new Answer(400, { status: 400, code: 'invalid', issues })
          : { ...completed, ...(input as Partial<Title>) },
    })
    await focusName(screen)
    await userEvent.keyboard('{F2}')
    await expect.element(screen.getByRole('textbox', { name: 'Title of “Morning flow”' })).toHaveFocus()
    await userEvent.keyboard('Evening flow{Enter}')
    await expect.element(screen.getByRole('alert')).toBeVisible()
    held.isRefused = false
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => fixture.sent('titles.update').length).toBe(2)
    await expect
      .element(screen.getByRole('textbox', { name: 'Title of “Morning flow”' }))
      .not.toBeInTheDocument()
  })

  test('arrow keys go to the cells that can be changed, and a category is chosen', async () => {
    const { fixture, screen } = await open({ search: () => found([completed]) })
    await focusName(screen)
    await userEvent.keyboard('{ArrowRight}{Enter}')
    const options = screen.getByRole('option')
    await expect.element(options.first()).toBeVisible()
    const other = options
      .elements()
      .find(option => option.textContent !== completed.classCategory && option.textContent !== '')
    await userEvent.click(other!)
    await expect.poll(() => fixture.sent('titles.update').length).toBe(1)
    expect(fixture.sent('titles.update')[0]?.input).toHaveProperty('classCategoryId')
  })

  test('a category is chosen by keyboard alone', async () => {
    const { fixture, screen } = await open({ search: () => found([completed]) })
    await focusName(screen)
    await userEvent.keyboard('{ArrowRight}{Enter}')
    const options = screen.getByRole('option')
    await expect.element(options.first()).toBeVisible()
    const isFirst = options.first().element().textContent === completed.classCategory
    await userEvent.keyboard(isFirst ? '{ArrowDown}{Enter}' : '{Enter}')
    await expect.poll(() => fixture.sent('titles.update').length).toBe(1)
    const { classCategoryId } = fixture.sent('titles.update')[0]!.input
    expect(classCategoryId).not.toBe(completed.classCategoryId)
  })

  test('a cell that is left as it was doesn’t take back what somebody else has saved', async () => {
    const { fixture, screen, kinora } = await open({ search: () => found([completed]) })
    await focusName(screen)
    await userEvent.keyboard('{F2}')
    const input = screen.getByRole('textbox', { name: 'Title of “Morning flow”' })
    await expect.element(input).toHaveFocus()
    const theirs = { ...completed, className: 'Theirs', version: completed.version + 1 }
    kinora.queries.setQueriesData({ queryKey: ['titles', titles.search.id] }, found([theirs]))
    await expect.element(input).toHaveValue('Morning flow')
    ;(input.element() as HTMLElement).blur()
    await expect.element(screen.getByRole('link', { name: 'Theirs' })).toBeVisible()
    expect(fixture.sent('titles.update')).toEqual([])
  })
})

describe('28.2 columns of changes and plays, compact rows, decision 0121', () => {
  test('the address names the columns; plays are asked for once they are shown', async () => {
    const days = Array.from({ length: 30 }, (_, index) => index)
    const plays = [{ tag: completed.tag, plays: 435, completed: 87, minutes: 1200, days }]
    const { fixture, screen } = await open(
      { search: () => found([completed]), plays: () => plays },
      'columns=name,changedBy,plays,completion',
    )
    await expect.element(screen.getByRole('img', { name: '435 plays in 30 days' })).toBeVisible()
    const headers = screen
      .getByRole('columnheader')
      .elements()
      .map(head => head.textContent)
    expect(headers.filter(Boolean)).toEqual([
      'Title',
      'Changed by',
      'Plays, 30 days',
      'Completed, 30 days',
      'Actions',
    ])
    await expect.element(screen.getByText('20%')).toBeVisible()
    await expect.element(screen.getByText('Mia Larsen')).toBeVisible()
    expect(fixture.sent('titles.plays')).toHaveLength(1)
    expect(await findSerious(screen.container)).toEqual([])
  })

  test('without them nothing is asked, and rows stay compact once they are', async () => {
    const { fixture, screen } = await open({ search: () => found([completed]) })
    await expect.element(screen.getByRole('link', { name: 'Morning flow' })).toBeVisible()
    await screen.getByRole('button', { name: 'Columns' }).click()
    await screen.getByRole('checkbox', { name: 'Compact rows' }).click()
    const row = screen.getByRole('row').nth(1)
    await expect.poll(() => (row.element() as HTMLElement).offsetHeight).toBe(40)
    expect(fixture.sent('titles.plays')).toEqual([])
  })
})

test('28.2 what was typed into a cell is still there when its row comes back into sight', async () => {
  const held = { rows: [completed] }
  const { screen, kinora } = await open({ search: () => found(held.rows) })
  const show = async (rows: Title[]) => {
    held.rows = rows
    await kinora.queries.invalidateQueries({ queryKey: ['titles'] })
  }
  await expect.element(screen.getByRole('link', { name: 'Morning flow' })).toBeVisible()
  const cell = screen.container.querySelector('td[data-edit=name]')!
  await userEvent.dblClick(cell, { position: { x: 4, y: 4 } })
  const box = screen.getByRole('textbox', { name: 'Title of “Morning flow”' })
  await box.fill('Evening, begun')
  await show(many.slice(0, 1))
  await expect.element(screen.getByRole('link', { name: 'Title 0' })).toBeVisible()
  await expect.element(box).not.toBeInTheDocument()
  await show([completed])
  await expect.element(box).toHaveValue('Evening, begun')
  await expect.element(box).not.toHaveFocus()
  await box.click()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('link', { name: 'Morning flow' })).toBeVisible()
})

test('28.2 a page of a column that doesn’t come is said at its foot, and read again when asked', async () => {
  const held = { isBroken: true }
  const { screen } = await open(
    {
      search({ status = [], page }) {
        if (!(status as number[]).includes(TitleStatus.Completed)) return found([])
        if (Number(page) === 2 && held.isBroken) return new Answer(403, { status: 403 })
        return found(Number(page) === 2 ? many.slice(25) : many.slice(0, 25), 30)
      },
    },
    'view=board',
  )
  const ready = screen.getByRole('region', { name: /^File ready/ }).first()
  await expect.element(ready.getByRole('link', { name: 'Title 0', exact: true })).toBeVisible()
  const last = () => ready.element()
  last().scrollTo({ top: last().scrollHeight })
  const again = screen.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeInTheDocument()
  await expect.element(ready.getByRole('link', { name: 'Title 24', exact: true })).toBeInTheDocument()
  held.isBroken = false
  await again.click()
  await expect.element(again).not.toBeInTheDocument()
  last().scrollTo({ top: last().scrollHeight })
  await expect.element(ready.getByRole('link', { name: 'Title 29', exact: true })).toBeInTheDocument()
})

describe('28.2 saved views as tabs, decision 0121', () => {
  let address = ''
  function Host() {
    const [params, setParams] = useState(() => new URLSearchParams('status=4'))
    address = params.toString()
    const location = useMemo(() => ({ read: () => params, write: setParams }), [params])
    return <TitleList location={location} />
  }

  test('saved from the present address, opened, renamed and deleted', async () => {
    await platformUrl()
    const kinora = await kinoraAs('support')
    kinora.session.chooseTenant({ tenantId: 'pulsehouse', name: 'Pulse House' })
    const name = `Live ${crypto.randomUUID().slice(0, 8)}`
    const screen = await renderWith(kinora, <Host />)
    const tabs = screen.getByRole('navigation', { name: 'Views' })
    const tab = tabs.getByRole('button', { name: new RegExp(name) })
    await screen.getByRole('button', { name: 'Save view' }).click()
    await screen.getByRole('textbox', { name: 'Name' }).fill(name)
    await screen.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect.element(tab).toHaveAttribute('aria-current', 'page')
    await expect.element(tab).toMatchTextContent(/\d+$/)
    const total = tab.element().querySelector('.kn-tab-count')!.textContent

    await tabs.getByRole('button', { name: /^All/ }).click()
    await expect.poll(() => address).toBe('')
    await expect.element(tab).not.toHaveAttribute('aria-current')
    await expect.element(tab).toMatchTextContent(new RegExp(`${total}$`))
    expect(await findSerious(screen.container)).toEqual([])
    await tab.click()
    await expect.poll(() => address).toBe('status=4')

    await screen.getByRole('button', { name: 'Board' }).click()
    await expect.poll(() => address).toBe('status=4&view=board')
    await screen.getByRole('button', { name: 'Save view' }).click()
    await screen.getByRole('menuitem', { name: `Save changes to “${name}”` }).click()
    await expect.element(tab).toHaveAttribute('aria-current', 'page')

    await screen.getByRole('button', { name: `Actions for view “${name}”` }).click()
    await screen.getByRole('menuitem', { name: 'Delete view' }).click()
    await screen.getByRole('alertdialog').getByRole('button', { name: 'Delete view' }).click()
    await expect.element(tab).not.toBeInTheDocument()
    await expect.poll(() => address).toBe('')
  })
})
