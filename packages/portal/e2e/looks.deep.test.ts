import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { apiAs } from './addresses.ts'
import { tabTo } from './keys.ts'
import { type Account, expectAccessible, expectNoSideScroll, makeVideo, settled, setUp } from './portal.ts'

const kit = setUp()

const wide = { width: 1440, height: 900 }
/** 200 % is a window of half the size; a grid of many columns is the widest thing that there is. */
const looks = [
  { name: 'light', size: wide, scheme: 'light' },
  { name: 'dark', size: wide, scheme: 'dark' },
  { name: 'right to left', size: wide, scheme: 'dark', dir: 'rtl' },
  { name: 'forced colours', size: wide, scheme: 'light', forced: true },
  { name: '200 %', size: { width: 720, height: 450 }, scheme: 'light' },
  { name: '360 px', size: { width: 360, height: 780 }, scheme: 'light' },
  { name: '360 px right to left', size: { width: 360, height: 780 }, scheme: 'dark', dir: 'rtl' },
  { name: '768 px', size: { width: 768, height: 1024 }, scheme: 'light' },
] as const

interface Look {
  /** Scrolled to. */
  shown?: Locator
  /** What a window of another width has closed is opened again; gives what closes it. */
  open?: () => Promise<() => Promise<void>>
}

/** The page in every look, with what is open; `KINORA_SHOTS` names a folder that keeps a picture of each. */
async function lookAt(page: Page, state: string, { shown, open }: Look = {}): Promise<void> {
  for (const look of looks) {
    await page.setViewportSize(look.size)
    await page.emulateMedia({ colorScheme: look.scheme, forcedColors: 'forced' in look ? 'active' : 'none' })
    await page.evaluate(
      dir => {
        document.documentElement.dir = dir
      },
      'dir' in look ? look.dir : 'ltr',
    )
    await shown?.scrollIntoViewIfNeeded()
    const close = await open?.()
    if (process.env.KINORA_SHOTS)
      await page.screenshot({ path: join(process.env.KINORA_SHOTS, `${state} ${look.name}.png`) })
    await expectNoSideScroll(page)
    // Colours that the system has chosen are its own.
    if (!('forced' in look)) await expectAccessible(page)
    await close?.()
  }
  await page.setViewportSize(wide)
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const open = async (account: Account, at: string) => {
  const { page } = await kit.fresh(account, { at })
  await settled(page)
  return page
}

describe('28.6.2 the sheet, the matrix and the calendar in every look, and by keyboard alone', () => {
  test('the sheet of classes that exist, with changes and with none', async () => {
    const api = await apiAs(kit.url(), 'tenant')
    for (const name of ['Looked at one', 'Looked at two', 'Looked at three'])
      await api.titles.create({
        className: name,
        classDescription: `${name}. With more words than a cell has room for.`,
      })
    const page = await open('tenant', `/media/contentTitles?q=${encodeURIComponent('Looked at')}`)
    const all = page.getByRole('checkbox', { name: 'Select all on this page' })
    await tabTo(page, all)
    await page.keyboard.press('Space')
    await tabTo(
      page,
      page.getByRole('region', { name: 'Selection' }).getByRole('link', { name: 'Edit in sheet' }),
    )
    await page.keyboard.press('Enter')
    const cell = page.locator('[data-cell="0:0"]')
    await cell.waitFor()
    expect(await button(page, 'Nothing to save').isDisabled()).toBe(true)
    await tabTo(page, cell)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('Changed by key')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+d')
    await button(page, 'Save 2 titles').waitFor()
    await lookAt(page, 'sheet')
    await page.keyboard.press('F2')
    await lookAt(page, 'sheet, a cell edited')
    await page.keyboard.press('Escape')
    await tabTo(page, button(page, 'Save 2 titles'))
    await page.keyboard.press('Enter')
    await button(page, 'Nothing to save').waitFor()
  })

  test('the matrix with ticks, and its review', async () => {
    const page = await open('admin', '/channels/publishing')
    const grid = page.getByRole('grid', { name: 'Channels by tenant' })
    await grid.waitFor()
    await tabTo(page, grid.locator('input[tabindex="0"]'))
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await page.getByText(/^\d+ changes?$/).waitFor()
    await lookAt(page, 'matrix')
    await tabTo(page, button(page, 'Review'))
    await page.keyboard.press('Enter')
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /ublish/ })
      .waitFor()
    await lookAt(page, 'matrix, review')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  })

  test.each(['week', 'agenda'] as const)('the calendar, %s, with a class opened', async span => {
    const page = await open('tenant', '/schedule')
    await button(page, 'Calendar').click()
    await settled(page)
    if (span === 'agenda') await button(page, 'Agenda').click()
    await settled(page)
    await lookAt(page, `calendar, ${span}`)
    // A phone begins with the agenda.
    const event = page.locator('button.kn-event, button.kn-agenda-title').first()
    await tabTo(page, event)
    const popover = page.locator('.kn-event-popover')
    const opened = async () => {
      await event.press('Enter')
      await expectInSight(page, /^Save$/)
      return async () => {
        await page.keyboard.press('Escape')
        await popover.waitFor({ state: 'detached' })
        await expect.poll(() => event.evaluate(it => it === document.activeElement)).toBe(true)
      }
    }
    await lookAt(page, `calendar, ${span}, a class`, { open: opened })
  })

  test('28.4 Save of a new class is in sight at 768 px, wherever in the agenda it is begun', async () => {
    const page = await open('tenant', '/schedule')
    await button(page, 'Calendar').click()
    await button(page, 'Agenda').click()
    await settled(page)
    await page.setViewportSize({ width: 768, height: 1024 })
    for (const place of await button(page, /^Add event: /).all()) {
      await place.click()
      await page.locator('.kn-event-popover').waitFor()
      await expectInSight(page, /^Create event$/)
      await page.keyboard.press('Escape')
      await page.locator('.kn-event-popover').waitFor({ state: 'detached' })
    }
  })

  test('five files on their way, beside the sheet and in the tray', async () => {
    const page = await open('tenant', '/media/contentTitles/intake')
    await page.route('**/api/v1/videos/**', async route => {
      if (route.request().method() !== 'POST') await route.continue()
    })
    const files = [1, 2, 3, 4, 5].map(nth =>
      makeVideo(join(kit.folder(), `A class with a name of some length ${nth}.mp4`), { seconds: 1 }),
    )
    await page.locator('[data-slot=file-input]').first().setInputFiles(files)
    await page.locator('[data-cell="4:0"]').waitFor()
    await lookAt(page, 'intake with five files')
    await page
      .locator('header')
      .getByRole('button', { name: /^Uploads: / })
      .click()
    await page.locator('.kn-upload').nth(4).waitFor()
    await lookAt(page, 'tray with five files')
  })

  test('a title’s own numbers, and how far people get', async () => {
    const { data } = await (await apiAs(kit.url(), 'tenant')).titles.search({ take: 50 })
    const plays = await (await apiAs(kit.url(), 'tenant')).titles.plays({
      titleTags: data.map(({ tag }) => tag),
    })
    const most = plays.toSorted((one, other) => other.plays - one.plays)[0]!
    const page = await open('tenant', `/media/contentTitles/edit/${most.tag}`)
    const curve = page.getByRole('img', { name: 'How far people get' })
    await curve.waitFor()
    await lookAt(page, 'numbers', { shown: curve })
  })
})

/** All of it is within the window, and nothing lies over it. */
async function expectInSight(page: Page, name: RegExp): Promise<void> {
  const target = page.locator('.kn-event-popover').getByRole('button', { name })
  await expect
    .poll(() =>
      target.evaluate(element => {
        const { top, bottom, left, right } = element.getBoundingClientRect()
        const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        return top >= 0 && bottom <= innerHeight && element.contains(over)
      }),
    )
    .toBe(true)
}
