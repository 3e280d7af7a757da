import { columns } from '@kinora/core/bulk'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chooseOption, goToEntry, searchOption, tabTo, takeOption } from './keys.ts'
import { type Account, goInside, hears, setUp } from './portal.ts'

const kit = setUp()

const openAt = async (account: Account, path: string): Promise<Page> => {
  const page = await kit.tab(account)
  await page.goto(kit.url() + path)
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  return page
}
const openList = async () => {
  const { page } = await kit.at('admin', '/media/contentTitles')
  await page.getByRole('row').nth(1).waitFor()
  return page
}

describe('TITLE-14, SESS-16 by key alone: a filter of each kind', () => {
  const filters = [
    ...['Status', 'Stuck', 'Release date', 'Category', 'Sub category', 'Channel', 'Provider', 'Content type'],
    ...['Duration', 'Skill level', 'Intensity', 'Equipment', 'Focus areas', 'Labels', 'Video language'],
  ]

  test('these are all', async () => {
    const page = await openList()
    await tabTo(page, page.getByRole('button', { name: 'Add filter' }))
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem').first().waitFor()
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(filters)
  })

  // All are one control; `filters.test.ts` of @kinora/react has the choices of each.
  test.each([
    ['Status', 'status'],
    ['Channel', 'channelId'],
  ])('%s', async (name, id) => {
    const page = await openList()
    await goToEntry(page, page.getByRole('button', { name: 'Add filter' }), name)
    await page.keyboard.press('Enter')
    const chosen = await takeOption(page)
    await page.waitForURL(url => url.searchParams.has(id))
    await page.keyboard.press('Escape')
    const chip = page.getByRole('combobox', { name: `${name}: ${chosen}` })
    await expect.poll(() => chip.evaluate(element => element === document.activeElement)).toBe(true)
    await tabTo(page, page.getByRole('button', { name: `Remove filter ${name}` }))
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  test('two values of one filter, found by typing', async () => {
    const page = await openList()
    await goToEntry(page, page.getByRole('button', { name: 'Add filter' }), 'Video language')
    await page.keyboard.press('Enter')
    for (const words of ['english (united k', 'german (s']) {
      await searchOption(page, words)
      await page.keyboard.press('Enter')
    }
    await page.waitForURL(url => url.searchParams.get('classLanguageName') === 'en-GB,de-CH')
  })
})

describe('TITLE-15, TITLE-26 by key alone: the list’s other choices', () => {
  test('a row’s menu', async () => {
    const page = await openList()
    const name = await page.locator('.kn-cell-name').first().innerText()
    await goToEntry(page, page.getByRole('button', { name: `Actions for ${name}` }).first(), 'Delete')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('alertdialog')
    await tabTo(page, dialog.getByRole('button', { name: 'Delete' }))
    await page.keyboard.press('Enter')
    await hears(page, 'Item deleted')
  })

  test('rows in a page', async () => {
    const page = await openList()
    await tabTo(page, page.getByRole('combobox', { name: 'Rows per page' }))
    await page.keyboard.press('ArrowUp')
    await page.waitForURL(url => url.searchParams.get('take') === '50')
  })

  test('columns', async () => {
    const page = await openList()
    const header = page.getByRole('columnheader', { name: 'Category' })
    await header.waitFor()
    await tabTo(page, page.getByRole('button', { name: 'Columns', exact: true }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('checkbox', { name: 'Category', exact: true }))
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    await header.waitFor({ state: 'detached' })
  })

  test('the provider of files that an administrator uploads', async () => {
    const page = await openList()
    await tabTo(page, page.locator('.kn-button', { hasText: /^Upload$/ }))
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Upload classes' })
    const provider = panel.getByRole('combobox', { name: /^Provider/ })
    const chosen = await chooseOption(page, provider, 1)
    await expect.poll(() => provider.innerText()).toBe(chosen)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  })
})

describe('AUTH-08, ROLE-04, ROLE-05 by key alone: the header', () => {
  test('the account’s appearance', async () => {
    const page = await openAt('admin', '/media/contentTitles')
    await goToEntry(page, page.getByRole('button', { name: /^Account menu for/ }), 'Dark')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitemradio', { name: 'Dark', checked: true }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.portal').getAttribute('data-theme')).toBe('dark')
  })

  test.each([
    ['where nothing is chosen yet', 'main'],
    ['in the header', 'header'],
  ])('customer support’s tenant, %s', async (_, place) => {
    const { page } = await kit.as('support')
    await page.getByText('Please choose a tenant to start.').waitFor()
    const opener = page.locator(place).getByRole('combobox', { name: 'Tenant' })
    const chosen = await chooseOption(page, opener, 1)
    await page.getByText('Please choose a tenant to start.').waitFor({ state: 'detached' })
    const header = page.locator('header')
    await expect.poll(() => header.getByRole('combobox', { name: 'Tenant' }).innerText()).toBe(chosen)
    await tabTo(page, header.getByRole('button', { name: 'Clear selection' }))
    await page.keyboard.press('Enter')
    await page.getByText('Please choose a tenant to start.').waitFor()
  })
})

describe('TITLE-19, TITLE-38, TITLE-39 by key alone: a title’s form', () => {
  // A page that its tests share; each begins at the heading, as after a move.
  let page: Page
  beforeAll(async () => {
    ;({ page } = await kit.fresh('admin', { at: '/media/contentTitles/add' }))
    await page.getByRole('combobox', { name: /^Provider/ }).waitFor()
  })
  beforeEach(() => page.getByRole('heading', { level: 1 }).focus())
  const one =
    (name: RegExp, steps = 1) =>
    async () => {
      const opener = page.getByRole('combobox', { name })
      const chosen = await chooseOption(page, opener, steps)
      await expect.poll(() => opener.innerText()).toBe(chosen)
    }

  test('provider and channel', async () => {
    await one(/^Provider/, 0)()
    await one(/^Channel/, 0)()
  })

  test('category and sub category', async () => {
    await one(/^Provider/, 0)()
    await one(/^Category/, 0)()
    await one(/^Sub category/)()
  })

  test('language, found by typing', async () => {
    const opener = page.getByRole('combobox', { name: /^Video language/ })
    await tabTo(page, opener)
    await page.keyboard.press('Enter')
    await searchOption(page, 'portuguese (b')
    await page.keyboard.press('Enter')
    await expect.poll(() => opener.innerText()).toBe('Portuguese (Brazil)')
  })

  // Equipment and focus areas are chosen by the same control.
  test('labels: up to three, and away again', async () => {
    await one(/^Provider/, 0)()
    const opener = page.getByRole('combobox', { name: /^Labels/ })
    const chosen = [await chooseOption(page, opener), await takeOption(page, 1), await takeOption(page, 1)]
    await page.getByText('Only 3 options can be selected').waitFor()
    await page.keyboard.press('Escape')
    for (const words of chosen) {
      await tabTo(page, page.getByRole('button', { name: `Remove ${words}` }))
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: `Remove ${words}` }).waitFor({ state: 'detached' })
    }
  })

  test('skill and intensity, and where the cover comes from', async () => {
    for (const name of [/^Skill level/, /^Intensity/]) {
      const steps = page.getByRole('radiogroup', { name }).getByRole('radio')
      await tabTo(page, steps.first())
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => steps.nth(2).isChecked()).toBe(true)
    }
    const cover = page.getByRole('radiogroup', { name: 'Cover source' })
    const [chosen, other] = (await cover.getByRole('radio').first().isChecked()) ? [0, 1] : [1, 0]
    await tabTo(page, cover.getByRole('radio').nth(chosen))
    await page.keyboard.press(chosen === 0 ? 'ArrowDown' : 'ArrowUp')
    await expect.poll(() => cover.getByRole('radio').nth(other).isChecked()).toBe(true)
  })

  test('dates, typed', async () => {
    for (const [name, typed] of [
      ['Release date', '20 Nov 2026 09:30'],
      ['Visible from', '21 Nov 2026'],
      ['Visible until', '24 Dec 2026'],
    ] as const) {
      const field = page.getByLabel(new RegExp(`^${name}`))
      await tabTo(page, field)
      await page.keyboard.type(typed)
      await expect.poll(() => field.inputValue()).toBe(typed)
    }
  })

  test('switches and keywords', async () => {
    for (const name of [/^Equipment required/, /^Publish automatically/, /^Active/]) {
      const control = page.getByRole('switch', { name })
      const before = await control.isChecked()
      await tabTo(page, control)
      await page.keyboard.press('Space')
      await expect.poll(() => control.isChecked()).toBe(!before)
    }
    await tabTo(page, page.getByLabel('Keywords'))
    await page.keyboard.type('calm')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove calm' }).waitFor()
  })

  test('the menu of a title’s page', async () => {
    const page = await openList()
    await goInside(page, (await page.locator('a.kn-cell-name').first().getAttribute('href'))!)
    await goToEntry(page, page.getByRole('button', { name: 'More actions' }), 'Delete')
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  })
})

describe('META-02, META-07 by key alone: labels', () => {
  test('the filter of the list, and the form’s switch', async () => {
    const { page } = await kit.at('tenant', '/media/labels')
    await page.getByRole('row').nth(1).waitFor()
    await goToEntry(page, page.getByRole('button', { name: 'Add filter' }), 'State')
    await page.keyboard.press('Enter')
    await takeOption(page)
    await page.waitForURL(url => url.searchParams.get('active') === 'true')
    await page.keyboard.press('Escape')
    await tabTo(page, page.locator('main').getByRole('link', { name: 'Add label' }))
    await page.keyboard.press('Enter')
    const active = page.getByRole('switch', { name: /^Active/ })
    const before = await active.isChecked()
    await tabTo(page, active)
    await page.keyboard.press('Space')
    await expect.poll(() => active.isChecked()).toBe(!before)
  })
})

describe('BULK-06 by key alone: the form of a bulk upload', () => {
  test('its fields, its file, and Enter', async () => {
    const page = await openAt('provider', '/media/bulkUpload/add')
    // Nobody can answer the chooser with handles where there is no window: the one of every browser is asked instead.
    await page.evaluate(() => delete (window as { showOpenFilePicker?: unknown }).showOpenFilePicker)
    // Before the focus moves: the browser needs a moment until it hands choosers over.
    const chooser = page.waitForEvent('filechooser')
    await tabTo(page, page.getByRole('button', { name: 'Choose a CSV' }))
    await page.keyboard.press('Enter')
    const header = columns.map(({ name }) => name)
    const row = header.map(name => ({ externalId: 'by-key-1', title: 'By key' })[name] ?? '')
    const buffer = Buffer.from(`${header.join(',')}\n${row.join(',')}\n`)
    await (await chooser).setFiles({ name: 'by-key.csv', mimeType: 'text/csv', buffer })
    await page.getByText('1 row, no errors').waitFor()
    for (const [label, words] of [
      ['Title', 'By key'],
      ['Notification email', 'ops@demo.kinora.test'],
    ] as const) {
      const field = page.getByLabel(new RegExp(`^${label}`))
      await tabTo(page, field)
      await page.keyboard.press('Control+a')
      await page.keyboard.type(words)
    }
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/media\/bulkUpload\/[^/]+\/edit$/)
  })
})
