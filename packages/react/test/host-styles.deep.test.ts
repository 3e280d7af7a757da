import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeOf, createGround, type Ground, type Host, LONG, listOf, react19 } from './built-hosts.ts'

const host: Host = {
  folder: 'styles',
  dependencies: {
    ...{ vite: '8.4.0', tailwindcss: '4.3.5', '@tailwindcss/vite': '4.3.5', bootstrap: '5.3.9' },
    ...{ '@mui/material': '9.5.0', '@emotion/react': '11.14.0', '@emotion/styled': '11.14.1' },
    // The third one has a program, the fourth has none.
    'tailwind-3': 'npm:tailwindcss@3.4.19',
    ...react19,
  },
  build: [
    ['tailwindcss', '-i', 'sheets/tailwind-3.css', '-o', 'sheets/tailwind-3.out.css'],
    ['vite', 'build'],
  ],
}

let ground: Ground
let url: string
let tag: string
beforeAll(async () => {
  ground = await createGround({ hosts: 1 })
  url = await ground.serve('styles', host)
  const opened = await ground.open(`${url}/?kinora=list`)
  tag = (await listOf(opened.page).getAttribute('href'))!.replace(/^#/, '')
  await closeOf(opened)
}, LONG)
afterAll(() => ground?.close(), LONG)

/** The computed style of all elements below one, and what stands before and after them. */
const stylesOf = (page: Page, root: string): Promise<Record<string, string>[]> =>
  page.locator(root).evaluate(element =>
    [element, ...element.querySelectorAll('*')].flatMap(each =>
      [undefined, '::before', '::after'].map(pseudo => {
        const style = getComputedStyle(each, pseudo)
        const found: Record<string, string> = {
          of: `${each.tagName} ${each.getAttribute('class') ?? ''} ${pseudo ?? ''}`,
        }
        for (const name of style) if (!name.startsWith('--')) found[name] = style.getPropertyValue(name)
        return found
      }),
    ),
  )

/** Where two differ, in words. */
function differences(one: Record<string, string>[], other: Record<string, string>[]): string[] {
  const found = one.flatMap((style, at) =>
    Object.entries(style)
      .filter(([name, value]) => other[at]?.[name] !== value)
      .map(([name, value]) => `${style.of}: ${name} ${value} | ${other[at]?.[name]}`),
  )
  if (one.length !== other.length) found.unshift(`${one.length} elements | ${other.length}`)
  return found.slice(0, 20)
}

const directions = ['ltr', 'rtl']

describe('EMBED-06 the widgets of a host', () => {
  const sheets = ['bootstrap,tailwind-4,mui', 'tailwind-3']
  test.each(directions.flatMap(dir => sheets.map(names => ({ dir, names }))))(
    '$dir, $names: no style of theirs is another for Kinora on the page',
    async ({ dir, names }) => {
      const show = (more: string) => ground.open(`${url}/?dir=${dir}&sheets=${names}&widgets${more}`)
      const [both, bare] = await Promise.all([show('&kinora=list'), show('')])
      await listOf(both.page).waitFor()
      await bare.page.locator('#widgets').waitFor()
      expect(
        differences(await stylesOf(both.page, '#widgets'), await stylesOf(bare.page, '#widgets')),
      ).toEqual([])
      for (const each of [both, bare]) await closeOf(each)
    },
    LONG,
  )
})

/** What is compared of Kinora: when it is there, and what opens above it. */
const parts = {
  list: {
    shown: (page: Page) => listOf(page),
    opens: (page: Page) => page.getByRole('button', { name: 'Columns' }),
    opened: (page: Page) => page.locator('.kn-popover'),
  },
  words: {
    shown: (page: Page) => page.getByText('summary'),
    opens: (page: Page) => page.getByText('summary'),
    opened: (page: Page) => page.locator('details'),
  },
  editor: {
    shown: (page: Page) => page.getByRole('form', { name: 'Title' }),
    opens: (page: Page) => page.getByRole('button', { name: 'Add captions' }),
    opened: (page: Page) => page.getByRole('dialog'),
  },
}
type Part = keyof typeof parts

/** By how much a channel of a pixel differs at most, of 255; 256 where the pictures have other sizes. */
async function farthest(...pictures: Buffer[]): Promise<number> {
  const opened = await ground.open('about:blank')
  const most = await opened.page.evaluate(
    async texts => {
      const [one, other] = await Promise.all(
        texts.map(async text => {
          const bytes = Uint8Array.from(atob(text), sign => sign.charCodeAt(0))
          const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
          context.drawImage(bitmap, 0, 0)
          return context.getImageData(0, 0, bitmap.width, bitmap.height)
        }),
      )
      if (one!.width !== other!.width || one!.height !== other!.height) return 256
      return one!.data.reduce((before, value, at) => Math.max(before, Math.abs(value - other!.data[at]!)), 0)
    },
    pictures.map(picture => picture.toString('base64')),
  )
  await closeOf(opened)
  return most
}

describe('EMBED-06 Kinora in the style sheets of a host', () => {
  /** A part of Kinora, and what is opened on it. */
  async function picturesOf(part: Part, dir: string, sheets = ''): Promise<Buffer[]> {
    const opened = await ground.open(`${url}/?dir=${dir}&kinora=${part}&tag=${tag}${sheets}`)
    const { page } = opened
    await parts[part].shown(page).waitFor()
    await page.waitForLoadState('networkidle')
    const still = { animations: 'disabled', caret: 'hide' } as const
    const whole = await page.locator('.kn-root').screenshot(still)
    await parts[part].opens(page).click()
    await parts[part].opened(page).waitFor()
    await page.mouse.move(0, 0)
    const above = await parts[part].opened(page).screenshot(still)
    await closeOf(opened)
    return [whole, above]
  }
  const alone = new Map<string, Promise<Buffer[]>>()
  const cases = directions.flatMap(dir =>
    (Object.keys(parts) as Part[]).flatMap(part =>
      ['bootstrap', 'tailwind-3', 'tailwind-4', 'mui'].map(sheets => ({ dir, part, sheets })),
    ),
  )
  test.each(cases)(
    '$dir, $part: by $sheets it looks as alone',
    async ({ dir, part, sheets }) => {
      const known = alone.get(`${dir} ${part}`) ?? picturesOf(part, dir)
      alone.set(`${dir} ${part}`, known)
      const [one, other] = [await known, await picturesOf(part, dir, `&sheets=${sheets}`)]
      // Corners that are smoothed on another layer; no eye sees it.
      for (const at of [0, 1]) expect(await farthest(one[at]!, other[at]!)).toBeLessThanOrEqual(8)
    },
    LONG,
  )
})
