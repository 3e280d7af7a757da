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
  const add = (total: number, label: string) =>
    bars.create(total, 0, { facts: [], label } satisfies BarPayload)
  return {
    add({ label: first, total, unit }) {
      const bar = add(total, first)
      const speed = createSpeed(clock)
      return {
        update(done, label = first) {
          speed.see(done)
          const facts = unit === 'bytes' ? bytesOf(done, total, speed.perSecond()) : []
          bar.update(done, { facts, label } satisfies BarPayload)
        },
        end: () => void bars.remove(bar),
      }
    },
    addRun(total) {
      const bar = add(total, '')
      const speed = createSpeed(clock)
      const begun = clock.now()
      return {
        update(rows, bytes) {
          speed.see(bytes.sent)
          const facts = [
            say('{{rows}}/{{total}} rows', { rows, total }),
            ...runFacts(bytes, speed.perSecond()),
          ]
          const isSending = bytes.done < bytes.total
          const perRow = rows === 0 ? 0 : (clock.now() - begun) / 1000 / rows
          if (!isSending && perRow > 0 && rows < total) facts.push(timeLeft(perRow * (total - rows)))
          bar.update(rows, { facts, label: '' } satisfies BarPayload)
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

/** How much of all files is there, how fast, how long still; nothing where no file is to be sent. */
function runFacts({ done, total }: RunBytes, perSecond: number): string[] {
  if (total <= 0) return []
  return done < total ? bytesOf(done, total, perSecond) : bytesOf(done, total, 0)
}

function toLine(world: World, { value, total }: Params, { facts, label }: BarPayload): string {
  const paint = createPaint(world.stderr, world.env)
  const filled = Math.round(barWidth * share(value, total))
  const bar = paint.accent('━'.repeat(filled)) + paint.dim('─'.repeat(barWidth - filled))
  const said = [percent(value, total), ...facts].join('  ')
  const room = world.stderr.columns - barWidth - said.length - 5
  return `${bar} ${said}  ${paint.dim(fit(toSafe(label), Math.max(4, room)))}`
}
