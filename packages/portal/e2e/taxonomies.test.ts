import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { apiAs, makeByForm } from './addresses.ts'
import { goToEntry, tabTo, takeOption } from './keys.ts'
import { chooseTenant, hears, settled, setUp } from './portal.ts'

const kit = setUp()

/** Customer support at a tenant whose default language is Arabic. */
async function openAt(path: string): Promise<Page> {
  const { page } = await kit.as('support', { at: path })
  await chooseTenant(page, 'Oasis Wellness')
  await settled(page)
  return page
}

const press = async (page: Page, target: Locator, key = 'Enter') => {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Whether an element is in nobody's way: it shares no place with the others. */
async function isClearOf(element: Locator, others: readonly Locator[]): Promise<boolean> {
  const one = (await element.boundingBox())!
  const boxes = await Promise.all(others.map(other => other.boundingBox()))
  return boxes.every(
    other =>
      other !== null &&
      (one.x >= other.x + other.width ||
        other.x >= one.x + one.width ||
        one.y >= other.y + other.height ||
        other.y >= one.y + one.height),
  )
}

async function write(page: Page, label: RegExp, words: string): Promise<Locator> {
  const field = page.getByRole('textbox', { name: label }).first()
  await tabTo(page, field)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(words)
  return field
}

describe('META-02 to META-12, NAV-36, NAV-39, API-41 by key alone: a label', () => {
  test('is added, changed, left with "Save and leave", and deleted', async () => {
    const page = await openAt('/media/labels')
    await press(page, page.locator('main').getByRole('link', { name: 'Add label' }).first())
    await page.waitForURL(`${kit.url()}/media/labels/add`)
    await settled(page)
    const arabic = await write(page, /^Arabic/, 'هدوء')
    expect(await arabic.evaluate(field => getComputedStyle(field).direction)).toBe('rtl')
    const english = await write(page, /^English/, 'Calm')
    expect(await english.evaluate(field => getComputedStyle(field).direction)).toBe('ltr')
    await press(page, page.getByRole('button', { name: 'Create label' }))
    await page.getByText('Item saved', { exact: true }).waitFor()
    await page.waitForURL(/\/media\/labels\/(?!add)[^/]+\/edit$/)
    const toast = page.locator('.kn-toast').filter({ hasText: 'Item saved' })
    expect(await isClearOf(toast, [page.locator('.kn-sidebar'), page.locator('.kn-sticky-bar')])).toBe(true)
    await page.getByRole('heading', { level: 1, name: 'هدوء' }).waitFor()
    const address = page.url()

    await write(page, /^English/, 'Calmer')
    await page.getByRole('button', { name: /Account menu for/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await press(
      page,
      page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Stay' }),
    )
    expect(page.url()).toBe(address)
    await press(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Labels' }))
    const leaving = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    // Somebody else has saved the same meanwhile: the page stays, and what is to be decided has the focus.
    const other = await apiAs(kit.url(), 'support')
    const [, labelId = ''] = /labels\/([^/]+)\/edit/.exec(address) ?? []
    await other.labels.update({
      tenantId: 'oasiswellness',
      labelId,
      name: { 'ar-SA': 'هدوء', 'en-GB': 'Still' },
    })
    await press(page, leaving.getByRole('button', { name: 'Save and leave' }))
    const conflicts = page.locator('.kn-conflicts')
    await expect.poll(() => conflicts.evaluate(panel => panel === document.activeElement)).toBe(true)
    await press(page, conflicts.getByRole('button', { name: /^Keep yours/ }))
    await press(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Labels' }))
    await press(page, leaving.getByRole('button', { name: 'Save and leave' }))
    await page.waitForURL(`${kit.url()}/media/labels`)
    await hears(page, 'saved')

    await press(page, page.getByRole('link', { name: 'هدوء' }))
    await page.waitForURL(address)
    await expect.poll(() => page.getByRole('textbox', { name: /^English/ }).inputValue()).toBe('Calmer')
    await press(page, page.getByRole('button', { name: 'Delete label' }))
    const asking = page.getByRole('alertdialog')
    await asking.getByText('Delete “هدوء”?').waitFor()
    await press(page, asking.getByRole('button', { name: 'Delete label' }))
    await hears(page, 'Item deleted')
    await page.waitForURL(`${kit.url()}/media/labels`)
    await expect.poll(() => page.getByRole('link', { name: 'هدوء' }).count()).toBe(0)
  })

  test('a filter and the columns', async () => {
    const page = await openAt('/media/labels')
    await goToEntry(page, page.getByRole('button', { name: 'Add filter' }), 'State')
    await page.keyboard.press('Enter')
    await takeOption(page)
    await page.waitForURL(url => url.searchParams.has('active'))
    await page.keyboard.press('Escape')
    await press(page, page.getByRole('button', { name: 'Columns' }))
    await page.getByRole('dialog').or(page.getByRole('menu')).first().waitFor()
    await page.keyboard.press('Escape')
  })

  test('says how many titles lose it before it is deleted', async () => {
    const api = await apiAs(kit.url(), 'tenant')
    const own = { tenantId: 'pulsehouse' }
    const { labelId } = await api.labels.create({ ...own, name: { 'en-GB': 'Soon gone' }, isActive: true })
    const { tag } = await api.titles.create({ className: 'One that loses its label', labelIds: [labelId] })
    expect(tag).not.toBe('')
    const { page } = await kit.as('tenant', { at: `/media/labels/${labelId}/edit` })
    await settled(page)
    await press(page, page.getByRole('button', { name: 'Delete label' }))
    await page.getByRole('alertdialog').getByText('Removes it from 1 title').waitFor()
  })
})

describe('NAV-37, NAV-38, C-43 by key alone: focus areas and equipment', () => {
  test.each([
    ['focusAreas', 'Focus areas', 'focus area'],
    ['equipments', 'Equipment', 'equipment'],
  ])('%s can be made inactive, not deleted', async (path, title, one) => {
    const page = await openAt(`/media/${path}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await press(
      page,
      page
        .locator('main')
        .getByRole('link', { name: `Add ${one}` })
        .first(),
    )
    await page.waitForURL(`${kit.url()}/media/${path}/add`)
    await settled(page)
    await write(page, /^Arabic/, 'توازن')
    await press(page, page.getByRole('switch', { name: 'Active' }), 'Space')
    await press(page, page.getByRole('button', { name: `Create ${one}` }))
    await page.waitForURL(new RegExp(`/media/${path}/(?!add)[^/]+/edit$`))
    await page.getByRole('heading', { level: 1, name: 'توازن' }).getByText('Inactive').waitFor()
    expect(await page.getByRole('button', { name: /Delete/ }).count()).toBe(0)
  })
})

describe('CAT-01, CAT-06 to CAT-09, NAV-29 to NAV-32, SESS-17 by key alone: categories', () => {
  test('added with a sub category, guarded, and put into another order', async () => {
    const page = await openAt('/media/categories')
    const main = page.locator('main')
    await press(page, main.getByRole('link', { name: 'Add category' }).first())
    await page.waitForURL(`${kit.url()}/media/categories/add`)
    await settled(page)
    await write(page, /^All languages/, 'Hush')
    await press(page, page.getByRole('button', { name: 'Create category' }))
    await page.waitForURL(/\/media\/categories\/(?!add)[^/]+\/edit$/)
    await page.getByRole('heading', { level: 1, name: 'Hush' }).waitFor()
    const address = page.url()

    const arabic = await write(page, /^Arabic/, 'صمت')
    expect(await arabic.evaluate(field => getComputedStyle(field).direction)).toBe('rtl')
    await press(page, main.getByRole('link', { name: 'Add sub category' }))
    const leaving = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await press(page, leaving.getByRole('button', { name: 'Save and leave' }))
    await page.waitForURL(`${address.replace(/edit$/, '')}subcategory/add`)
    await settled(page)
    await write(page, /^All languages/, 'Whisper')
    await press(page, main.getByRole('link', { name: 'Hush' }))
    await press(page, leaving.getByRole('button', { name: 'Stay' }))
    await press(page, page.getByRole('button', { name: 'Create sub category' }))
    await page.waitForURL(/\/subcategory\/(?!add)[^/]+\/edit$/)
    await press(page, main.getByRole('link', { name: 'Hush' }))
    await page.waitForURL(address)
    await expect
      .poll(() =>
        page
          .getByRole('textbox', { name: /^Arabic/ })
          .first()
          .inputValue(),
      )
      .toBe('صمت')
    await main.getByRole('link', { name: 'Whisper' }).waitFor()

    await press(
      page,
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Categories' }),
    )
    const titles = async () => (await page.locator('.kn-cell-name').allInnerTexts()).slice(-2)
    await expect.poll(titles).toEqual(['Oasis Calm', 'Hush'])
    await press(page, page.getByRole('button', { name: 'Move Hush' }), 'ArrowUp')
    await hears(page, 'Display order updated')
    await expect.poll(titles).toEqual(['Hush', 'Oasis Calm'])
    await goToEntry(page, page.getByRole('button', { name: 'Actions for Hush' }), 'Move to bottom')
    await page.keyboard.press('Enter')
    await expect.poll(titles).toEqual(['Oasis Calm', 'Hush'])
    const stored = async () =>
      (await (await apiAs(kit.url(), 'admin')).categories.list({ tenantId: 'oasiswellness', take: -1 })).data
        .slice(-2)
        .map(row => row.name.invariantText)
    await expect.poll(stored).toEqual(['Oasis Calm', 'Hush'])
  })
})

test('decision 0103 a walk through all screens makes a record by the form of a list that has none', async () => {
  const { page } = await kit.as('tenant', { at: '/media/labels' })
  await settled(page)
  const address = await makeByForm(page, kit.url(), '/media/labels')
  await page.getByRole('heading', { level: 1, name: 'Sample' }).waitFor()
  await page.goto(kit.url() + address)
  await page.getByRole('heading', { level: 1, name: 'Sample' }).waitFor()
})
