import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newEvent } from '@kinora/core'
import { startPlatform } from '@kinora/server/platform'
import { type Browser, chromium, type Page } from 'playwright-core'
import { eventsTable } from '../packages/server/src/events/tables.ts'
import type { Database } from '../packages/server/src/ports/db.ts'
import { chromiumFlags, chromiumPath } from '../scripts/chromium.ts'
import { type Measured, median } from './measure.ts'
import { describeTask, traced } from './trace.ts'

const EVENTS = Number(process.env.KINORA_BENCH_EVENTS ?? 2000)
const ROUNDS = Number(process.env.KINORA_BENCH_ROUNDS ?? 5)
/** Movements of the pointer in one drag, and notches of the wheel in one stretch. */
const STEPS = 120

/** A week of many events: one is dragged over all days while the rules answer, and the week is scrolled. */
export async function draggingInCalendar(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  const platform = await startPlatform({
    ...{ port: 0, dataDir: folder, logLevel: 'silent', demoClips: false, forcedSignOut: false },
  })
  const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumFlags] })
  try {
    await addEvents(platform.deps.db)
    const page = await openCalendar(browser, platform.url)
    const [drags, scrolls] = [await rounds(browser, page, drag), await rounds(browser, page, scroll)]
    const peer = { peer: 1000 / 60, peerName: 'a frame at 60 Hz', limit: 1, unit: 'ms' }
    const longest = drags
      .map(({ longest }) => longest)
      .reduce((one, other) => (other.duration > one.duration ? other : one))
    return [
      {
        ...{ name: `a frame of a drag among ${EVENTS} events of a week, main thread`, ...peer },
        ours: median(drags.map(({ clock }) => clock)),
        detail: `longest task ${describeTask(longest)}`,
      },
      { ...{ name: '… of scrolling it', ...peer }, ours: median(scrolls.map(({ clock }) => clock)) },
    ]
  } finally {
    await browser.close()
    await platform.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** From 06:00 to 22:00 on every day. */
async function addEvents(db: Database): Promise<void> {
  const two = (value: number) => String(value).padStart(2, '0')
  const rows = Array.from({ length: EVENTS }, (_, index) => {
    const minutes = 360 + ((index * 7) % 960)
    const daily_time = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
    return {
      ...{ ...newEvent, eventId: `many-${index}`, tenantId: 'pulsehouse', title: `Class ${index}` },
      ...{ durationSecond: 1800, schedule: { type: 1 as const, weekdays: [index % 7], daily_time } },
    }
  })
  for (let at = 0; at < rows.length; at += 500) await db.insert(eventsTable).values(rows.slice(at, at + 500))
}

async function openCalendar(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  page.setDefaultTimeout(60_000)
  // A page that learns of a newer version would load itself again meanwhile (SESS-03).
  await page.addInitScript(() => localStorage.setItem('version', '9999'))
  await page.goto(`${url}/schedule?view=calendar&zoom=15`)
  await page.getByLabel('Email').fill('tenant@demo.kinora.test')
  await page.getByLabel('Password', { exact: true }).fill('Kinora-demo-1')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(at => !at.pathname.startsWith('/login'))
  await page.goto(`${url}/schedule?view=calendar&zoom=15`)
  await page.locator('.kn-grid .kn-event').first().waitFor()
  await page.waitForTimeout(2000)
  return page
}

type Act = (page: Page) => Promise<void>

/** Milliseconds of the main thread for each frame that was drawn meanwhile. */
async function rounds(browser: Browser, page: Page, act: Act) {
  const all = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    await page.evaluate(() => {
      const counted = window as unknown as { frames: number }
      counted.frames = 0
      const count = () => {
        counted.frames += 1
        requestAnimationFrame(count)
      }
      if (!('counts' in counted)) requestAnimationFrame(count)
      Object.assign(counted, { counts: true })
    })
    const tasks = await traced(browser, page, () => act(page))
    const frames = await page.evaluate(() => (window as unknown as { frames: number }).frames)
    const clock = tasks.reduce((total, { duration }) => total + duration, 0) / frames
    const longest = tasks.reduce((one, other) => (other.duration > one.duration ? other : one))
    if (round > 0) all.push({ clock, longest })
  }
  return all
}

/** An event is picked up, carried over the days and back, and left where it was. */
async function drag(page: Page): Promise<void> {
  const box = (await page.locator('.kn-grid .kn-event').nth(40).boundingBox())!
  await page.mouse.move(box.x + 5, box.y + 5)
  await page.mouse.down()
  await page.mouse.move(box.x + 500, box.y + 120, { steps: STEPS / 2 })
  await page.mouse.move(box.x - 200, box.y + 20, { steps: STEPS / 2 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
}

const scroll: Act = page =>
  page.evaluate(async steps => {
    const grid = document.querySelector('.kn-grid')!
    for (let at = 0; at < steps; at += 1) {
      grid.scrollTop += at < steps / 2 ? 40 : -40
      await new Promise(resolve => requestAnimationFrame(resolve))
    }
  }, STEPS)
