import { TitleStatus, toWireDate } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { titlesTable } from '../../server/src/stored-titles/tables.ts'
import { apiAs } from './addresses.ts'
import { type Account, expectAccessible, expectNoSideScroll, goInside, settled, setUp } from './portal.ts'

const kit = setUp()

const chooseTenant = async (page: Awaited<ReturnType<typeof kit.as>>['page']) => {
  await page.getByText('Please choose a tenant to start.').waitFor()
  await page.getByRole('combobox', { name: 'Tenant' }).first().click()
  await page.getByRole('option').first().click()
  await page.getByText('Please choose a tenant to start.').waitFor({ state: 'detached' })
}

const siteEntries = [
  'General settings',
  'Web settings',
  'App settings',
  'Social links',
  'Custom links',
  'App links',
]

describe('F-3, NAV-63 to NAV-69: each account sees its sidebar and its titles, every column whole on a laptop', () => {
  test.each<[Account, string[]]>([
    ['admin', ['Admin', 'Tenants', 'Providers', 'Channels', 'Content titles', 'Reviews']],
    ['provider', ['Content titles', 'Reviews', 'Bulk upload']],
    [
      'tenant',
      [
        'Home',
        'Schedule',
        'Collections',
        ...siteEntries,
        'Content titles',
        'Reviews',
        'Bulk upload',
        'Categories',
        'Labels',
        'Focus areas',
        'Equipment',
        'Documents',
        'Subscriptions',
        'Imports',
        'Members',
      ],
    ],
  ])('%s', async (account, entries) => {
    const { page, complaints } = await kit.at(account, '/media/contentTitles')
    await page.getByRole('row').nth(1).waitFor()
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    expect(await links.allInnerTexts()).toEqual(entries)
    const { version } = await (await fetch(`${kit.url()}/manifest.json`)).json()
    await page.locator('.kn-sidebar-foot').getByText(`v${version}`, { exact: true }).waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
    const table = page.getByRole('region', { name: 'Content titles' })
    await expect
      .poll(() => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
      .toBe(0)
    expect(complaints).toEqual([])
  })

  test('ROLE-04, ROLE-05, NAV-53, NAV-67, REPORT-07 customer support chooses a tenant first; the choice survives a reload', async () => {
    const { page } = await kit.as('support')
    await chooseTenant(page)
    await page.reload()
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('csTenantId'))).not.toBeNull()
    const entries = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()
    expect(entries).toEqual([
      ...['Admin', 'Tenants', 'Providers', 'Channels', ...siteEntries, 'Content titles', 'Reviews'],
      ...['Bulk upload', 'Categories', 'Labels', 'Focus areas', 'Equipment', 'Schedule', 'Collections'],
      ...['Subscriptions', 'Documents', 'Imports', 'Members'],
    ])
    // NAV-53, REPORT-07: the entry leads to reports, the only tab, and from there to the audit log.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).click()
    await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor()
    const tabs = page.getByRole('navigation', { name: 'Admin sections' }).getByRole('link')
    expect(await tabs.allInnerTexts()).toEqual(['Reports'])
    await page.getByRole('link', { name: 'Open audit log' }).click()
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  })

  test('ROLE-24 tenants are greeted by name, others by the product', async () => {
    const tenant = await kit.at('tenant', '/')
    await tenant.page.getByRole('heading', { name: 'Welcome, Pulse House', exact: true }).waitFor()
    const admin = await kit.as('admin')
    await admin.page.getByRole('heading', { name: 'Welcome, Kinora', exact: true }).waitFor()
    await admin.page.route(`${kit.url()}/`, async route => {
      const response = await route.fetch()
      const body = (await response.text()).replace('<title>Kinora<', '<title>Studio<')
      await route.fulfill({ response, body })
    })
    await admin.page.reload()
    await admin.page.getByRole('heading', { name: 'Welcome, Studio', exact: true }).waitFor()
    expect(await admin.page.title()).toBe('Home · Studio')
  })

  test('FAV-03 a tenant’s favourites have a page of their own', async () => {
    const { page } = await kit.at('tenant', '/favourites')
    await page.getByRole('heading', { level: 1, name: 'Favourites' }).waitFor()
    await page.getByText(/^\d+ favourites?$/).waitFor()
    await page
      .getByRole('button', { name: /^Remove .* from favourites$/ })
      .first()
      .waitFor()
  })

  test.each<[Account, string[]]>([
    ['tenant', ['Content titles', 'Help centre']],
    ['provider', ['Content titles', 'Channels', 'Help centre']],
  ])('ROLE-11, NAV-71 tenants see two headings, others channels as well: %s', async (account, words) => {
    const { page } = await kit.at(account, '/')
    const headings = page.getByRole('region', { name: 'Start here' }).getByRole('heading', { level: 2 })
    await headings.first().waitFor()
    expect(await headings.allInnerTexts()).toEqual(words)
  })
})

describe('NAV-48: routes', () => {
  test('NAV-48 what does not exist says so', async () => {
    const { page } = await kit.as('admin', { at: '/nowhere' })
    await page.getByText('This page does not exist.').waitFor()
    await page.getByText('The page you are looking for has been moved or deleted.').waitFor()
    await expectAccessible(page)
  })
  test('a title out of reach is not found', async () => {
    const { page } = await kit.at('provider', '/media/contentTitles/edit/no-such-title')
    await page.getByText('Record not found').waitFor()
  })
  test('every page needs a sign-in, and remembers where one wanted to go', async () => {
    const { page } = await kit.open()
    await page.goto(`${kit.url()}/media/contentTitles`)
    await page.getByRole('heading', { name: 'Partner Portal' }).waitFor()
  })
})

describe('the home page', () => {
  test('NAV-71, NAV-01 counts lead to the titles they count; what waits and what is on its way stand below', async () => {
    const page = await kit.tab('tenant')
    const scheduleDate = toWireDate(new Date(Date.now() + 86_400_000))
    await (await apiAs(kit.url(), 'tenant')).titles.create({ className: 'Due tomorrow', scheduleDate })
    await page.goto(`${kit.url()}/`)
    const link = page
      .getByRole('list', { name: 'Titles by status' })
      .getByRole('link', { name: /^Failed \d/ })
    const counted = page.getByRole('list', { name: 'Titles by status' }).getByRole('link')
    const numbers = async () =>
      (await counted.allInnerTexts()).map(words => Number(words.match(/\d+$/)?.[0] ?? Number.NaN))
    await expect
      .poll(async () => {
        const [all = 0, ...parts] = await numbers()
        return parts.reduce((sum, part) => sum + part, 0) - all
      })
      .toBe(0)
    const failed = Number((await link.innerText()).replace(/\D/g, ''))
    expect(failed).toBeGreaterThan(0)
    await page.getByRole('heading', { name: 'Needs you' }).waitFor()
    await page.getByText(failed === 1 ? '1 title failed' : `${failed} titles failed`).waitFor()
    await page.getByText(/^\d+ titles? (is|are) due for release within 48 hours$/).waitFor()
    await page.getByRole('link', { name: 'Due tomorrow' }).first().waitFor()
    await link.click()
    await page.waitForURL(/contentTitles\?status=5$/)
    await settled(page)
    await page.getByText(failed === 1 ? '1 title' : `${failed} titles`, { exact: true }).waitFor()
  })

  test('NAV-71 what has been processed counts as that at once: no count is older than the card below it', async () => {
    const { db } = kit.platform().deps
    const api = await apiAs(kit.url(), 'tenant')
    const { tag } = await api.titles.create({ className: 'Just processed' })
    onTestFinished(async () => void (await api.titles.remove({ tags: [tag] })))
    const move = (status: TitleStatus) =>
      db.update(titlesTable).set({ status }).where(eq(titlesTable.tag, tag))
    await move(TitleStatus.EncodingQueued)
    const page = await kit.tab('tenant')
    await page.goto(`${kit.url()}/`)
    const counts = page.getByRole('list', { name: 'Titles by status' }).getByRole('link')
    const read = async () =>
      Object.fromEntries(
        (await counts.allInnerTexts()).map(words => words.split(/ (?=\d+$)/) as [string, string]),
      )
    const card = page.getByRole('heading', { name: 'On its way' })
    await card.waitFor()
    await expect.poll(async () => Number((await read()).All)).toBeGreaterThan(0)
    const before = await read()
    expect(Object.keys(before)).toEqual([
      ...['All', 'Published', 'Unpublished', 'File ready', 'No processed file', 'On its way', 'Failed'],
    ])
    await move(TitleStatus.Completed)
    const one = (group: string, more: number) => ({ [group]: String(Number(before[group]) + more) })
    await expect.poll(read).toEqual({ ...before, ...one('On its way', -1), ...one('File ready', 1) })
  })

  test('SESS-16 the count of all titles shows all, whatever the list was filtered by before', async () => {
    const { page } = await kit.at('tenant', '/media/contentTitles?status=5')
    await page.getByRole('button', { name: 'Remove filter Status' }).waitFor()
    await goInside(page, '/')
    await page.getByRole('link', { name: /^All \d/ }).click()
    await page.waitForURL(/contentTitles/)
    await settled(page)
    expect(await page.getByRole('button', { name: 'Remove filter Status' }).count()).toBe(0)
  })

  test('NAV-70 first steps are ticked off as they happen, and each leads on', async () => {
    const { settings } = kit.platform().deps
    settings.helpUrl = 'https://help.example/start'
    onTestFinished(() => {
      settings.helpUrl = undefined
    })
    const page = await kit.tab('tenant')
    await page.goto(`${kit.url()}/gettingStarted`)
    await page.getByText('4 of 4 done').waitFor()
    const help = page.locator('main a[href="https://help.example/start"]')
    expect(await help.innerText()).toBe('Open the help centre')
    const steps = page.locator('main li a')
    expect(await steps.allInnerTexts()).toEqual([
      ...['Add a category', 'Add your first title', 'Complete a title', 'Publish a title'],
      'Upload many titles at once',
    ])
    await page.getByRole('link', { name: 'Publish a title' }).click()
    await page.waitForURL(/contentTitles\?status=8$/)

    const { page: admin } = await kit.at('admin', '/gettingStarted')
    await admin.getByRole('link', { name: 'Add a category' }).click()
    await admin.getByRole('heading', { level: 1, name: 'Categories' }).waitFor()
  })

  test('shows what is used of the quota, where there is one', async () => {
    const { settings } = kit.platform().deps
    const { quotas } = settings
    onTestFinished(() => void Object.assign(settings, { quotas }))
    settings.quotas = {
      titles: 20,
      bytes: 50 * 1024 ** 2,
      openUploads: null,
      images: null,
    }
    const { page } = await kit.as('tenant')
    await page.getByRole('progressbar', { name: 'Titles' }).waitFor()
    await page.getByText(/^\d+ of 20$/).waitFor()
  })
})

/** Where somebody types or chooses by letters. */
const everyKind = `<input class="any-kind" value="Live title">
  <input class="any-kind" type="search"><input class="any-kind" type="date"><input class="any-kind" type="checkbox">
  <textarea class="any-kind">Text</textarea><div class="any-kind" contenteditable="true">Formatted</div>
  <select class="any-kind"><option>One</option><option>Zq</option></select>
  <button class="any-kind" role="combobox" aria-expanded="false">Any</button>`
const readField = (element: HTMLElement | SVGElement): string =>
  'value' in element ? String(element.value) : (element.textContent ?? '')

describe('the command palette', () => {
  test('opens by key and by button, finds pages and titles, and goes there by keyboard alone', async () => {
    const { page } = await kit.at('tenant', '/media/labels/add')
    await page.getByRole('button', { name: 'Search and actions' }).waitFor()
    await page.getByRole('main').getByRole('textbox').first().focus()
    await page.keyboard.press('?')
    expect(await page.getByRole('dialog').count()).toBe(0)
    const search = page.getByRole('dialog').getByRole('combobox')
    await page.evaluate(
      fields => document.querySelector('main')!.insertAdjacentHTML('beforeend', fields),
      everyKind,
    )
    for (const field of await page.locator('main .any-kind').all()) {
      const before = await field.evaluate(readField)
      await field.focus()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('zq')
      await search.waitFor()
      expect(await field.evaluate(readField)).toBe(before)
      await page.keyboard.press('Control+k')
      await expect.poll(() => search.evaluate(element => document.activeElement === element)).toBe(true)
      await page.keyboard.press('Escape')
      await search.waitFor({ state: 'detached' })
      await expect.poll(() => field.evaluate(element => document.activeElement === element)).toBe(true)
    }
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await page.getByRole('dialog').getByRole('switch').focus()
    await page.keyboard.press('Control+k')
    await search.waitFor()
    await page.goto(`${kit.url()}/`)
    await page.getByRole('button', { name: 'Search and actions' }).waitFor()
    await page.keyboard.press('Control+k')
    await search.waitFor()
    await expectAccessible(page)
    await page.keyboard.type('focus')
    await page.getByRole('option', { name: 'Focus areas' }).waitFor()
    await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain('2 results')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${kit.url()}/media/focusAreas`)
    await page.getByRole('button', { name: 'Search and actions' }).click()
    await page.getByRole('option', { name: 'Focus areas' }).first().waitFor()
    await page.keyboard.type('sled spr')
    await page.locator('[role=option][data-active-item]', { hasText: /^Sled Sprints/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/contentTitles\/edit\//)
  })

  test('TITLE-26, TITLE-29 acts on the titles that are selected, by the dialogs of the list, and logs out', async () => {
    const { page } = await kit.fresh('provider', { at: '/media/contentTitles' })
    await page.getByRole('row').nth(1).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Search and actions' }).waitFor()
    const choose = async (words: string, option: string) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill(words)
      await page.locator('[role=option][data-active-item]', { hasText: option }).waitFor()
      await page.keyboard.press('Enter')
    }
    await choose('unpublish sel', 'Unpublish 1 selected title')
    const dialog = page.getByRole('dialog', { name: 'Unpublish 1 title?' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    const download = page.waitForEvent('download')
    await choose('export', 'Export 1 selected title')
    expect((await download).suggestedFilename()).toMatch(/^Content_Titles_Export_.*\.csv$/)
    await choose('log out', 'Log out')
    await page.waitForURL(/\/login$/)
  })

  test('a sheet names every shortcut; those of a single key can be turned off', async () => {
    const { page } = await kit.at('tenant', '/')
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.getByText('Save the form').waitFor()
    await expectAccessible(page)
    await sheet.getByRole('switch', { name: /^Single-key shortcuts/ }).click()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await sheet.getByRole('switch', { name: /^Single-key shortcuts/ }).click()
    expect(await page.evaluate(() => localStorage.getItem('kinora.singleKeys'))).toBeNull()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
  })
})

describe('right-to-left', () => {
  test('words, numbers and arrows turn with the page', async () => {
    const { page } = await kit.as('admin', { at: '/media/contentTitles' })
    await page.getByRole('row').nth(1).waitFor()
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl'
    })
    await expectNoSideScroll(page)
    const box = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
    expect(box!.x).toBeGreaterThan(700)
    // Words of another direction than the page's keep their own, and stand at the side where the page begins.
    const place = page.getByRole('navigation', { name: 'Main' }).locator('a').first()
    expect(await place.evaluate(element => getComputedStyle(element).textAlign)).toBe('right')
    const count = page.getByText(/^1–\d+ of \d+$/)
    const edges = await count.evaluate(element => {
      const text = element.firstChild as Text
      const at = (from: number) => {
        const range = document.createRange()
        range.setStart(text, from)
        range.setEnd(text, from + 1)
        return range.getBoundingClientRect().left
      }
      return at(0) < at(text.data.length - 1)
    })
    expect(edges).toBe(true)
    const back = page.getByRole('button', { name: 'Previous page' }).locator('svg')
    expect(await back.evaluate(element => getComputedStyle(element).transform)).toContain('-1')
  })
})
