import { type Title, titles } from '@kinora/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Kinora } from '../../kernel/kinora.ts'
import { kinoraAs, platformUrl, renderWith } from '../../testing/platform.tsx'
import { findSerious, findSeriousInLooks } from '../../ui/testing.tsx'
import { TitleEditor } from './title-editor.tsx'

let mine: Kinora
let theirs: Kinora
beforeAll(async () => {
  await platformUrl()
  mine = await kinoraAs('tenant')
  theirs = await kinoraAs('admin')
})

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const panel = () => page.getByRole('region', { name: 'Someone else has changed this' })
const create = async (className: string): Promise<string> =>
  (await mine.session.send(titles.create, { className, instructor: 'Mia', keywords: ['calm'] })).tag
const stored = async (tag: string): Promise<Title> =>
  (await theirs.session.send(titles.find, { titleTags: [tag] })).data[0]!
/** Another person's editor, which saves without this one hearing of it. */
const saveElsewhere = async (tag: string, changes: Partial<Title>) =>
  theirs.session.send(titles.update, { tag, ...changes, version: (await stored(tag)).version })

async function open(tag: string) {
  const screen = await renderWith(mine, <TitleEditor tag={tag} />)
  await expect.element(field('Title')).toBeVisible()
  return screen
}

/** Goes to a field by its label and writes over what it holds. */
async function write(name: string, words: string): Promise<void> {
  await field(name).fill(words)
}
const saveByKey = () => userEvent.keyboard('{Control>}s{/Control}')

/** Tabs on to the button that has the focus then. */
async function tabTo(name: string): Promise<void> {
  for (let step = 0; step < 20; step++) {
    await userEvent.keyboard('{Tab}')
    const { activeElement } = document
    if (activeElement?.getAttribute('aria-label') === name) return
  }
  throw new Error(`No Tab leads to "${name}".`)
}

describe('two editors of one title', () => {
  test('in other fields: what the other has saved follows by itself, and both are stored', async () => {
    const tag = await create('Apart')
    await open(tag)
    await saveElsewhere(tag, { instructor: 'Ada', keywords: ['calm', 'breath'] })
    await write('Title', 'Apart, but together')
    await saveByKey()
    await expect.element(page.getByText('saved', { exact: true })).toBeVisible()
    await expect.element(field('Instructor')).toHaveValue('Ada')
    expect(await stored(tag)).toMatchObject({
      ...{ className: 'Apart, but together', instructor: 'Ada', keywords: ['calm', 'breath'], version: 3 },
    })
    await expect.element(panel()).not.toBeInTheDocument()
  })

  test('in the same fields: each is chosen one by one by key, nothing is lost, then save works', async () => {
    const tag = await create('Contested')
    const screen = await open(tag)
    await write('Title', 'My name')
    await write('Instructor', 'My instructor')
    await write('Description', 'Only I wrote this')
    await saveElsewhere(tag, { className: 'Their name', instructor: 'Their instructor', keywords: ['new'] })
    await saveByKey()
    await expect.element(panel()).toHaveFocus()
    for (const words of ['My name', 'Their name', 'My instructor', 'Their instructor'])
      await expect.element(panel().getByText(words, { exact: true })).toBeVisible()
    await expect
      .element(
        panel()
          .getByText(/^Saved by Ada Okafor/)
          .first(),
      )
      .toBeVisible()
    await expect.element(field('Title')).toHaveValue('My name')
    expect((await stored(tag)).className).toBe('Their name')
    expect(await findSerious(screen.container)).toEqual([])

    await saveByKey()
    await expect.element(panel()).toHaveFocus()
    await tabTo('Keep yours: Title')
    await userEvent.keyboard('{Enter}')
    await expect.element(panel()).toHaveFocus()
    await tabTo('Use theirs: Instructor')
    await userEvent.keyboard('{Enter}')
    await expect.element(panel()).not.toBeInTheDocument()
    await expect.element(field('Instructor')).toHaveValue('Their instructor')
    await expect.element(page.getByRole('button', { name: 'Save', exact: true })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('saved', { exact: true })).toBeVisible()
    expect(await stored(tag)).toMatchObject({
      ...{ className: 'My name', instructor: 'Their instructor', keywords: ['new'] },
      ...{ classDescription: 'Only I wrote this', version: 3 },
    })
  })

  test('decided for the other’s alone: nothing is left to save, the name of the page has the focus', async () => {
    const tag = await create('Given way')
    await open(tag)
    await write('Instructor', 'My instructor')
    await saveElsewhere(tag, { instructor: 'Their instructor' })
    await saveByKey()
    await expect.element(panel()).toHaveFocus()
    await tabTo('Use theirs: Instructor')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  test('after one’s own cover choice and after a save the newest version is known', async () => {
    const tag = await create('Twice')
    await open(tag)
    for (const name of ['Twice, once', 'Twice, twice']) {
      await write('Title', name)
      await saveByKey()
      await expect.poll(async () => (await stored(tag)).className).toBe(name)
    }
    await mine.session.send(titles.updateThumbnailType, { tag, thumbnailType: 'custom' })
    await write('Title', 'Twice, thrice')
    await saveByKey()
    await expect.poll(async () => (await stored(tag)).className).toBe('Twice, thrice')
    await expect.element(panel()).not.toBeInTheDocument()
  })
})

test('the panel of conflicts shows values in words; nothing serious in light, dark, right to left and narrow', async () => {
  const tag = await create('Looks')
  const screen = await open(tag)
  await write('Title', 'Sunrise over the lake')
  await write('Description', 'Slow, and then a little less slow. '.repeat(3))
  page
    .getByRole('switch', { name: /^Active/ })
    .element()
    .focus()
  await userEvent.keyboard(' ')
  const theirs = { className: 'Sunrise', classDescription: 'Short.', isActive: false, IsAutoPublish: true }
  await saveElsewhere(tag, { ...theirs, instructor: 'Ada' })
  await saveByKey()
  await expect.element(panel()).toHaveFocus()
  expect(await findSeriousInLooks(screen)).toEqual([])
})
