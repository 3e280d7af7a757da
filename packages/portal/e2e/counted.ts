import type { FileChooser, Locator, Page } from 'playwright-core'
import { settled } from './portal.ts'

/** What a job takes, by the rules of docs/jobs.md. */
export interface Tally {
  clicks: number
  fields: number
  pages: number
  deadEnds: number
}

export interface Counted {
  readonly page: Page
  tally(): Tally
  click(target: Locator, options?: Parameters<Locator['click']>[0]): Promise<void>
  /** A key that does something; keys that only move are part of what comes after. */
  press(key: string): Promise<void>
  /** A field of a form. */
  fill(field: Locator, words: string): Promise<void>
  /** A cell of a sheet: gone to, typed, ended with Enter. */
  fillCell(cell: Locator, words: string): Promise<void>
  /** Words that are typed where the focus is already. */
  type(words: string): Promise<void>
  /** A choice of a picker: it is opened, and the choice is pressed. */
  pick(opener: Locator, choice: string | RegExp): Promise<void>
  /** The same in a long list, with words to find it by. */
  search(opener: Locator, words: string, choice: RegExp): Promise<void>
  /** Presses what opens the chooser of the system, and chooses there. */
  choose(opener: Locator, files: Parameters<FileChooser['setFiles']>[0]): Promise<void>
  /** Drags something to a point that is so many pixels away. */
  drag(target: Locator, by: { x: number; y: number }): Promise<void>
}

/** Does with a page what a person does, and counts it from now on. */
export async function counted(page: Page): Promise<Counted> {
  const count: Tally = { clicks: 0, fields: 0, pages: 0, deadEnds: 0 }
  let path = new URL(page.url()).pathname
  const stuck = new Set<string>()
  page.on('framenavigated', frame => {
    const { pathname } = new URL(frame.url())
    if (frame !== page.mainFrame() || pathname === path) return
    path = pathname
    count.pages += 1
  })
  // With its own way of choosing files the browser asks nobody else.
  await page.evaluate(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
  /** Where nothing can be pressed or filled in, the job can't go on. */
  const look = async () => {
    await settled(page)
    const acts = page.locator('main :is(a[href], button:enabled, input:enabled, [tabindex="0"])')
    if ((await acts.count()) === 0) stuck.add(path)
    count.deadEnds = stuck.size
  }
  const act = async (done: Promise<unknown>, clicks = 1) => {
    await done
    count.clicks += clicks
    await look()
  }
  const field = async (done: Promise<unknown>) => {
    await done
    count.fields += 1
  }
  return {
    page,
    tally: () => ({ ...count }),
    click: (target, options) => act(target.click(options)),
    press: key => act(page.keyboard.press(key)),
    fill: (target, words) => field(target.fill(words)),
    type: words => field(page.keyboard.type(words)),
    fillCell: (cell, words) =>
      field(
        (async () => {
          await cell.click()
          await page.keyboard.type(words)
          await page.keyboard.press('Enter')
        })(),
      ),
    async pick(opener, choice) {
      await act(opener.click())
      await act(
        page
          .getByRole('option', { name: choice, exact: typeof choice === 'string' })
          .first()
          .click(),
      )
    },
    async choose(opener, files) {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), act(opener.click())])
      await act(chooser.setFiles(files))
    },
    async search(opener, words, choice) {
      await act(opener.click())
      await page.waitForFunction(() => document.activeElement?.closest('.kn-popover'))
      await field(page.keyboard.type(words))
      await act(page.getByRole('option', { name: choice }).first().click())
    },
    async drag(target, { x, y }) {
      await target.scrollIntoViewIfNeeded()
      const box = (await target.boundingBox())!
      const from = { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 10) }
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      for (const part of [0.3, 0.7, 1]) await page.mouse.move(from.x + x * part, from.y + y * part)
      await act(page.mouse.up())
    },
  }
}

/** What a job takes in all: a product with fewer pages may have more clicks on each. */
export const effortOf = ({ clicks, fields, pages }: Omit<Tally, 'deadEnds'>): number =>
  clicks + fields + pages
