import type { ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Kinora } from '../kernel/kinora.ts'
import { Failure, never, StoryKinora } from '../testing/stories.tsx'
import { findSerious, renderInRoot } from '../ui/testing.tsx'
import * as stories from './collections.stories.tsx'
import { CollectionForm, CollectionList } from './collections.tsx'
import { collectionAnswers } from './fixtures.tsx'

const rowHref = (tag: string) => `#${tag}`
/** This browser shows tables, or cards. */
const inLayout =
  (layout: 'cards' | 'list') =>
  ({ store }: Kinora) => {
    for (const list of ['collections', 'collection-classes']) store.setItem(`kinora.layout.${list}`, layout)
  }
const openList = (
  replaced: Parameters<typeof collectionAnswers>[0] = {},
  layout: 'cards' | 'list' = 'list',
) =>
  renderInRoot(
    <StoryKinora answers={collectionAnswers(replaced)} prepare={inLayout(layout)}>
      <CollectionList rowHref={rowHref} addHref="#add" />
    </StoryKinora>,
  )
const openForm = (id?: string, replaced: Parameters<typeof collectionAnswers>[0] = {}, on: object = {}) =>
  renderInRoot(
    <StoryKinora answers={collectionAnswers(replaced)}>
      <CollectionForm id={id} listHref="#list" {...on} />
    </StoryKinora>,
  )
const names = () => [...document.querySelectorAll('.kn-cell-name')].map(cell => cell.textContent)
const search = page.getByRole('combobox', { name: 'Search classes' })
const button = (name: string) => page.getByRole('button', { name })

describe('COLL-11 the order of collections', () => {
  test('by key: shown at once, said, stored with no more than what it changed', async () => {
    const answers = collectionAnswers()
    const reorder = vi.spyOn(answers.collections!, 'reorder')
    const screen = await openList(answers.collections)
    await expect.poll(names).toEqual(['Mornings', 'Short', 'Empty', 'Planned'])
    button('Move Short').element().focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(names).toEqual(['Mornings', 'Empty', 'Short', 'Planned'])
    await expect.element(screen.getByText('Moved “Short” to 3 of 4')).toBeInTheDocument()
    await expect.element(screen.getByText('Collection reordered')).toBeVisible()
    expect(reorder.mock.calls[0]?.[0]).toEqual({ tenantId: 'north', collectionIds: ['c-3', 'c-2'] })
  })

  test('by menu, while it is being stored', async () => {
    await openList({ reorder: never })
    await button('Actions for Planned').click()
    await page.getByRole('menuitem', { name: 'Move to top' }).click()
    await expect.poll(names).toEqual(['Planned', 'Mornings', 'Short', 'Empty'])
  })

  test('by its place, typed: Enter stores it, beyond the end is the end, nonsense changes nothing', async () => {
    const answers = collectionAnswers()
    const reorder = vi.spyOn(answers.collections!, 'reorder')
    const screen = await openList(answers.collections)
    const place = page.getByRole('textbox', { name: 'Place of Mornings' })
    await place.fill('x')
    await userEvent.keyboard('{Enter}')
    await expect.element(place).toHaveValue('1')
    await place.fill('9')
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText('Moved “Mornings” to 4 of 4')).toBeInTheDocument()
    await expect.poll(names).toEqual(['Short', 'Empty', 'Planned', 'Mornings'])
    await expect.poll(() => reorder.mock.calls.length).toBe(1)
  })

  test('by drag: shown while it is dragged, stored where it is let go, taken back where that is refused', async () => {
    const reorder = vi.fn(() => new Failure(403))
    const screen = await openList({ reorder })
    await expect.poll(names).toEqual(['Mornings', 'Short', 'Empty', 'Planned'])
    const table = document.querySelector('table')!
    vi.spyOn(table, 'setPointerCapture').mockReturnValue()
    const fire = (target: Element, type: string, clientY = 0) =>
      target.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, pointerId: 1, clientY }))
    const last = [...document.querySelectorAll('tbody tr')].at(-1)!.getBoundingClientRect()
    fire(button('Move Mornings').element(), 'pointerdown')
    fire(table, 'pointermove', last.bottom - 2)
    await expect.poll(names).toEqual(['Short', 'Empty', 'Planned', 'Mornings'])
    expect(reorder).not.toHaveBeenCalled()
    fire(table, 'pointerup')
    await expect.poll(() => reorder.mock.calls.length).toBe(1)
    await expect.element(screen.getByText(/permission/i).first()).toBeVisible()
    await expect.poll(names).toEqual(['Mornings', 'Short', 'Empty', 'Planned'])
  })

  test('what the server refuses is taken back, and why is said', async () => {
    const screen = await openList({ reorder: () => new Failure(403) })
    await expect.element(button('Move Planned')).toBeVisible()
    button('Move Planned').element().focus()
    await userEvent.keyboard('{Home}')
    await expect.element(screen.getByText(/permission/i).first()).toBeVisible()
    await expect.poll(names).toEqual(['Mornings', 'Short', 'Empty', 'Planned'])
  })
})

describe('COLL-06, COLL-07, C-56 the highlights', () => {
  const radio = (name: string) => page.getByRole('radio', { name })

  test('are radios: at once, the former one gives it up; disabled where the collection is', async () => {
    const screen = await openList()
    await expect.element(radio('Feature Mornings')).toBeChecked()
    await expect.element(radio('Feature Planned')).toBeDisabled()
    await expect.element(radio('Make Planned the class of the day')).toBeDisabled()
    await radio('Feature Short').click()
    await expect.element(radio('Feature Mornings')).not.toBeChecked()
    await expect.element(screen.getByText('Short is featured')).toBeVisible()
    await expect.element(radio('Make Short the class of the day')).toBeChecked()
    await radio('Make Mornings the class of the day').click()
    await expect.element(radio('Make Short the class of the day')).not.toBeChecked()
    await expect.element(radio('Make Mornings the class of the day')).toBeChecked()
    await button('Actions for Short').click()
    await page.getByRole('menuitem', { name: 'Stop featuring' }).click()
    await expect.element(radio('Feature Short')).not.toBeChecked()
  })

  test('COLL-07 arrow keys pass radios without choosing them, Space chooses', async () => {
    const answers = collectionAnswers()
    const highlight = vi.spyOn(answers.collections!, 'highlight')
    await openList(answers.collections)
    await expect.element(radio('Feature Mornings')).toBeChecked()
    radio('Feature Mornings').element().focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(radio('Feature Short')).toHaveFocus()
    await expect.element(radio('Feature Mornings')).toBeChecked()
    await userEvent.keyboard('{ArrowUp}{ArrowDown} ')
    await expect.element(radio('Feature Short')).toBeChecked()
    expect(highlight).toHaveBeenCalledOnce()
  })

  test('a refusal takes it back', async () => {
    await openList({ highlight: () => new Failure(409) })
    await radio('Feature Short').click()
    await expect.element(radio('Feature Mornings')).toBeChecked()
  })
})

test('COLL-12, C-113 several are deleted at once; of what stays it is said why', async () => {
  const screen = await openList({
    remove: () => [
      { id: 'c-1', status: 200, reason: 'Item deleted' },
      { id: 'c-2', status: 409, reason: 'It is the last collection of: Gold.' },
    ],
  })
  await page.getByRole('checkbox', { name: 'Select Mornings' }).click()
  await page.getByRole('checkbox', { name: 'Select Short' }).click()
  await button('Delete 2 collections').click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 collections' }).click()
  await expect
    .element(screen.getByText(/1 collection deleted, 1 collection couldn’t be deleted/))
    .toBeVisible()
  await expect.element(screen.getByText('It is the last collection of: Gold.')).toBeVisible()
})

describe('C-41, COLL-01 to COLL-05, COLL-10, C-112 the form', () => {
  test('COLL-13 a new one is stored with its classes and documents; active it needs one', async () => {
    const create = vi.fn(collectionAnswers().collections!.create!)
    const onAdded = vi.fn()
    const screen = await openForm(undefined, { create }, { onAdded })
    await screen.getByRole('textbox', { name: 'Name' }).fill('Ab')
    await screen.getByRole('textbox', { name: 'Description' }).fill('Classes before work.')
    await screen.getByRole('switch', { name: /^Active/ }).click()
    await button('Create collection').click()
    await expect
      .element(screen.getByRole('link', { name: 'Minimum one classes need to be in a collection' }))
      .toBeVisible()
    await screen.getByRole('link', { name: 'Name needs minimum 3 characters' }).click()
    await userEvent.keyboard('{End}s')
    await page.getByRole('combobox', { name: 'Documents' }).click()
    await page.getByRole('option', { name: 'Four-week plan' }).click()
    await userEvent.keyboard('{Escape}')
    await button('Add classes').click()
    await expect.element(search).toHaveFocus()
    await page.getByRole('option', { name: /Climb/ }).click()
    await page.getByRole('option', { name: /Morning flow/ }).click()
    await expect.poll(names).toEqual(['Climb', 'Morning flow'])
    button('Move Climb').element().focus()
    await userEvent.keyboard('{ArrowDown}')
    await button('Create collection').click()
    await expect.poll(() => onAdded.mock.calls).toEqual([['c-new']])
    expect(create.mock.calls[0]?.[0]).toEqual({
      ...{ name: 'Abs', description: 'Classes before work.', active: true },
      ...{ titleTags: ['flow', 'climb'], documentIds: ['plan'] },
    })
  })

  test('of one that is stored classes are added, moved and taken out at once, and put back', async () => {
    const screen = await openForm('c-1')
    await expect.poll(names).toEqual(['Morning flow', 'Climb', 'New year flow'])
    await expect.element(screen.getByText(/Shown from 01 Jan 2027/)).toBeVisible()
    await button('Add classes').click()
    await page.getByRole('option', { name: /Yin/ }).click()
    await expect.poll(names).toEqual(['Morning flow', 'Climb', 'New year flow', 'Yin'])
    button('Move Yin').element().focus()
    await userEvent.keyboard('{Home}')
    await expect.poll(names).toEqual(['Yin', 'Morning flow', 'Climb', 'New year flow'])
    await button('Actions for Morning flow').click()
    await page.getByRole('menuitem', { name: 'Remove from collection' }).click()
    await expect.poll(names).toEqual(['Yin', 'Climb', 'New year flow'])
    const removed = screen.getByText('“Morning flow” removed')
    await expect.element(removed).toBeVisible()
    removed.element().closest('.kn-toast')!.querySelector('button')!.click()
    await expect.poll(names).toEqual(['Yin', 'Morning flow', 'Climb', 'New year flow'])
  })

  test('COLL-05 a featured one can’t be switched off; a save sends what was changed, with the version', async () => {
    const update = vi.fn(collectionAnswers().collections!.update!)
    const screen = await openForm('c-1', { update })
    await expect.element(screen.getByRole('switch', { name: /^Active/ })).toBeDisabled()
    await expect.element(screen.getByText(/is featured and can’t be deactivated/)).toBeVisible()
    await screen.getByRole('textbox', { name: 'Name' }).fill('Early')
    await userEvent.keyboard('{Control>}s{/Control}')
    await expect.element(screen.getByText('saved', { exact: true })).toBeVisible()
    expect(update.mock.calls[0]?.[0]).toEqual({ name: 'Early', version: 1 })
  })
})

test('TITLE-11, C-47 a card of the chooser says skill and intensity from 1 to 5, as dots and in words', async () => {
  await renderInRoot(stories.ChooserFull.render())
  await expect.element(page.getByRole('checkbox', { name: 'Choose Climb' })).toBeVisible()
  const scales = [...document.querySelectorAll('.kn-class-option')].map(card =>
    [...card.querySelectorAll('.kn-five')].map(scale => [
      scale.textContent,
      scale.querySelectorAll('[data-filled]').length,
    ]),
  )
  // The first is chosen already; the others have skill 3, 5, 7, 9 and intensity 9, 8, 7, 6 of ten.
  expect(scales).toEqual([
    [],
    [
      ['Skill 2 of 5', 2],
      ['Intensity 5 of 5', 5],
    ],
    [
      ['Skill 3 of 5', 3],
      ['Intensity 4 of 5', 4],
    ],
    [
      ['Skill 4 of 5', 4],
      ['Intensity 4 of 5', 4],
    ],
    [
      ['Skill 5 of 5', 5],
      ['Intensity 3 of 5', 3],
    ],
  ])
})

test('VAL-31, C-22 covers are 180, 224 and 248 px high, by the width of their card', async () => {
  await renderInRoot(stories.ChooserFull.render())
  await expect.element(page.getByRole('checkbox', { name: 'Choose Climb' })).toBeVisible()
  const grid = document.querySelector<HTMLElement>('.kn-class-grid')!
  const heightAt = (width: number) => {
    grid.style.inlineSize = `${width}px`
    return grid.querySelector('.kn-thumb')!.getBoundingClientRect().height
  }
  expect([340, 420, 500].map(heightAt)).toEqual([180, 224, 248])
})

const states: [string, { render: () => ReactNode }, RegExp][] = [
  ['list, loading', stories.ListLoading, /Loading/],
  ['list, empty', stories.ListEmpty, /No collections yet/],
  ['list, failed', stories.ListFailed, /This couldn’t be loaded/],
  ['list, full', stories.ListFull, /4 collections.*Mornings/],
  ['form, new', stories.FormNew, /New collection.*No classes yet/],
  ['form, ran empty', stories.FormRanEmpty, /holds no class that members can see/],
  ['form, missing', stories.FormMissing, /not found/i],
  ['chooser, full', stories.ChooserFull, /5 classes.*Already chosen.*Skill 2 of 5.*Intensity 5 of 5/],
  ['chooser, one', stories.ChooserSingle, /5 classes/],
  ['chooser, loading', stories.ChooserLoading, /Loading/],
  ['chooser, empty', stories.ChooserEmpty, /Publish a title to this site/],
  ['chooser, failed', stories.ChooserFailed, /This couldn’t be loaded/],
]
test.each(states)('%s; axe finds nothing serious', async (_, story, words) => {
  await renderInRoot(story.render())
  await expect.poll(() => document.body.textContent).toMatch(words)
  expect(await findSerious(document.body)).toEqual([])
})
