import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/routes.tsx'
import { enter, goToRoute } from './outcomes.ts'
import { type Account, expectAccessible, expectNoSideScroll, type OpenPage, setUp } from './portal.ts'
import { isLookedAt } from './screens.ts'

const kit = setUp()
const wide = { width: 1440, height: 900 }
const widest = { width: 2560, height: 1300 }
const narrow = { width: 360, height: 780 }

const setDirection = (page: Page, dir: 'ltr' | 'rtl') =>
  page.evaluate(next => {
    document.documentElement.dir = next
  }, dir)

const accounts: readonly Account[] = ['tenant', 'admin', 'support']

describe.each(accounts)('NAV-01 to NAV-49, %s: every screen, every look', account => {
  let opened: OpenPage
  // Header and sidebar are the same around every page of an account: they are looked at with its first.
  let within: string | undefined

  beforeAll(async () => {
    opened = await enter(kit, account)
  })
  afterAll(() => opened?.page.context().close())

  test.each(routes.filter(route => isLookedAt(route, account)))('$path', async route => {
    const { page, complaints } = opened
    await goToRoute(page, kit.url(), route.path, account)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, { within })
    for (const [dir, size] of [
      ['rtl', wide],
      ['rtl', widest],
      ['rtl', narrow],
      ['ltr', narrow],
    ] as const) {
      await setDirection(page, dir)
      await page.setViewportSize(size)
      await expectNoSideScroll(page)
    }
    if (route.path.startsWith('/media/contentTitles/edit')) expect(await isPreviewFirst(page)).toBe(true)
    await page.emulateMedia({ colorScheme: 'light' })
    await expectAccessible(page, { rules: changedWithLook, within })
    await page.setViewportSize(wide)
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
    expect(await hiddenInForcedColours(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
    expect(complaints.splice(0)).toEqual([])
    within = 'main'
  })
})

/** What a dark and wide page that passed may still do wrong where it is light and narrow. */
const changedWithLook = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'aria-hidden-focus']

/** On a phone the preview and the status of a title come before its fields. */
function isPreviewFirst(page: Page): Promise<boolean> {
  const top = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(element => element.getBoundingClientRect().top)
  return Promise.all([top('.kn-split-aside'), top('.kn-split-form')]).then(([aside, form]) => aside < form)
}

/** Controls and marks that can't be told from the page, or whose focus can't be seen, where the system chooses the colours. */
async function hiddenInForcedColours(page: Page): Promise<string[]> {
  await page.keyboard.press('Tab')
  return await page.evaluate(() => {
    const isDrawn = (width: string, style: string) => Number.parseFloat(width) > 0 && style !== 'none'
    const around = (element: HTMLElement) =>
      [element, element.parentElement, element.parentElement?.parentElement, element.nextElementSibling]
        .filter(one => one instanceof HTMLElement)
        .map(one => getComputedStyle(one))
    const hasRing = (element: HTMLElement) =>
      around(element).some(({ outlineWidth, outlineStyle }) => isDrawn(outlineWidth, outlineStyle))
    const hasBorder = (element: HTMLElement) =>
      around(element).some(({ borderBlockEndWidth, borderBlockEndStyle }) =>
        isDrawn(borderBlockEndWidth, borderBlockEndStyle),
      )
    const nameOf = (element: HTMLElement) =>
      `${element.localName}.${element.className} ${element.ariaLabel ?? element.textContent?.slice(0, 40)}`
    const stops = 'a[href], button, input, select, textarea, [tabindex="0"]'
    const framed =
      'input, select, textarea, [role=combobox], .kn-button[data-variant]:not([data-variant=ghost])'
    const marks = '.kn-progress-fill, .kn-step-fill, .kn-badge-dot, .kn-nav-item[aria-current=page]'
    const paint = (element: Element) =>
      getComputedStyle(element).backgroundColor.match(/\d+/g)?.slice(0, 3).join()
    const unseen = [...document.querySelectorAll<HTMLElement>(marks)].filter(
      element => paint(element) === paint(document.body),
    )
    const controls = [...document.querySelectorAll<HTMLElement>(stops)].flatMap(element => {
      // Nobody gets there by key, and nobody sees it: the browser's own date field, of which only the calendar shows.
      if (element.closest('[aria-hidden=true]') !== null) return []
      element.focus()
      if (document.activeElement !== element || !element.matches(':focus-visible')) return []
      return [
        ...(hasRing(element) ? [] : [`no focus ring: ${nameOf(element)}`]),
        ...(!element.matches(framed) || hasBorder(element) ? [] : [`no border: ${nameOf(element)}`]),
      ]
    })
    return [...controls, ...unseen.map(element => `as the page: ${nameOf(element)}`)]
  })
}
