import cliProgress, { type Params } from 'cli-progress'
import { fit, say, toMessage, toLine as toSafe } from './cells.ts'
import { createPaint } from './print.ts'
import { type Bars, bytesOf, createSpeed, percent, type RunBytes, share, timeLeft } from './progress.ts'
import type { World } from './world.ts'

interface BarPayload {
  facts: readonly string[]
  label: string
}

const barWidth = 20

/** Several progress bars at once on a terminal, drawn by cli-progress. */
export function progressBars(world: World): Bars {
  const { clock, stderr } = world
  const bars = new cliProgress.MultiBar({
    // Of a stream it takes what ours has.
    stream: stderr as unknown as NodeJS.WriteStream,
    format: (_, params, drawn) => toLine(world, params, drawn as BarPayload),
    clearOnComplete: true,
    gracefulExit: false,
    emptyOnZero: true,
  })
  /** A bar, and how fast what it counts goes. */
  const add = (total: number, label: string) => {
    const bar = bars.create(total, 0, { facts: [], label } satisfies BarPayload)
    const speed = createSpeed(clock)
    const show = (value: number, payload: BarPayload) => bar.update(value, payload)
    return { speed, show, end: () => void bars.remove(bar) }
  }
  return {
    add({ label: first, total, unit }) {
      const { speed, show, end } = add(total, first)
      return {
        update(done, label = first) {
          speed.see(done)
          show(done, { facts: unit === 'bytes' ? bytesOf(done, total, speed.perSecond()) : [], label })
        },
        end,
      }
    },
    addRun(total) {
      const { speed, show } = add(total, '')
      const begun = clock.now()
      return {
        update(rows, bytes) {
          speed.see(bytes.sent)
          const facts = runFacts({ rows, total, bytes }, speed.perSecond(), clock.now() - begun)
          show(rows, { facts, label: '' })
        },
      }
    },
    // Lines may be longer than the terminal is wide; bars never are.
    say: line => void bars.log(`\u001b[?7h${toMessage(line)}\u001b[?7l\n`),
    end() {
      bars.update()
      bars.stop()
    },
  }
}

/** How many rows are done, how much of all files is there and how fast, where any is to be sent, and how long it takes still. */
function runFacts(
  { rows, total, bytes }: { rows: number; total: number; bytes: RunBytes },
  perSecond: number,
  milliseconds: number,
): string[] {
  const facts = [say('{{rows}}/{{total}} rows', { rows, total })]
  const isSending = bytes.done < bytes.total
  if (bytes.total > 0) facts.push(...bytesOf(bytes.done, bytes.total, isSending ? perSecond : 0))
  const perRow = rows === 0 ? 0 : milliseconds / 1000 / rows
  if (!isSending && perRow > 0 && rows < total) facts.push(timeLeft(perRow * (total - rows)))
  return facts
}

function toLine(world: World, { value, total }: Params, { facts, label }: BarPayload): string {
  const paint = createPaint(world.stderr, world.env)
  const filled = Math.round(barWidth * share(value, total))
  const bar = paint.accent('━'.repeat(filled)) + paint.dim('─'.repeat(barWidth - filled))
  const said = [percent(value, total), ...facts].join('  ')
  const room = world.stderr.columns - barWidth - said.length - 5
  return `${bar} ${said}  ${paint.dim(fit(toSafe(label), Math.max(4, room)))}`
}
