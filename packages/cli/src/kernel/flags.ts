import { isKinoraError } from '@kinora/core'
import type { Command } from 'commander'
import { safe } from './cells.ts'
import { explain, usage } from './exit.ts'
import type { Session } from './session.ts'
import { text } from './texts.ts'

/** Rows that are worked on at a time. */
export const PARALLEL = 8
const MOST = 16
/** Bytes a second; with less a chunk of a file would take minutes. */
const SLOWEST = 50 * 1024
const CHUNK = 4_194_304

/** `--limit-rate` for a command that sends files, `--parallel` where it works on many rows. */
export function addTransferFlags(command: Command, session: Session, { many = false } = {}): Command {
  if (many)
    command.option(
      '--parallel <n>',
      'rows that are worked on at a time, 1 to 16; 8 unless set; videos go one after the other',
      toParallel,
    )
  return command
    .option('--limit-rate <rate>', 'bytes a second for files, such as 500K or 2M', toRate)
    .hook('preAction', () => {
      const { limitRate, parallel } = command.opts<{ limitRate?: number; parallel?: number }>()
      session.rate = limitRate
      session.parallel = parallel ?? PARALLEL
    })
}

/** Milliseconds that a chunk or another file may take, where those of all rows share a rate. */
export const silenceAt = ({ rate, parallel }: Session): number | undefined =>
  rate === undefined ? undefined : 120_000 + (CHUNK * 2 * parallel * 1000) / rate

function toParallel(value: string): number {
  const count = Number(value)
  if (Number.isInteger(count) && count >= 1 && count <= MOST) return count
  throw usage(safe`${value} is no number of rows from 1 to 16`, 'Pass --parallel with 1 to 16.')
}

function toRate(value: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)([KMG]?)$/i.exec(value) ?? []
  const rate = Number(number) * 1024 ** ' KMG'.indexOf(unit.toUpperCase() || ' ')
  if (rate >= SLOWEST) return rate
  throw usage(
    safe`${value} is no rate of at least 50K`,
    'Pass bytes a second, such as --limit-rate 500K or --limit-rate 2M.',
  )
}

/** How the `version` of an input is given: `edit` is refused where the row is newer. */
export const versionFlag = {
  names: { version: 'if-version' },
  help: { version: text('resource.ifVersion') },
} as const

/** `outdated` without changes to show: the version that was named never was, so the one it is at is said. */
export async function withVersion<T>(
  asked: { name: string; known: number | undefined; now(): Promise<number> },
  save: () => Promise<T>,
): Promise<T> {
  try {
    return await save()
  } catch (error) {
    if (!isKinoraError(error) || error.code !== 'outdated' || error.changes.length > 0) throw error
    const { name, known = 0 } = asked
    const version = await asked.now()
    const what = safe`${name} is at version ${version}, not ${known}`
    throw explain(
      'outdated',
      {
        what,
        how: safe`Nothing was saved. Look at it as it is now, then run the command again with --if-version ${version}, or without the flag.`,
      },
      error,
    )
  }
}
