import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { heapOf } from './browser-memory.ts'
import { type Measured, median } from './measure.ts'
import { openTitles, pageSize, withCatalogue } from './portal.ts'
import { describeTask, type Task, traced } from './trace.ts'

const ROWS = Number(process.env.KINORA_BENCH_TITLES ?? 100_000)
const ROUNDS = Number(process.env.KINORA_BENCH_ROUNDS ?? 5)
/** What the register sends for all rows in one page (CONST-01, CONST-03). */
const ALL = 99_999

/** Pixels that a notch of a mouse's wheel moves, and frames of one stretch. */
const NOTCH = 100
const FRAMES = 120

/** One side: a page that shows the rows, and what scrolls in it. */
interface Side {
  page: Page
  scroller: string
}

/** The list of titles with all rows in its page, scrolled as a person would, beside a table written by hand for nothing else. */
export const scrolling = (): Promise<Measured[]> =>
  withCatalogue(ROWS, async catalogue => {
    const page = await openTitles(catalogue, `take=${ALL}`)
    const list = { page, scroller: '.kn-table-scroll' }
    return measure(catalogue.browser, list, await openByHand(catalogue.browser, await contentsOf(page)))
  })

async function measure(browser: Browser, list: Side, hand: Side): Promise<Measured[]> {
  const ours: Stretch[] = []
  const peer: Stretch[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const both = [await scroll(browser, list), await scroll(browser, hand)] as const
    if (round === 0) continue
    ours.push(both[0])
    peer.push(both[1])
  }
  const heap = await heapOf(list.page)
  const of = (stretches: readonly Stretch[], what: 'clock' | 'processor') =>
    median(stretches.map(stretch => stretch[what]))
  const longest = ours
    .map(({ longest }) => longest)
    .reduce((one, other) => (other.duration > one.duration ? other : one))
  const sides = { peerName: 'a recycled table by hand', limit: 1.8, unit: 'ms' }
  return [
    {
      name: `a frame of scrolling ${ROWS} rows, main thread`,
      ours: of(ours, 'clock'),
      peer: of(peer, 'clock'),
      ...sides,
      detail: `longest task ${describeTask(longest)}`,
    },
    {
      name: '… in processor time',
      ours: of(ours, 'processor'),
      peer: of(peer, 'processor'),
      ...sides,
    },
    { name: '… heap after it', ours: heap, peer: 60, peerName: '60 MB', limit: 1, unit: 'MB' },
  ]
}

interface Stretch {
  /** Milliseconds of the main thread for each frame: scripts, style, layout, paint, and everything else that it does. */
  clock: number
  processor: number
  longest: Task
}

/**
 * Some seconds of a person at the wheel: down notch by notch, a drag of the bar to where nothing has been loaded yet, on
 * from there, a way back up. The next round starts elsewhere.
 */
async function scroll(browser: Browser, { page, scroller }: Side): Promise<Stretch> {
  await page.bringToFront()
  const tasks = await traced(browser, page, () =>
    page.evaluate(
      async ({ scroller, notch, frames }) => {
        const element = document.querySelector(scroller)!
        const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
        const turn = async (by: number) => {
          for (let at = 0; at < frames; at += 1) {
            element.scrollTop += by
            await frame()
          }
        }
        await turn(notch)
        element.scrollTop = (element.scrollTop + element.scrollHeight * 0.137) % (element.scrollHeight * 0.9)
        await frame()
        await turn(notch)
        await turn(-notch)
      },
      { scroller, notch: NOTCH, frames: FRAMES },
    ),
  )
  const frames = 3 * FRAMES + 1
  const sum = (of: 'duration' | 'processor') => tasks.reduce((total, task) => total + task[of], 0) / frames
  const longest = tasks.reduce((one, other) => (other.duration > one.duration ? other : one))
  return { clock: sum('duration'), processor: sum('processor'), longest }
}

interface Content {
  texts: (string | null)[]
  href: string
  select: string | null
  menu: string | null
}

/** What rows of the real list say, so that both tables show the same. */
function contentsOf(page: Page): Promise<Content[]> {
  return page.locator('.kn-table tbody tr').evaluateAll(rows =>
    rows.map(row => {
      const text = (selector: string) => row.querySelector(selector)?.textContent ?? ''
      const cells = [...row.querySelectorAll('td')].map(cell => cell.textContent)
      return {
        texts: [text('.kn-cell-name'), text('.kn-cell-soft'), text('.kn-badge-word'), ...cells.slice(3, -1)],
        href: row.querySelector('a')!.href,
        select: row.querySelector('input')!.getAttribute('aria-label'),
        menu: row.querySelector('[aria-haspopup]')!.getAttribute('aria-label'),
      }
    }),
  )
}

async function openByHand(browser: Browser, contents: Content[]): Promise<Side> {
  const page = await (await browser.newContext({ viewport: pageSize })).newPage()
  await page.setContent(readFileSync(join(import.meta.dirname, 'peers/recycled-table.html'), 'utf8'))
  await page.evaluate(
    ({ contents, count }) =>
      (window as unknown as { show(contents: unknown, count: number): void }).show(contents, count),
    { contents, count: ALL },
  )
  return { page, scroller: '#scroller' }
}
