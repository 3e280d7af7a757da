import { TitleStatus } from '@kinora/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { kinoraAs, platformUrl, renderWith } from '../testing/platform.tsx'
import { findSerious } from '../ui/testing.tsx'
import { EditSheet, IntakeSheet, type IntakeSheetProps } from './intake-sheet.tsx'

let kinora: Awaited<ReturnType<typeof kinoraAs>>
beforeAll(async () => {
  await platformUrl()
  kinora = await kinoraAs('tenant')
})

type Screen = Awaited<ReturnType<typeof renderWith>>
const { keyboard } = userEvent

/** A sheet with new titles of these names. */
async function open(
  name: 'intake' | 'edit',
  names: readonly string[],
  draft: object = {},
  left: object = {},
  fields: IntakeSheetProps['fields'] = undefined,
) {
  const { send } = kinora.session
  const { titles } = await import('@kinora/core')
  const tags: string[] = []
  for (const className of names) tags.push((await send(titles.create, { className, ...draft })).tag)
  const state = kinora.session.getSnapshot()
  if (state.kind !== 'loggedIn') throw new Error('nobody is signed in')
  const key = `kinora.sheet.${name} ${state.user.userId} ${state.user.tenants[0]!.tenantId}`
  kinora.store.setItem(key, JSON.stringify({ tags, edits: Object.fromEntries(tags.map(tag => [tag, left])) }))
  const page = name === 'intake' ? <IntakeSheet fields={fields} /> : <EditSheet fields={fields} />
  const screen = await renderWith(kinora, page)
  await expect.poll(() => cellOf(screen, names[0]!)).not.toBeNull()
  const read = async () => (await send(titles.find, { titleTags: tags })).data
  return { screen, tags, read, page }
}

const cells = ({ container }: Screen) => [...container.querySelectorAll<HTMLElement>('[data-cell]')]
const cellOf = (screen: Screen, name: string) =>
  cells(screen).find(cell => cell.textContent?.startsWith(name)) ?? null
const headers = ({ container }: Screen) =>
  [...container.querySelectorAll('[role=columnheader]')].map(header => header.textContent)
/** Goes from the cell that has the focus to a column. */
async function to(screen: Screen, header: string) {
  await keyboard('{Home}')
  for (let nth = headers(screen).indexOf(header); nth > 0; nth -= 1) await keyboard('{ArrowRight}')
}

describe('28.1, decision 0119: the sheet of new classes', () => {
  test('is used by keyboard alone as a spreadsheet is, and saves as one goes', async () => {
    const { screen, read } = await open('intake', ['Sheet one', 'Sheet two', 'Sheet three'])
    expect(await findSerious(screen.container)).toEqual([])
    cellOf(screen, 'Sheet one')!.focus()
    await to(screen, 'Instructor')
    await keyboard('Nina Vogt{Enter}')
    await expect.poll(async () => (await read())[0]!.instructor).toBe('Nina Vogt')
    await keyboard('{ArrowUp}{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}')
    await expect
      .poll(async () => (await read()).map(({ instructor }) => instructor))
      .toEqual(['Nina Vogt', 'Nina Vogt', 'Nina Vogt'])
    await keyboard('{Control>}z{/Control}')
    await expect
      .poll(async () => (await read()).map(({ instructor }) => instructor))
      .toEqual(['Nina Vogt', '', ''])
    await keyboard('{F2}left alone{Escape}')
    expect((await read())[2]!.instructor).toBe('')
  })

  test('a cell says what is wrong with it, and what publishing still asks for; a reload finds it', async () => {
    const { screen, read, page } = await open('intake', ['Sheet wrong'])
    cellOf(screen, 'Sheet wrong')!.focus()
    await to(screen, 'Skill level')
    await keyboard('high{Enter}')
    await expect.element(screen.getByText(/whole number from 1 to 10/)).toBeVisible()
    await expect.element(screen.getByText('Required Video Language')).toBeVisible()
    await expect.element(screen.getByText('0 of 1 ready')).toBeVisible()
    await screen.unmount()
    const again = await renderWith(kinora, page)
    await expect.element(again.getByText(/whole number from 1 to 10/)).toBeVisible()
    cellOf(again, 'Sheet wrong')!.focus()
    await to(again, 'Skill level')
    await keyboard('{Delete}4{Enter}')
    await expect.poll(async () => (await read())[0]!.skill).toBe(4)
  })

  test('what wasn’t sent before a reload is sent after it', async () => {
    const { read } = await open('intake', ['Sheet left'], {}, { instructor: 'Nina' })
    await expect.poll(async () => (await read())[0]!.instructor).toBe('Nina')
  })

  test('keys after a press on a button of a cell are those of its cell', async () => {
    const { screen, read } = await open('intake', ['Sheet pressed'])
    cellOf(screen, 'Sheet pressed')!.focus()
    await screen.getByRole('button', { name: 'Publish when ready' }).click()
    await keyboard('{Delete}')
    expect(document.activeElement?.closest('[data-cell]')?.hasAttribute('data-at')).toBe(true)
    await expect.poll(async () => (await read())[0]!.whenReady?.state).toBe('asked')
    expect((await read())[0]!.className).toBe('Sheet pressed')
  })

  test('a table of a spreadsheet is pasted from the cell on', async () => {
    const { screen, read } = await open('intake', ['Sheet paste', 'Sheet paste too'])
    const cell = cellOf(screen, 'Sheet paste')!
    cell.focus()
    await to(screen, 'Skill level')
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '3\t5\n8\t9\n')
    document.activeElement!.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    await expect
      .poll(async () => (await read()).map(({ skill, intensity }) => [skill, intensity]))
      .toEqual([
        [3, 5],
        [8, 9],
      ])
  })

  test('a row is asked to be published when it is ready, and it can be taken back', async () => {
    const { screen, read } = await open('intake', ['Sheet later'])
    await screen.getByRole('button', { name: 'Publish when ready' }).click()
    await expect.poll(async () => (await read())[0]!.whenReady?.state).toBe('asked')
    await screen.getByRole('button', { name: 'Don’t publish when ready' }).click()
    await expect.poll(async () => (await read())[0]!.whenReady).toBeNull()
  })

  test('where the server refuses it, its words are said, not that something couldn’t be saved', async () => {
    const { screen, tags } = await open('intake', ['Sheet refused'])
    const { titles } = await import('@kinora/core')
    await kinora.session.send(titles.remove, { tags })
    await screen.getByRole('button', { name: 'Publish when ready' }).click()
    await expect.element(screen.getByText(/not found/i).first()).toBeVisible()
    await expect.element(screen.getByText('1 title couldn’t be saved')).not.toBeInTheDocument()
  })
})

describe('28.1: titles that exist, in a sheet', () => {
  test('what is changed shows what it was, and nothing is stored before it is saved', async () => {
    const { screen, read } = await open('edit', ['Sheet held'], { instructor: 'Ada' })
    cellOf(screen, 'Sheet held')!.focus()
    await to(screen, 'Instructor')
    await keyboard('Nina{Enter}')
    await expect.poll(() => screen.container.querySelector('[data-changed]')?.textContent).toContain('Ada')
    expect((await read())[0]).toMatchObject({ instructor: 'Ada', status: TitleStatus.Incomplete })
    await screen.getByRole('button', { name: 'Save 1 title' }).click()
    await expect.poll(async () => (await read())[0]!.instructor).toBe('Nina')
    await expect.poll(() => screen.container.querySelector('[data-changed]')).toBeNull()
  })

  test('a change on a version that is gone is refused, shows what holds now, and is saved after that', async () => {
    const { screen, read, tags } = await open('edit', ['Sheet outdated'], { instructor: 'Ada' })
    cellOf(screen, 'Sheet outdated')!.focus()
    await to(screen, 'Instructor')
    await keyboard('Nina{Enter}')
    await expect.poll(() => screen.container.querySelector('[data-changed]')?.textContent).toContain('Ada')
    const { titles } = await import('@kinora/core')
    await kinora.session.send(titles.update, { tag: tags[0]!, instructor: 'Eve' })
    const save = screen.getByRole('button', { name: 'Save 1 title' })
    await save.click()
    await expect.element(screen.getByText(/couldn’t be saved/)).toBeVisible()
    await expect.poll(() => screen.container.querySelector('[data-changed]')?.textContent).toContain('Eve')
    expect((await read())[0]!.instructor).toBe('Eve')
    await save.click()
    await expect.poll(async () => (await read())[0]!.instructor).toBe('Nina')
  })

  test('28.5 what another tab enters in the same sheet is shown and not overwritten; what it saves is read', async () => {
    const { screen, page, read } = await open('edit', ['Sheet shared'], { instructor: 'Ada' })
    const other = await renderWith(kinora, page)
    await expect.poll(() => cellOf(other, 'Sheet shared')).not.toBeNull()
    cellOf(screen, 'Sheet shared')!.focus()
    await to(screen, 'Instructor')
    await keyboard('Nina{Enter}')
    cellOf(other, 'Sheet shared')!.focus()
    await to(other, 'Skill level')
    await keyboard('7{Enter}')
    await expect
      .poll(() => changed(other))
      .toEqual(expect.arrayContaining([expect.stringContaining('Nina'), expect.stringContaining('7')]))
    // Both are of one window here, which tells nobody of its own writes.
    window.dispatchEvent(new StorageEvent('storage'))
    await expect.poll(() => changed(screen).length).toBe(2)
    await other.getByRole('button', { name: 'Save 1 title' }).last().click()
    await expect.poll(async () => (await read())[0]).toMatchObject({ instructor: 'Nina', skill: 7 })
    await expect.poll(() => changed(other)).toEqual([])
    window.dispatchEvent(new StorageEvent('storage'))
    await expect.poll(() => changed(screen)).toEqual([])
    await expect.poll(() => cells(screen).map(cell => cell.textContent)).toContain('Nina')
  })
})

describe.each(['intake', 'edit'] as const)(
  'EMBED-02 the columns that a host fixes, in the sheet %s',
  name => {
    test('what is hidden is neither shown nor sent; what is read-only is shown, and nothing changes it', async () => {
      const { categories } = await import('@kinora/core')
      const { data } = await kinora.session.send(categories.list, { tenantId: 'pulsehouse', take: -1 })
      const category = data.find(({ subCategories }) => subCategories.length > 0)!
      const stored = {
        ...{ skill: 4, instructor: 'Ada', classCategoryId: category.categoryId },
        classSubCategoryId: category.subCategories[0]!.subCategoryId,
      }
      const fixed = { className: 'readOnly', skill: 'readOnly', classSubCategoryId: 'readOnly' } as const
      const fields = { ...fixed, instructor: 'hidden', imageLink: 'hidden', equipmentIds: 'hidden' } as const
      const left = { instructor: 'Left before', skill: 9 }
      const { screen, read } = await open(name, [`Fixed ${name}`], stored, left, fields)
      expect(await findSerious(screen.container)).toEqual([])
      expect(headers(screen)).not.toEqual(expect.arrayContaining(['Instructor']))
      expect(screen.container.textContent).not.toMatch(/Ada|Left before|Required (Cover|Equipment)/)
      const here = () => document.activeElement as HTMLElement
      for (const header of ['Title', 'Category', 'Sub category', 'Skill level']) {
        cellOf(screen, `Fixed ${name}`)!.focus()
        await to(screen, header)
        expect(here().getAttribute('aria-readonly'), header).toBe('true')
        const shown = here().textContent
        await keyboard('7{Enter}{Delete}')
        expect(here().textContent, header).toBe(shown)
      }
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '3\t5\n')
      here().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
      if (name === 'edit') await screen.getByRole('button', { name: 'Save 1 title' }).click()
      await expect.poll(async () => (await read())[0]!.intensity).toBe(5)
      expect((await read())[0]).toMatchObject({ ...stored, className: `Fixed ${name}` })
    })
  },
)

const changed = ({ container }: Screen) =>
  [...container.querySelectorAll('[data-changed]')].map(cell => cell.textContent)
