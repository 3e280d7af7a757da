import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** More stops than any page of the portal has. */
const STOPS = 200
const OPTIONS = '.kn-popover [role=option]'

/**
 * Moves the focus with Tab, or with Shift+Tab where the element stands before it, until it is there; fails where it never gets there.
 * From outside what the page is for it begins there, as the skip link does, or at its end where that is nearer.
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  // Looked up once: names of roles are worked out for the whole page each time.
  const element = await target.elementHandle()
  const isThere = () => element!.evaluate(it => it === document.activeElement)
  const key = await element!.evaluate(it => {
    const main = it.closest('main')
    if (main === null || main.contains(document.activeElement)) {
      const place = document.activeElement?.compareDocumentPosition(it) ?? 0
      return place & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab'
    }
    const stops = [
      ...main.querySelectorAll<HTMLElement>(
        'a[href], button:enabled, input:enabled, select, textarea, [tabindex="0"]',
      ),
    ]
    const isNearEnd = stops.indexOf(it as HTMLElement) > stops.length / 2
    const start = isNearEnd ? stops.at(-1)! : main
    start.focus()
    return isNearEnd ? 'Shift+Tab' : 'Tab'
  })
  for (let stop = 0; stop < STOPS && !(await isThere()); stop += 1) await page.keyboard.press(key)
  const isFocused = await target.evaluate(it => it === document.activeElement)
  expect(isFocused, `Tab reaches ${target}`).toBe(true)
}

/** Opens a picker with Enter and chooses with arrow keys and Enter; returns the words of what was chosen. */
export async function chooseOption(page: Page, opener: Locator, steps = 0): Promise<string> {
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  return await takeOption(page, steps)
}

/** The same where the choices are open already: the first option that is marked, or one some steps further. */
export async function takeOption(page: Page, steps = 0): Promise<string> {
  await isInPopover(page)
  await page.locator(OPTIONS).first().waitFor()
  const active = page.locator(`${OPTIONS}[data-active-item]`)
  if ((await active.count()) === 0) await page.keyboard.press('ArrowDown')
  await active.waitFor()
  for (let step = 0; step < steps; step += 1) {
    const before = await active.getAttribute('id')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => active.getAttribute('id')).not.toBe(before)
  }
  const words = (await active.locator('.kn-option-text > span').first().innerText()).trim()
  await page.keyboard.press('Enter')
  return words
}

/** Types into the search box of the open choices until one is left. */
export async function searchOption(page: Page, words: string): Promise<void> {
  await isInPopover(page)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(words)
  await expect.poll(() => page.locator(OPTIONS).count()).toBe(1)
  await page.locator(`${OPTIONS}[data-active-item]`).waitFor()
}

async function isInPopover(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('.kn-popover') != null))
    .toBe(true)
}

/** Opens a menu and goes down to an entry. */
export async function goToEntry(page: Page, opener: Locator, name: string): Promise<void> {
  await tabTo(page, opener)
  await page.keyboard.press('ArrowDown')
  const entries = page.getByRole('menu').locator('[role^=menuitem]')
  await expect
    .poll(() => entries.evaluateAll(all => all.some(entry => entry === document.activeElement)))
    .toBe(true)
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
  for (let step = await entries.count(); step > 0 && (await focused()) !== name; step -= 1) {
    const before = await focused()
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).not.toBe(before)
  }
  expect(await focused()).toBe(name)
}
