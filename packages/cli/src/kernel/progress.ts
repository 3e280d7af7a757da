import { safe, toMessage } from './cells.ts'
import type { Session } from './session.ts'
import type { Clock, World } from './world.ts'

interface Bar {
  /** `done` of the total; the label may change. */
  update(done: number, label?: string): void
  /** Takes the bar away. */
  end(): void
}

interface BarOptions {
  label: string
  total: number
  /** `bytes` adds speed and time left; `share` shows only how far it is. */
  unit: 'bytes' | 'share'
}

/** Bytes of a whole run. */
export interface RunBytes {
  /** Sent by this run, for its speed. */
  sent: number
  /** What is there of the total, from before this run as well. */
  done: number
  total: number
}

/** A run of many rows, with the bytes of all of them. */
interface RunBar {
  update(rows: number, bytes: RunBytes): void
}

export interface Bars {
  add(options: BarOptions): Bar
  /** Drawn above the others; not said where there is no terminal, as each row has a line of its own there. */
  addRun(rows: number): RunBar
  /** A line that stays, above what is drawn. */
  say(line: string): void
  /** Takes all of it away. */
  end(): void
}

const plainStep = 10

/** Bars with speed and time left on a terminal; elsewhere a plain line for each tenth. Always on stderr. */
export async function createBars({ world, print }: Pick<Session, 'world' | 'print'>): Promise<Bars> {
  if (print.quiet) return nothing
  if (!world.stderr.isTTY || world.env.TERM === 'dumb' || world.env.CI) return plainLines(world)
  const { progressBars } = await import('./progress-bars.ts')
  return progressBars(world)
}

/** One bar on its own. */
export async function createBar(
  session: Pick<Session, 'world' | 'print'>,
  options: BarOptions,
): Promise<Bar> {
  const bars = await createBars(session)
  const { update } = bars.add(options)
  return { update, end: bars.end }
}

/** With `--quiet`. */
const nothing: Bars = {
  add: () => ({ update: () => undefined, end: () => undefined }),
  addRun: () => ({ update: () => undefined }),
  say: () => undefined,
  end: () => undefined,
}

function plainLines({ clock, stderr }: World): Bars {
  const say = (line: string) => stderr.write(`${toMessage(line)}\n`)
  return {
    say,
    add({ unit, total, label: first }) {
      const speed = createSpeed(clock)
      let said = ''
      return {
        update(done, label = first) {
          speed.see(done)
          const step = Math.floor((share(done, total) * 100) / plainStep)
          const key = `${label} ${step}`
          if (key === said) return
          said = key
          const facts = unit === 'bytes' ? bytesOf(done, total, speed.perSecond()) : []
          say([label, percent(done, total), ...facts].join('  '))
        },
        end: () => undefined,
      }
    },
    addRun: () => ({ update: () => undefined }),
    end: () => undefined,
  }
}

/** What a bar of bytes says beside the share: how much, how fast, how long still. */
export function bytesOf(done: number, total: number, perSecond: number): string[] {
  const amount = `${toSize(done)} / ${toSize(total)}`
  if (perSecond <= 0) return [amount]
  return [amount, `${toSize(perSecond)}/s`, timeLeft((total - done) / perSecond)]
}

export const timeLeft = (seconds: number): string => safe`${toTime(seconds)} left`

/**
 * Speed over the last ten seconds. The first figure above zero is where it stood before, so that an upload that goes on
 * counts only what is sent now.
 */
export function createSpeed(clock: Clock) {
  let seen: { at: number; done: number }[] = []
  return {
    see(done: number) {
      const at = clock.now()
      if (done <= 0 || done < (seen.at(-1)?.done ?? 0)) seen = []
      if (done > 0) seen.push({ at, done })
      while (seen.length > 2 && at - seen[0]!.at > 10_000) seen.shift()
    },
    perSecond(): number {
      const [first, last] = [seen[0], seen.at(-1)]
      if (first === undefined || last === undefined || last.at <= first.at) return 0
      return ((last.done - first.done) * 1000) / (last.at - first.at)
    },
  }
}

export const share = (done: number, total: number): number => (total <= 0 ? 1 : Math.min(1, done / total))
export const percent = (done: number, total: number): string =>
  `${Math.floor(share(done, total) * 100)}%`.padStart(4)

/** `12.3 MB`, with 1024 bytes to the kilobyte. */
export function toSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${power === 0 ? Math.round(bytes) : (bytes / 1024 ** power).toFixed(1)} ${units[power]}`
}

/** `1:05:09` or `3:07`. */
export function toTime(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}

/** Milliseconds before the spinner appears. */
const DELAY = 400

/** Runs `work`; on a terminal a spinner with the message appears if it takes longer than `DELAY`. */
export async function withSpinner<T>(
  { world, print }: Session,
  message: string,
  work: () => Promise<T>,
): Promise<T> {
  const { stderr, env, clock } = world
  // What moves is drawn in colour: NO_COLOR asks for neither.
  const isPlain = env.TERM === 'dumb' || env.CI || env.NO_COLOR
  if (!stderr.isTTY || isPlain || print.json || print.quiet) return work()
  const ended = new AbortController()
  const spinning = clock.sleep(DELAY, ended.signal).then(
    () => world.startSpinner(message),
    () => undefined,
  )
  try {
    return await work()
  } finally {
    ended.abort()
    const stop = await spinning
    stop?.()
  }
}
