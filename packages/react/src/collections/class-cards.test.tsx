import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Kinora } from '../kernel/kinora.ts'
import { DRAFTS_KEY } from '../kernel/tab-storage.ts'
import { never, StoryKinora } from '../testing/stories.tsx'
import { findSerious, renderInRoot } from '../ui/testing.tsx'
import { CollectionForm, CollectionList } from './collections.tsx'
import { collectionAnswers } from './fixtures.tsx'

type Replaced = Parameters<typeof collectionAnswers>[0]
const openForm = (replaced: Replaced = {}, id: string | undefined = 'c-1') =>
  renderInRoot(
    <StoryKinora answers={collectionAnswers(replaced)}>
      <CollectionForm id={id} listHref="#list" />
    </StoryKinora>,
  )
const cards = () =>
  [...document.querySelectorAll('.kn-card-item .kn-cell-name')].map(name => name.textContent)
const button = (name: string) => page.getByRole('button', { name })
const toast = (words: string) => page.getByText(words).last().element().closest('.kn-toast')!
/** Presses the Undo of the toast that says this. */
async function undo(words: string) {
  await expect.poll(() => page.getByText(words).last().query()?.closest('.kn-toast') ?? null).not.toBeNull()
  toast(words).querySelector('button')!.click()
}
const search = page.getByRole('combobox', { name: 'Search classes' })

describe('28.4 the classes of a collection are cards', () => {
  test('moved by key: said at once, stored, and taken back by Undo', async () => {
    const answers = collectionAnswers().collections!
    const reorderClasses = vi.spyOn(answers, 'reorderClasses')
    const screen = await openForm(answers)
    await expect.poll(cards).toEqual(['Morning flow', 'Climb', 'New year flow'])
    button('Move Morning flow').element().focus()
    await userEvent.keyboard('{End}')
    await expect.poll(cards).toEqual(['Climb', 'New year flow', 'Morning flow'])
    await expect.element(screen.getByText('Moved “Morning flow” to 3 of 3').first()).toBeInTheDocument()
    await expect.element(button('Move Morning flow')).toHaveFocus()
    await expect.element(button('Undo')).toBeVisible()
    await undo('Moved “Morning flow” to 3 of 3')
    await expect.poll(cards).toEqual(['Morning flow', 'Climb', 'New year flow'])
    await expect.element(screen.getByText('The order is as it was')).toBeInTheDocument()
    await expect.poll(() => reorderClasses.mock.calls.length).toBe(2)
  })

  test('the move is read out once: its toast keeps still', async () => {
    await openForm()
    await expect.element(button('Move Climb')).toBeVisible()
    button('Move Climb').element().focus()
    await userEvent.keyboard('{Home}')
    await expect.element(button('Undo')).toBeVisible()
    expect(toast('Moved “Climb” to 1 of 3').getAttribute('aria-live')).toBe('off')
  })

  test('arrow keys go along the line, and by a line where there are several', async () => {
    await openForm()
    await expect.element(button('Move Climb')).toBeVisible()
    button('Move Climb').element().focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(cards).toEqual(['Morning flow', 'New year flow', 'Climb'])
    await userEvent.keyboard('{ArrowLeft}')
    await expect.poll(cards).toEqual(['Morning flow', 'Climb', 'New year flow'])
  })

  test('by drag: the card under the pointer gives way', async () => {
    const answers = collectionAnswers().collections!
    const reorderClasses = vi.spyOn(answers, 'reorderClasses')
    await openForm(answers)
    await expect.element(button('Move Morning flow')).toBeVisible()
    const grid = document.querySelector('.kn-cards')!
    vi.spyOn(grid, 'setPointerCapture').mockReturnValue()
    const fire = (target: Element, type: string, at: { clientX: number; clientY: number }) =>
      target.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, pointerId: 1, ...at }))
    const box = document.querySelectorAll('.kn-card-item')[1]!.getBoundingClientRect()
    const over = { clientX: (box.left + box.right) / 2, clientY: (box.top + box.bottom) / 2 }
    fire(button('Move Morning flow').element(), 'pointerdown', over)
    fire(grid, 'pointermove', over)
    await expect.poll(cards).toEqual(['Climb', 'Morning flow', 'New year flow'])
    expect(reorderClasses).not.toHaveBeenCalled()
    fire(grid, 'pointerup', over)
    await expect.poll(() => reorderClasses.mock.calls.length).toBe(1)
  })

  test('each is one stop of Tab: Enter on its handle opens what can be done, and so does a press on its cover', async () => {
    await openForm()
    await expect.element(button('Move Climb')).toBeVisible()
    button('Move Morning flow').element().focus()
    await userEvent.keyboard('{Tab}')
    await expect.element(button('Move Climb')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('menuitem', { name: 'Remove from collection' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    await button('Move New year flow').click()
    await expect.element(page.getByRole('menu', { name: 'Actions for New year flow' })).toBeVisible()
    expect(cards()).toEqual(['Morning flow', 'Climb', 'New year flow'])
  })

  test('as a list for whom that suits; the choice is kept in this browser', async () => {
    const screen = await openForm()
    await expect.element(button('Cards')).toHaveAttribute('aria-pressed', 'true')
    await button('List').click()
    await expect.element(screen.getByRole('table', { name: 'Classes' })).toBeVisible()
    expect(cards()).toEqual([])
  })
})

describe('28.4 classes are added from the panel beside', () => {
  test('Enter adds what the search has found; the panel stays, and so does the focus', async () => {
    const answers = collectionAnswers().collections!
    const addClasses = vi.spyOn(answers, 'addClasses')
    await openForm(answers)
    await button('Add classes').click()
    await expect.element(search).toHaveFocus()
    await expect
      .element(page.getByRole('option', { name: /Morning flow.*In the collection, 1 of 3/ }))
      .toBeVisible()
    const option = (name: RegExp) => page.getByRole('option', { name })
    // What is in already is passed over.
    expect(
      option(/Morning flow/)
        .element()
        .hasAttribute('data-active-item'),
    ).toBe(false)
    await expect.element(option(/Sprint ride/)).toHaveAttribute('data-active-item')
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(option(/Yin/)).toHaveAttribute('data-active-item')
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(option(/Sprint ride/)).toHaveAttribute('data-active-item')
    await userEvent.keyboard('{Enter}')
    await expect.poll(cards).toEqual(['Morning flow', 'Climb', 'New year flow', 'Sprint ride'])
    expect(addClasses.mock.calls.map(([tags]) => tags)).toEqual([['ride']])
    await expect.element(search).toHaveFocus()
    await expect.element(page.getByText('“Sprint ride” added as 4 of 4')).toBeVisible()
    await undo('“Sprint ride” added as 4 of 4')
    await expect.poll(cards).toEqual(['Morning flow', 'Climb', 'New year flow'])
  })

  test('the server is asked for what is typed, with the filters that tell classes apart', async () => {
    const classes = vi.fn(collectionAnswers().collections!.classes!)
    await openForm({ classes })
    await button('Add classes').click()
    await search.fill('yin')
    await expect.poll(() => classes.mock.calls.at(-1)?.[1].query).toBe('yin')
    await button('Add filter').click()
    const names = () =>
      page
        .getByRole('menuitem')
        .elements()
        .map(item => item.textContent)
    await expect.poll(names).toEqual(['Channel', 'Category', 'Video language'])
  })

  test('a press that adds twice sends once', async () => {
    const addClasses = vi.fn(never)
    await openForm({ addClasses })
    await button('Add classes').click()
    const yin = page.getByRole('option', { name: /Yin/ })
    await yin.click()
    await yin.click()
    expect(addClasses).toHaveBeenCalledOnce()
  })

  test('Escape empties the search, then closes the panel and goes back to where it was opened', async () => {
    await openForm()
    await button('Add classes').click()
    await search.fill('yin')
    await userEvent.keyboard('{Escape}')
    await expect.element(search).toHaveValue('')
    await userEvent.keyboard('{Escape}')
    await expect.element(search).not.toBeInTheDocument()
    await expect.element(button('Add classes')).toHaveFocus()
  })

  test('dragged from the panel it comes where it is let go', async () => {
    await openForm()
    await button('Add classes').click()
    const yin = page.getByRole('option', { name: /Yin/ })
    await expect.element(yin).toBeVisible()
    const box = document.querySelectorAll('.kn-card-item')[1]!.getBoundingClientRect()
    const fire = (target: EventTarget, type: string, clientX: number, clientY: number) =>
      target.dispatchEvent(
        new PointerEvent(type, { bubbles: true, pointerId: 1, pointerType: 'mouse', clientX, clientY }),
      )
    fire(yin.element(), 'pointerdown', 0, 0)
    fire(window, 'pointermove', box.left + 20, box.top + 20)
    await expect.poll(() => document.querySelector('[data-mark]')?.getAttribute('data-id')).toBe('climb')
    fire(window, 'pointerup', box.left + 20, box.top + 20)
    await expect.poll(cards).toEqual(['Morning flow', 'Yin', 'Climb', 'New year flow'])
    expect(document.querySelector('.kn-drag-ghost')).toBeNull()
  })

  test('what was taken out comes back to its place, also after somebody has added one', async () => {
    await openForm()
    await expect.element(button('Actions for Morning flow')).toBeVisible()
    await button('Actions for Morning flow').click()
    await page.getByRole('menuitem', { name: 'Remove from collection' }).click()
    await expect.poll(cards).toEqual(['Climb', 'New year flow'])
    await button('Add classes').click()
    await page.getByRole('option', { name: /Yin/ }).click()
    await expect.poll(cards).toEqual(['Climb', 'New year flow', 'Yin'])
    await undo('“Morning flow” removed')
    await expect.poll(cards).toEqual(['Morning flow', 'Climb', 'New year flow', 'Yin'])
    await expect.element(page.getByText('“Morning flow” is back')).toBeVisible()
  })

  test('axe finds nothing serious beside the open panel', async () => {
    await openForm()
    await button('Add classes').click()
    await expect.element(page.getByRole('option', { name: /Yin/ })).toBeVisible()
    expect(await findSerious(document.body)).toEqual([])
  })
})

describe('28.5 a new collection after a reload', () => {
  test('has its classes in their order, as it has its name', async () => {
    const open = (prepare: (kinora: Kinora) => void) =>
      renderInRoot(
        <StoryKinora answers={collectionAnswers()} prepare={prepare}>
          <CollectionForm listHref="#list" />
        </StoryKinora>,
      )
    let tab: Kinora['tabStore'] | undefined
    const first = await open(({ tabStore }) => {
      tab = tabStore
    })
    await page.getByRole('textbox', { name: 'Name' }).fill('Twelve')
    await button('Add classes').click()
    await page.getByRole('option', { name: /Yin/ }).click()
    await page.getByRole('option', { name: /Sprint ride/ }).click()
    await expect.poll(() => tab!.getItem(DRAFTS_KEY)).toContain('ride')
    const kept = tab!.getItem(DRAFTS_KEY)!
    await first.unmount()
    await open(({ tabStore }) => tabStore.setItem(DRAFTS_KEY, kept))
    await expect.poll(cards).toEqual(['Yin', 'Sprint ride'])
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Twelve')
  })
})

describe('28.4 collections are cards', () => {
  const openList = (replaced: Replaced = {}) =>
    renderInRoot(
      <StoryKinora answers={collectionAnswers(replaced)}>
        <CollectionList rowHref={tag => `#${tag}`} addHref="#add" />
      </StoryKinora>,
    )

  test('with what they hold and the highlights; moved by key with a way back', async () => {
    const screen = await openList()
    await expect.poll(cards).toEqual(['Mornings', 'Short', 'Empty', 'Planned'])
    await expect.element(screen.getByText('Featured')).toBeVisible()
    await expect.element(screen.getByText('2 classes')).toBeVisible()
    button('Move Mornings').element().focus()
    await userEvent.keyboard('{End}')
    await expect.poll(cards).toEqual(['Short', 'Empty', 'Planned', 'Mornings'])
    await expect.element(page.getByText('Collection reordered')).toBeVisible()
    await undo('Collection reordered')
    await expect.poll(cards).toEqual(['Mornings', 'Short', 'Empty', 'Planned'])
  })

  test('a press on a cover opens its collection, a drag doesn’t', async () => {
    location.hash = ''
    await openList()
    await expect.element(button('Move Short')).toBeVisible()
    await button('Move Short').click()
    await expect.poll(() => location.hash).toBe('#c-2')
    location.hash = ''
  })

  test('sorted and filtered as the table is; in another order nothing can be moved', async () => {
    const list = vi.fn(collectionAnswers().collections!.list!)
    await openList({ list })
    await expect.element(button('Move Mornings')).toBeVisible()
    await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('Name, descending')
    await expect.poll(() => list.mock.calls.at(-1)?.[1]).toMatchObject({ sort: 'name', dir: 'desc' })
    await expect.element(button('Move Mornings')).not.toBeInTheDocument()
    await expect.element(button('Add filter')).toBeVisible()
  })
})
