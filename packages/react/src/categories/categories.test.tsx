import { Role } from '@kinora/core'
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Failure, type StoryAnswers, StoryKinora } from '../testing/stories.tsx'
import { findSeriousInLooks, renderInRoot } from '../ui/testing.tsx'
import * as forms from './category-form.stories.tsx'
import { CategoryForm, type CategoryFormProps } from './category-form.tsx'
import * as lists from './category-list.stories.tsx'
import { CategoryList } from './category-list.tsx'
import { categoryAnswers, storyCategories } from './fixtures.tsx'
import { SubCategoryForm, type SubCategoryFormProps } from './sub-category-form.tsx'

const rowHref = (id: string) => `#${id}`
const openList = (answers: StoryAnswers = categoryAnswers()) =>
  renderInRoot(
    <StoryKinora answers={answers}>
      <CategoryList rowHref={rowHref} addHref="#add" />
    </StoryKinora>,
  )
const open = (props: CategoryFormProps = {}, answers: StoryAnswers = categoryAnswers()) =>
  renderInRoot(
    <StoryKinora answers={answers}>
      <CategoryForm listHref="#list" {...props} />
    </StoryKinora>,
  )
const openSub = (props: Partial<SubCategoryFormProps>, answers: StoryAnswers = categoryAnswers()) =>
  renderInRoot(
    <StoryKinora answers={answers}>
      <SubCategoryForm categoryId="c-1" categoryHref="#c-1" {...props} />
    </StoryKinora>,
  )
type Screen = Awaited<ReturnType<typeof open>>
const titles = () => [...document.querySelectorAll('.kn-cell-name')].map(cell => cell.textContent)
const handle = (screen: Screen, name: string) => screen.getByRole('button', { name: `Move ${name}` })
const nameField = (screen: Screen) => screen.getByRole('textbox', { name: 'All languages' }).first()

describe('CAT-06 the display order', () => {
  test('by key: shown at once, said, stored; the focus stays with the row', async () => {
    const screen = await openList()
    await expect.poll(titles).toEqual(['Yoga', 'Strength', 'Cardio', 'Cycling'])
    handle(screen, 'Strength').element().focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(titles).toEqual(['Yoga', 'Cardio', 'Strength', 'Cycling'])
    await expect.element(screen.getByText('Moved “Strength” to 2 of 3')).toBeInTheDocument()
    await expect.element(screen.getByText('Display order updated')).toBeVisible()
    await expect.element(handle(screen, 'Strength')).toHaveFocus()
    await userEvent.keyboard('{End}')
    await expect.poll(titles).toEqual(['Yoga', 'Cardio', 'Cycling', 'Strength'])
    await userEvent.keyboard('{ArrowDown}')
    expect(titles()).toEqual(['Yoga', 'Cardio', 'Cycling', 'Strength'])
  })

  test('by menu; what leads nowhere is disabled, and the platform’s stay', async () => {
    const screen = await openList()
    await screen.getByRole('button', { name: 'Actions for Cycling' }).click()
    await expect
      .element(screen.getByRole('menuitem', { name: 'Move down' }))
      .toHaveAttribute('aria-disabled', 'true')
    await screen.getByRole('menuitem', { name: 'Move to top' }).click()
    await expect.poll(titles).toEqual(['Yoga', 'Cycling', 'Strength', 'Cardio'])
    await expect.element(screen.getByText('Display order updated')).toBeVisible()
    await expect.element(handle(screen, 'Yoga')).not.toBeInTheDocument()
  })

  test('by pointer: the row follows it and is stored where it is let go; Escape takes it back', async () => {
    const reorder = vi.fn(() => ({ status: 200 }))
    const screen = await openList(categoryAnswers({ reorder }))
    await expect.element(handle(screen, 'Strength')).toBeVisible()
    const grip = handle(screen, 'Strength').element()
    const table = screen.getByRole('table').element()
    vi.spyOn(table, 'setPointerCapture').mockReturnValue()
    const rows = [...document.querySelectorAll('tbody tr')].map(row => row.getBoundingClientRect())
    const fire = (target: Element, type: string, clientY = 0) =>
      target.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, pointerId: 1, clientY }))
    fire(grip, 'pointerdown')
    fire(table, 'pointermove', rows[3]!.top + 30)
    await expect.poll(titles).toEqual(['Yoga', 'Cardio', 'Cycling', 'Strength'])
    await userEvent.keyboard('{Escape}')
    await expect.poll(titles).toEqual(['Yoga', 'Strength', 'Cardio', 'Cycling'])
    expect(reorder).not.toHaveBeenCalled()
    fire(grip, 'pointerdown')
    fire(table, 'pointermove', rows[2]!.top + 30)
    await expect.poll(titles).toEqual(['Yoga', 'Cardio', 'Strength', 'Cycling'])
    fire(table, 'pointerup')
    await expect
      .poll(() => reorder.mock.calls)
      .toEqual([[{ tenantId: 'north', categoryIds: ['c-2', 'c-1', 'c-3'] }]])
  })

  test('what the server refuses is taken back, and why is said', async () => {
    const screen = await openList(categoryAnswers({ reorder: () => new Failure(403) }))
    await expect.element(handle(screen, 'Cycling')).toBeVisible()
    handle(screen, 'Cycling').element().focus()
    await userEvent.keyboard('{Home}')
    await expect
      .element(
        screen
          .getByRole('alert')
          .or(screen.getByText(/permission/i))
          .first(),
      )
      .toBeVisible()
    await expect.poll(titles).toEqual(['Yoga', 'Strength', 'Cardio', 'Cycling'])
  })
})

test('CAT-02, CAT-03 a row shows its name, its cover, its thumbnail and whether it is promoted', async () => {
  const pixel = (colour: string) => {
    const canvas = document.createElement('canvas')
    canvas.getContext('2d')!.fillStyle = colour
    canvas.getContext('2d')!.fillRect(0, 0, 9, 9)
    return canvas.toDataURL()
  }
  const [imageLink, bannerImageLink] = [pixel('red'), pixel('blue')]
  const data = [{ ...storyCategories[0]!, imageLink, bannerImageLink }, storyCategories[1]!]
  const list = () => ({ totalRecords: 2, totalPages: 1, page: 1, data })
  const screen = await openList(categoryAnswers({ list }))
  await expect.poll(titles).toEqual(['Yoga', 'Strength'])
  const [head, first, second] = [...screen.container.querySelectorAll('tr')].map(row => [...row.cells])
  expect(head!.map(cell => cell.textContent).slice(0, 4)).toEqual([
    'Title',
    'Cover',
    'Thumbnail',
    'Promotion',
  ])
  const pictures = (cells: HTMLTableCellElement[]) =>
    cells.slice(1, 3).map(cell => cell.querySelector('img')?.getAttribute('src'))
  expect(pictures(first!)).toEqual([bannerImageLink, imageLink])
  expect(pictures(second!)).toEqual([undefined, undefined])
  expect([first![3]!.textContent, second![3]!.textContent]).toEqual(['Promoted', 'Non promoted'])
})

test('C-84 providers read: nothing to add, to move or to save', async () => {
  const answers = categoryAnswers({}, Role.Provider)
  const list = await openList(answers)
  await expect.poll(titles).toContain('Yoga')
  await expect.element(list.getByRole('link', { name: 'Add category' })).not.toBeInTheDocument()
  await expect.element(handle(list, 'Strength')).not.toBeInTheDocument()
  await list.unmount()
  const form = await open({ id: 'c-0' }, answers)
  await expect.element(form.getByText(/belongs to the platform/)).toBeVisible()
  await expect.element(nameField(form)).toBeDisabled()
})

test('C-141 a tenant that shows the platform’s is told why its own are hidden, and adds none', async () => {
  const answers = categoryAnswers({}, Role.Tenant, { isPlatformOwnedCategories: true })
  const list = await openList(answers)
  await expect.poll(titles).toEqual(['Yoga'])
  await expect.element(list.getByText(/Its own are hidden and stay as they are/)).toBeVisible()
  await expect.element(list.getByRole('link', { name: 'Add category' })).not.toBeInTheDocument()
  await list.unmount()
  const form = await open({}, answers)
  await expect.element(form.getByText(/Its own are hidden and stay as they are/)).toBeVisible()
})

test('C-141 nothing is added before it is known whose categories are shown; without an answer the server decides', async () => {
  let answer: (failure: Failure) => void = () => undefined
  const config = () => new Promise<Failure>(resolve => (answer = resolve)) as Promise<never>
  const answers = categoryAnswers()
  const list = await openList({ ...answers, tenants: { config } })
  const add = list.getByRole('link', { name: 'Add category' })
  await expect.poll(titles).toContain('Yoga')
  await expect.element(add).not.toBeInTheDocument()
  answer(new Failure(500))
  await expect.element(add).toBeVisible()
})

describe('CAT-01, CAT-07, CAT-09 the form of a category', () => {
  test('a new one is stored in the tenant’s languages, and its id goes to the host', async () => {
    const [onAdded, onDirtyChange] = [vi.fn(), vi.fn()]
    const screen = await open({ onAdded, onDirtyChange })
    await expect
      .element(screen.getByRole('textbox', { name: 'German' }).first())
      .toHaveAttribute('lang', 'de-DE')
    await expect.element(nameField(screen)).not.toHaveAttribute('lang')
    await screen.getByRole('textbox', { name: 'German' }).first().fill('Rudern')
    await expect.poll(() => onDirtyChange.mock.lastCall).toEqual([true, expect.any(Function)])
    await screen.getByRole('button', { name: 'Create category' }).click()
    await screen.getByRole('link', { name: 'Required Name' }).click()
    await expect.element(nameField(screen)).toHaveFocus()
    await nameField(screen).fill('Rowing')
    await screen.getByRole('button', { name: 'Create category' }).click()
    await expect.poll(() => onAdded.mock.calls).toEqual([['c-new']])
    await expect.element(screen.getByText('Item saved')).toBeVisible()
    await expect.poll(() => onDirtyChange.mock.lastCall).toEqual([false, expect.any(Function)])
  })

  test('an update sends what was changed, with the version', async () => {
    const update = vi.fn(categoryAnswers().categories!.update!)
    const screen = await open({ id: 'c-1' }, categoryAnswers({ update }))
    await screen.getByRole('textbox', { name: 'German' }).first().fill('Kraft')
    const promoted = screen.getByRole('switch', { name: 'Promoted Promotion' })
    const words = () => promoted.element().closest('.kn-choice')?.textContent
    expect(words()).toContain('Non promoted')
    await promoted.click()
    expect(words()).toBe('Promoted')
    await userEvent.keyboard('{Control>}s{/Control}')
    await expect.element(screen.getByText('saved', { exact: true })).toBeVisible()
    expect(update.mock.calls).toEqual([
      [
        {
          ...{ tenantId: 'north', categoryId: 'c-1', version: 1, isPromoted: true },
          name: { invariantText: 'Strength', localTexts: [{ ietfTag: 'de-DE', text: 'Kraft' }] },
        },
      ],
    ])
  })

  test('somebody else’s name in the same language is shown beside one’s own, by its language', async () => {
    const changes = [
      { path: 'name.de-DE', before: null, after: 'Stärke', by: 'Ada Okafor', at: '2026-11-20T09:00:00Z' },
    ]
    const update = () => new Failure(409, undefined, { code: 'outdated', changes })
    const screen = await open({ id: 'c-1' }, categoryAnswers({ update }))
    await screen.getByRole('textbox', { name: 'German' }).first().fill('Kraft')
    await userEvent.keyboard('{Control>}s{/Control}')
    const panel = screen.getByRole('region', { name: 'Someone else has changed this' })
    for (const words of ['Name: German', 'Kraft', 'Stärke'])
      await expect.element(panel.getByText(words, { exact: true })).toBeVisible()
  })

  test('CAT-04 a picture of another size stays on the page, with its rule', async () => {
    const screen = await open({ id: 'c-1' })
    const canvas = new OffscreenCanvas(300, 300)
    canvas.getContext('2d')!.fillRect(0, 0, 300, 300)
    const file = new File([await canvas.convertToBlob()], 'c.png', { type: 'image/png' })
    await expect.element(nameField(screen)).toBeVisible()
    const input = screen.container.querySelectorAll<HTMLInputElement>('input[type=file]')
    for (const each of input) await userEvent.upload(each, file)
    for (const words of [
      'The dimension of image must be 500 x 500, not 300 x 300',
      'The dimension of image must be 1920 x 564, not 300 x 300',
    ])
      await expect.element(screen.getByText(words)).toBeVisible()
  })
})

describe('CAT-08 the form of a sub category', () => {
  test('a new one is added to its category; the host learns its id', async () => {
    const onAdded = vi.fn()
    const update = vi.fn(categoryAnswers().categories!.update!)
    const screen = await openSub({ onAdded }, categoryAnswers({ update }))
    await nameField(screen).fill('Kettlebell')
    await screen.getByRole('button', { name: 'Create sub category' }).click()
    await expect.poll(() => onAdded.mock.calls).toEqual([['s-new']])
    expect(update.mock.calls[0]![0]).toMatchObject({ categoryId: 'c-1', version: 1 })
  })

  test('one that is there is changed, and its page leads back to its category', async () => {
    const screen = await openSub({ id: 's-1' })
    await expect.element(screen.getByRole('link', { name: 'Strength' })).toHaveAttribute('href', '#c-1')
    await screen.getByRole('textbox', { name: 'German' }).fill('Hantel')
    await screen.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(screen.getByText('saved', { exact: true })).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: 'German' })).toHaveValue('Hantel')
  })
})

const stories: [string, { render?: unknown }, RegExp][] = [
  ['list, empty', lists.Empty, /No categories yet/],
  [
    'CAT-02, CAT-03 list, full',
    lists.Full,
    /Title.*Cover.*Thumbnail.*Promotion.*Yoga.*Promoted.*Strength.*Non promoted/,
  ],
  ['form, full', forms.Full, /Strength.*Barbell/],
  ['form, of the platform', forms.OfThePlatform, /belongs to the platform/],
  ['form, not found', forms.Missing, /Record not found/],
  ['form, many languages', forms.ManyLanguages, /Side by side/],
  ['form of a sub category', forms.SubCategory, /Barbell/],
]

describe('the states of categories', () => {
  test.each(stories)(
    '%s; nothing serious in light, dark, right to left and narrow',
    async (_, story, words) => {
      const screen = await renderInRoot((story.render as () => React.ReactNode)())
      await expect.poll(() => screen.container.textContent).toMatch(words)
      expect(await findSeriousInLooks(screen)).toEqual([])
    },
  )
})
