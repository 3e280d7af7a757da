import { text } from '../texts.ts'
import { fit } from './cells.ts'
import { createPaint } from './paint.ts'
import type { World } from './world.ts'

export interface Progress {
  /** `done` of `total` units; the label may change on the way. */
  update(done: number, label?: string): void
  /** Takes the bar away, or ends it with a line that stays. */
  end(line?: string): void
}

export interface ProgressOptions {
  label: string
  total: number
  /** `bytes` adds speed and time left; `share` shows only how far it is. */
  unit: 'bytes' | 'share'
}

const barWidth = 20
const redraw = 100
const plainStep = 10

/** A bar with speed and time left on a terminal; elsewhere a plain line for each tenth. Always on stderr. */
export function createProgress(world: World, options: ProgressOptions): Progress {
  return world.stderr.isTTY && world.env.TERM !== 'dumb'
    ? drawnBar(world, options)
    : plainLines(world, options)
}

function drawnBar(world: World, options: ProgressOptions): Progress {
  const paint = createPaint(world.stderr, world.env)
  const speed = createSpeed(world, options)
  let drawnAt = -redraw
  return {
    update(done, label = options.label) {
      speed.see(done)
      const now = world.clock.now()
      if (now - drawnAt < redraw && done < options.total) return
      drawnAt = now
      const filled = Math.round(barWidth * share(done, options.total))
      const bar = paint.accent('━'.repeat(filled)) + paint.dim('─'.repeat(barWidth - filled))
      const facts = [percent(done, options.total), ...speed.facts(done)].join('  ')
      const room = world.stderr.columns - barWidth - facts.length - 5
      world.stderr.write(`\r\u001b[K${bar} ${facts}  ${paint.dim(fit(label, Math.max(4, room)))}`)
    },
    end(line) {
      world.stderr.write(`\r\u001b[K${line === undefined ? '' : `${line}\n`}`)
    },
  }
}

function plainLines(world: World, options: ProgressOptions): Progress {
  const speed = createSpeed(world, options)
  let said = ''
  return {
    update(done, label = options.label) {
      speed.see(done)
      const step = Math.floor((share(done, options.total) * 100) / plainStep)
      const key = `${label} ${step}`
      if (key === said) return
      said = key
      world.stderr.write(`${[label, percent(done, options.total), ...speed.facts(done)].join('  ')}\n`)
    },
    end(line) {
      if (line !== undefined) world.stderr.write(`${line}\n`)
    },
  }
}

/** Speed over the last ten seconds, so that a resumed or uneven upload tells the truth. */
function createSpeed(world: World, options: ProgressOptions) {
  const seen: { at: number; done: number }[] = []
  return {
    see(done: number) {
      const at = world.clock.now()
      seen.push({ at, done })
      while (seen.length > 2 && at - seen[0]!.at > 10_000) seen.shift()
    },
    facts(done: number): string[] {
      if (options.unit === 'share') return []
      const first = seen[0]
      const last = seen.at(-1)
      const perSecond =
        first && last && last.at > first.at ? ((last.done - first.done) * 1000) / (last.at - first.at) : 0
      if (perSecond <= 0) return [`${toSize(done)} / ${toSize(options.total)}`]
      const left = text('progress.left', { time: toTime((options.total - done) / perSecond) })
      return [`${toSize(done)} / ${toSize(options.total)}`, `${toSize(perSecond)}/s`, left]
    },
  }
}

const share = (done: number, total: number): number => (total <= 0 ? 1 : Math.min(1, done / total))
const percent = (done: number, total: number): string =>
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
