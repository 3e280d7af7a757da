import { contract, createApi, createSend, type Tokens } from '@kinora/core'
import type { Browser, Page } from 'playwright-core'
import { run } from '../packages/server/test/titles/many.ts'
import { type Measured, median } from './measure.ts'
import { account, type Catalogue, openTitles, withCatalogue } from './portal.ts'
import { describeTask, type Task, traced } from './trace.ts'

const ROWS = Number(process.env.KINORA_BENCH_TITLES ?? 100_000)
const ROUNDS = Number(process.env.KINORA_BENCH_ROUNDS ?? 5)
/** Titles of the sheet, and columns that are pasted. */
const [SHEET, PASTED] = [500, 5]
/** Frames of one stretch of scrolling, and what a notch of a wheel moves in px. */
const [FRAMES, NOTCH] = [120, 100]

/** What a person takes for at once (INP), what an answer of the server may take, and what a page of 500 titles may. */
const atOnce = { peer: 100, peerName: '100 ms to the next paint', limit: 1, unit: 'ms' }
const half = { peer: 500, peerName: 'half a second', limit: 1, unit: 'ms' }
const second = { peer: 1000, peerName: 'a second', limit: 1, unit: 'ms' }
const frame = { peer: 1000 / 60, peerName: 'a frame at 60 Hz', limit: 1, unit: 'ms' }

/** Issue 28: covers, board, saved views and a sheet of 500 rows over a large catalogue, as a person meets them. */
export const seeingLibrary = (): Promise<Measured[]> =>
  withCatalogue(ROWS, async catalogue => {
    // A catalogue of years has few titles on their way; the list asks for those again and again.
    await run(
      catalogue.platform.deps.db,
      `UPDATE titles SET status = 8 WHERE tag LIKE 'many-%' AND status IN (1, 2, 3, 9, 10, 11)`,
    )
    // As the platform does by itself once it is quiet.
    await run(catalogue.platform.deps.db, 'ANALYZE titles')
    return [
      ...(await covers(catalogue)),
      ...(await board(catalogue)),
      ...(await savedViews(catalogue)),
      ...(await sheet(catalogue)),
    ]
  })

async function covers(catalogue: Catalogue): Promise<Measured[]> {
  const page = await openTitles(catalogue, 'take=99999')
  const shown = (): boolean =>
    document.querySelector('.kn-cards a') !== null && document.querySelector('.kn-cards [aria-busy]') === null
  const opened = await rounds(page, async () => {
    await mode(page, 'Table').click()
    await page.locator('.kn-table tbody a').first().waitFor()
    return opening(page, () => mode(page, 'Covers').click(), shown)
  })
  const scrolled = await scrolling(catalogue.browser, page, '.kn-cards-scroll')
  await page.context().close()
  return [
    { name: `covers of ${ROWS} titles opened, to the last card in sight`, ...opened.of('shown'), ...half },
    { name: '… the press, to the next paint', ...opened.of('paint'), ...atOnce },
    { name: '… a frame of scrolling them, main thread', ...scrolled, ...frame },
  ]
}

async function board(catalogue: Catalogue): Promise<Measured[]> {
  const page = await openTitles(catalogue, '')
  const shown = (): boolean => {
    const lanes = [...document.querySelectorAll('.kn-lane')]
    return lanes.length > 0 && lanes.every(lane => lane.querySelector('.kn-cards a, .kn-field-help') !== null)
  }
  const opened = await rounds(page, async () => {
    await mode(page, 'Table').click()
    await page.locator('.kn-table tbody a').first().waitFor()
    // What a board has asked for is kept for a while.
    await page.reload()
    await page.locator('.kn-table tbody a').first().waitFor()
    await page.waitForTimeout(2000)
    return opening(page, () => mode(page, 'Board').click(), shown)
  })
  const longest = '.kn-lane[data-column="4"] .kn-lane-scroll'
  const scrolled = await scrolling(catalogue.browser, page, longest)
  await page.context().close()
  return [
    {
      name: `a board of ${ROWS} titles opened, all columns with cards and counts`,
      ...opened.of('shown'),
      ...half,
    },
    { name: '… the press, to the next paint', ...opened.of('paint'), ...atOnce },
    { name: '… a frame of scrolling a column, main thread', ...scrolled, ...frame },
  ]
}

/** Addresses as people keep them: the list’s own parameters. */
const addresses = [
  'q=flow',
  'status=4',
  'status=5,6',
  'categoryId=yoga',
  'skill=beginner&classLanguageName=de-DE',
  'view=covers&q=power',
  'duration=601-1200&intensity=2',
  'channelId=ironside-strength&sort=name-asc',
  'labelId=label-express',
  'providerId=ironside&status=5',
]

async function savedViews(catalogue: Catalogue): Promise<Measured[]> {
  await keepViews(catalogue.platform.url)
  const page = await openTitles(catalogue, '')
  const counted = (): boolean => {
    const tabs = [...document.querySelectorAll('.kn-view-tab')]
    return tabs.length > 5 && tabs.every(tab => tab.querySelector('.kn-tab-count') !== null)
  }
  const counts = await rounds(page, async () => {
    await page.reload({ waitUntil: 'commit' })
    const listedAt = await page.evaluate<number>(`(${whenTrue})(${listed})`)
    const countedAt = await page.evaluate<number>(`(${whenTrue})(${counted})`)
    return { shown: countedAt - listedAt, paint: 0 }
  })
  // Those whose rows are a table; another one each time, as what was read before is shown at once.
  const tables = addresses.flatMap((address, at) => (address.includes('view=') ? [] : [at + 1]))
  const isOpen = (): boolean =>
    document.querySelector('.kn-view-tab[aria-current] bdi')?.textContent ===
      (window as unknown as { wanted: string }).wanted &&
    document.querySelector('.kn-table tbody a') !== null &&
    document.querySelector('main [aria-busy]') === null
  let nth = 0
  const opened = await rounds(page, async () => {
    const name = `View ${tables[nth++ % tables.length]}`
    await page.evaluate(wanted => void Object.assign(window, { wanted }), name)
    const tab = page.locator('.kn-view-tab').filter({ has: page.getByText(name, { exact: true }) })
    return opening(page, () => tab.click(), isOpen)
  })
  await page.context().close()
  const named = `${addresses.length} saved views`
  return [
    { name: `a saved view of ${ROWS} titles opened, to its rows`, ...opened.of('shown'), ...half },
    { name: '… the press, to the next paint', ...opened.of('paint'), ...atOnce },
    { name: `… counts beside ${named}, after the list`, ...counts.of('shown'), ...second },
  ]
}

/** Rows are there, and are those that were asked for. */
const listed = (): boolean =>
  document.querySelector('.kn-table tbody a') !== null && document.querySelector('main [aria-busy]') === null

async function keepViews(baseUrl: string): Promise<void> {
  let tokens: Tokens | undefined
  const store = { get: () => tokens, set: () => undefined, clear: () => undefined }
  const api = createApi(contract, createSend({ baseUrl, fetch, tokens: store, timeout: 0 }))
  tokens = await api.session.login(account)
  const { data } = await api.views.list({ list: 'titles' })
  const named = new Set(data.map(({ name }) => name))
  for (const [nth, address] of addresses.entries()) {
    const name = `View ${nth + 1}`
    if (!named.has(name)) await api.views.create({ list: 'titles', name, address, isShared: false })
  }
}

async function sheet(catalogue: Catalogue): Promise<Measured[]> {
  const { browser } = catalogue
  const page = await openTitles(catalogue, `take=${SHEET}`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const shown = (): boolean => document.querySelector('.kn-sheet [data-cell="0:0"]') !== null
  const opened = await rounds(page, async () => {
    await page.goto(`${catalogue.platform.url}/media/contentTitles?take=${SHEET}`)
    await page.locator('.kn-table tbody a').first().waitFor()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.waitForTimeout(1000)
    const lead = page.getByRole('link', { name: 'Edit in sheet' })
    return opening(page, () => lead.click(), shown)
  })
  await page.locator(`.kn-sheet [aria-rowcount="${SHEET + 1}"]`).waitFor()
  const scrolled = await scrolling(browser, page, '.kn-sheet')
  const { keyboard } = page
  const column = async (header: string) => {
    await page.locator('.kn-sheet').evaluate(element => element.scrollTo({ top: 0 }))
    const headers = await page.locator('.kn-sheet [role=columnheader]').allTextContents()
    const nth = headers.indexOf(header)
    if (nth < 0) throw new Error(`The sheet has no column ${header}, but ${headers.join(', ')}.`)
    await page.locator(`[data-cell="0:${nth}"]`).click()
    // A press on the cell that has the focus begins to edit it.
    await keyboard.press('Escape')
  }
  await column('Instructor')
  const moved = await rounds(page, () => answered(page, () => keyboard.press('ArrowDown')))
  const typed = await rounds(page, async () => {
    await keyboard.press('ArrowUp')
    await keyboard.type('Nina Vogt')
    return answered(page, () => keyboard.press('Enter'))
  })
  const top = async () => {
    await column('Instructor')
    await keyboard.type(`Jo ${Math.random()}`)
    await keyboard.press('Enter')
    await keyboard.press('ArrowUp')
    await page.waitForTimeout(700)
  }
  const chosen = await rounds(page, async () => {
    await top()
    return answered(page, () => keyboard.press('Control+Shift+ArrowDown'))
  })
  const filled = await rounds(page, async () => {
    await top()
    await keyboard.press('Control+Shift+ArrowDown')
    // What this press costs is the row before.
    await page.waitForTimeout(700)
    return answered(page, () => keyboard.press('Control+d'))
  })
  const pasted = await rounds(page, async () => {
    await page.evaluate(
      ({ rows, columns }) => {
        const cells = (row: number) =>
          Array.from({ length: columns }, (_, nth) => cellOf(nth, row)).join('\t')
        // Skill, intensity, equipment, instructor, focus area.
        const cellOf = (nth: number, row: number) =>
          [String((row % 9) + 1), String((row % 10) + 1), 'Mat', `Ada ${row} ${Math.random()}`, 'Core'][nth]!
        return navigator.clipboard.writeText(Array.from({ length: rows }, (_, row) => cells(row)).join('\n'))
      },
      { rows: SHEET, columns: PASTED },
    )
    await column('Skill level')
    return answered(page, () => keyboard.press('Control+v'))
  })
  await page.context().close()
  return [
    {
      name: `a sheet of ${SHEET} of ${ROWS} titles opened, to its first cells`,
      ...opened.of('shown'),
      ...second,
    },
    { name: '… a frame of scrolling it, main thread', ...scrolled, ...frame },
    { name: '… a step to the next cell, to the next paint', ...moved.of('paint'), ...atOnce },
    { name: '… a cell typed and taken, to the next paint', ...typed.of('paint'), ...atOnce },
    {
      name: `… ${SHEET} rows chosen by one key, to the next paint`,
      ...chosen.of('paint'),
      ...atOnce,
    },
    { name: `… one filled down over ${SHEET}, to the next paint`, ...filled.of('paint'), ...atOnce },
    { name: `… ${SHEET} × ${PASTED} cells pasted, to the next paint`, ...pasted.of('paint'), ...atOnce },
  ]
}

const mode = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Layout' }).getByRole('button', { name })

interface Felt {
  /** Milliseconds from an input to the next paint. */
  paint: number
  /** Milliseconds until what was asked for was seen. */
  shown: number
}

/** Medians of the rounds; one more goes before them, in which code is loaded. */
async function rounds(page: Page, act: () => Promise<Felt>) {
  const felt: Felt[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    await page.bringToFront()
    const one = await act()
    if (round > 0) felt.push(one)
  }
  const most = (what: 'paint' | 'shown') => Math.max(...felt.map(one => one[what]))
  return {
    of: (what: 'paint' | 'shown') => ({
      ours: median(felt.map(one => one[what])),
      detail: `at most ${most(what).toFixed(0)}`,
    }),
  }
}

/** What one input costs until its answer is painted, as Event Timing has it (INP). */
async function answered(page: Page, act: () => Promise<void>): Promise<Felt> {
  await page.evaluate(watchInputs)
  await act()
  await page.waitForTimeout(700)
  return { paint: await page.evaluate(readInputs), shown: 0 }
}

/** The same, and how long until what was asked for is there. */
async function opening(page: Page, act: () => Promise<void>, isThere: () => boolean): Promise<Felt> {
  await page.evaluate(watchInputs)
  const shown = page.evaluate<number>(`(${whenShown})(${isThere})`)
  await act()
  const felt = await shown
  await page.waitForTimeout(700)
  return { shown: felt, paint: await page.evaluate(readInputs) }
}

interface Watched {
  inputs: PerformanceObserver
  longest: number
}

function watchInputs(): void {
  const watched = window as unknown as Watched
  watched.inputs?.disconnect()
  // What is quicker than this isn't reported.
  watched.longest = 16
  watched.inputs = new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) watched.longest = Math.max(watched.longest, duration)
  })
  watched.inputs.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

const readInputs = (): number => (window as unknown as Watched).longest

/** From the next press of the pointer until the page shows something, and has painted it; rejects where it doesn’t within a minute. */
const whenShown = (isThere: () => boolean): Promise<number> =>
  new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`Not shown at ${location.href}: ${isThere}`)), 60_000)
    const onClick = ({ timeStamp }: MouseEvent) => {
      const look = () => {
        if (isThere()) setTimeout(() => resolve(performance.now() - timeStamp))
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    }
    addEventListener('click', onClick, { capture: true, once: true })
  })

/** The moment at which it is there; rejects where it isn’t within a minute. */
const whenTrue = (isThere: () => boolean): Promise<number> =>
  new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`Not there at ${location.href}: ${isThere}`)), 60_000)
    const look = () => (isThere() ? resolve(performance.now()) : requestAnimationFrame(look))
    look()
  })

/** Some seconds of a person at the wheel: down, far on, and back up; milliseconds of the main thread for each frame. */
async function scrolling(browser: Browser, page: Page, scroller: string) {
  const frames: number[] = []
  let longest: Task | undefined
  for (let round = 0; round <= ROUNDS; round += 1) {
    // A page behind another one gets no frames.
    await page.bringToFront()
    const tasks = await traced(browser, page, () =>
      page.evaluate(
        async ({ scroller, notch, frames }) => {
          const element = document.querySelector(scroller)!
          const turn = async (by: number) => {
            for (let at = 0; at < frames; at += 1) {
              element.scrollTop += by
              await new Promise(resolve => requestAnimationFrame(resolve))
            }
          }
          await turn(notch)
          element.scrollTop =
            (element.scrollTop + element.scrollHeight * 0.137) % (element.scrollHeight * 0.9)
          await turn(notch)
          await turn(-notch)
        },
        { scroller, notch: NOTCH, frames: FRAMES },
      ),
    )
    if (round === 0) continue
    frames.push(tasks.reduce((sum, { duration }) => sum + duration, 0) / (3 * FRAMES))
    for (const task of tasks) if (longest === undefined || task.duration > longest.duration) longest = task
  }
  return { ours: median(frames), detail: longest && `longest task ${describeTask(longest)}` }
}
