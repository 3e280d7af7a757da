import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { dragFile } from '../faults/chromium.ts'
import { startServer } from '../faults/processes.ts'
import { chromiumFlags, chromiumPath } from '../scripts/chromium.ts'
import { type Added, watchMemory } from './browser-memory.ts'
import {
  byCommandLine,
  forget,
  makeRig,
  openEditor,
  password,
  type Rig,
  whole,
} from './browser-upload-rig.ts'
import { startDetachedChromium } from './detached-chromium.ts'
import { type Measured, median } from './measure.ts'
import { describeTask, type Task, traced } from './trace.ts'

const mebibytes = Number(process.env.KINORA_BENCH_UPLOAD_MIB ?? 256)
const rounds = Number(process.env.KINORA_BENCH_ROUNDS ?? 3)

/** Limits: speed against the command line, one task of the page, memory for an upload of any size. */
const SPEED = 0.35
const LONGEST_TASK = 100
const MEMORY = 150
/** Mebibytes; the trace of a longer upload would not fit into a string. */
const MOST_TRACED = 512

interface Timed {
  milliseconds: number
  /** Zero where none was over 50 ms, below which the browser doesn't tell. */
  longestTask: number
}

/** A real file through the real built portal in Chromium, and through the real command line, in the same run. */
export async function uploadingInBrowser(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-browser-'))
  const server = await startServer(join(folder, 'data'), { KINORA_DEMO_PASSWORD: password })
  try {
    const rig = await makeRig(server.url, folder, mebibytes)
    const timed: Timed[] = []
    const command: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      timed.push(await byBrowser(rig))
      command.push(await byCommandLine(rig))
    }
    return toRows(timed, command, await watched(rig))
  } finally {
    await server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

function toRows(
  timed: readonly Timed[],
  command: number[],
  { added, tasks }: Awaited<ReturnType<typeof watched>>,
): Measured[] {
  const ours = median(timed.map(each => each.milliseconds))
  const peer = median(command)
  const about = `${mebibytes} MiB in Chromium`
  const speed = (milliseconds: number) => `${((mebibytes / milliseconds) * 1000).toFixed(0)} MiB/s`
  const longest = [...tasks].sort((one, other) => other.duration - one.duration)[0]
  const memory = { peer: MEMORY, peerName: '150 MB', unit: 'MB', limit: 1 }
  return [
    {
      name: `upload of ${about}`,
      ours,
      peer,
      peerName: 'the command line',
      limit: 1 / SPEED,
      unit: 'ms',
      detail: `${(peer / ours).toFixed(2)} of its speed: ${speed(ours)}, ${speed(peer)}`,
    },
    {
      name: `longest task, ${about}`,
      ours: Math.max(...timed.map(each => each.longestTask), longest?.duration ?? 0),
      peer: LONGEST_TASK,
      peerName: '100 ms',
      limit: 1,
      unit: 'ms',
      detail: longest && `traced: ${describeTask(longest)}`,
    },
    { name: `JS heap added, ${about}`, ours: added.heap, ...memory },
    { name: `browser memory added, ${about}`, ours: added.memory, ...memory },
  ]
}

/** Dragged in, as the browser's own chooser would: with its handle; or else by an input, whose files are kept as a copy. */
const hand = (page: Page, path: string): Promise<void> =>
  process.env.KINORA_BENCH_FILE === 'input'
    ? page.locator('input[type=file][accept*="mp4"]').first().setInputFiles(path)
    : dragFile(page, path)

/** The page is left to itself while it uploads. */
async function byBrowser(rig: Rig): Promise<Timed> {
  const own = await startDetachedChromium()
  try {
    const tag = await own.attached(async page => {
      await page.addInitScript(() => {
        const tasks: [start: number, duration: number][] = []
        Object.assign(window, { longTasks: tasks, handedAt: Number.POSITIVE_INFINITY })
        new PerformanceObserver(list => {
          for (const { startTime, duration } of list.getEntries()) tasks.push([startTime, duration])
        }).observe({ type: 'longtask', buffered: true })
      })
      const tag = await openEditor(rig, page)
      await page.evaluate(() => Object.assign(window, { handedAt: performance.now() }))
      // Its worker starts while the tools are there: let go of in that moment, they leave it waiting for a debugger for ever.
      const started = page.waitForEvent('worker')
      await hand(page, rig.path)
      await (await started).evaluate(() => true)
      return tag
    })
    const milliseconds = await whole(rig, tag)
    const longestTask = await own.attached(page =>
      page.evaluate(() => {
        const { longTasks, handedAt } = window as unknown as {
          longTasks: [number, number][]
          handedAt: number
        }
        return Math.max(
          0,
          ...longTasks.filter(([start]) => start >= handedAt).map(([, duration]) => duration),
        )
      }),
    )
    await forget(rig, tag)
    return { milliseconds, longestTask }
  } finally {
    await own.end()
  }
}

/** Uploads whose time doesn't count, since watching costs time of its own. */
async function watched(rig: Rig): Promise<{ added: Added; tasks: readonly Task[] }> {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumFlags] })
  const upload = async <T>(watch: (page: Page, act: () => Promise<void>) => Promise<T>): Promise<T> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    context.setDefaultTimeout(120_000)
    const page = await context.newPage()
    const tag = await openEditor(rig, page)
    const seen = await watch(page, async () => {
      await hand(page, rig.path)
      await whole(rig, tag)
    })
    await context.close()
    await forget(rig, tag)
    return seen
  }
  try {
    const added = await upload((page, act) => memoryDuring(browser, page, act))
    const tasks = mebibytes > MOST_TRACED ? [] : await upload((page, act) => traced(browser, page, act))
    return { added, tasks }
  } finally {
    await browser.close()
  }
}

async function memoryDuring(browser: Browser, page: Page, act: () => Promise<void>): Promise<Added> {
  const memory = await watchMemory(browser, page)
  await act()
  return memory.stop()
}
