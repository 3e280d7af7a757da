import type { Browser, Page } from 'playwright-core'

/** A task of the page's main thread, in milliseconds. */
export interface Task {
  /** From the start of the watch. */
  start: number
  duration: number
  /** Processor time; steadier than the clock. */
  processor: number
  /** The part that made things ready for use rather than for the screen, by name. */
  inside: readonly { name: string; duration: number }[]
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
}

const categories = [
  ...['-*', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel', 'v8', 'v8.execute'],
  'blink.user_timing',
]
const [BEGIN, END] = ['kinora-bench-begin', 'kinora-bench-end']

/** What the page's main thread did while something happened, from Chromium's own trace. */
export async function traced(browser: Browser, page: Page, act: () => Promise<void>): Promise<Task[]> {
  await browser.startTracing(page, { categories })
  await page.evaluate(name => void performance.mark(name), BEGIN)
  await act()
  await page.evaluate(name => void performance.mark(name), END)
  const text = (await browser.stopTracing()).toString()
  const { traceEvents } = JSON.parse(text) as { traceEvents: TraceEvent[] }
  return tasksOf(traceEvents)
}

function tasksOf(events: readonly TraceEvent[]): Task[] {
  const begin = events.find(({ name }) => name === BEGIN)
  const end = events.find(({ name }) => name === END)
  if (begin === undefined || end === undefined) throw new Error('the trace lacks its marks')
  const mine = events.filter(
    ({ pid, tid, ph, ts }) =>
      pid === begin.pid && tid === begin.tid && ph === 'X' && ts >= begin.ts && ts < end.ts,
  )
  const whole = mine.filter(({ name }) => /^(RunTask|ThreadControllerImpl::RunTask)$/.test(name))
  const parts = mine.filter(event => !whole.includes(event))
  return outermost(whole).map(({ ts, dur = 0, tdur = dur }) => ({
    start: (ts - begin.ts) / 1000,
    duration: dur / 1000,
    processor: tdur / 1000,
    inside: parts
      .filter(part => part.ts >= ts && part.ts < ts + dur)
      .map(part => ({ name: part.name, duration: (part.dur ?? 0) / 1000 })),
  }))
}

/** More than one trace category reports the same task. */
function outermost(events: readonly TraceEvent[]): TraceEvent[] {
  const sorted = [...events].sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
  let until = 0
  return sorted.filter(({ ts, dur = 0 }) => {
    if (ts < until) return false
    until = ts + dur
    return true
  })
}

/** `62.1 ms (processor 41.0): FunctionCall 30.2, Layout 8.0`: what took most of a task. */
export function describeTask({ duration, processor, inside }: Task): string {
  const most = [...inside].sort((a, b) => b.duration - a.duration).slice(0, 4)
  const parts = most.map(part => `${part.name} ${part.duration.toFixed(1)}`).join(', ')
  return `${duration.toFixed(1)} ms (processor ${processor.toFixed(1)}): ${parts}`
}
