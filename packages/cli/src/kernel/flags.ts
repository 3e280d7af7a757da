import { isKinoraError } from '@kinora/core/kernel'
import type { Command } from 'commander'
import { safe } from './cells.ts'
import { explain, usage } from './exit.ts'
import type { Session } from './session.ts'
import { text } from './texts.ts'

/** Rows that are worked on at a time. */
export const PARALLEL = 8
const MAX_PARALLEL = 16
/** Bytes a second; with less a chunk of a file would take minutes. */
const SLOWEST = 50 * 1024
const CHUNK = 4_194_304

/** `--parallel` for a command that works on many rows. */
export const addParallelFlag = (command: Command, session: Session): Command =>
  command
    .option(
      '--parallel <n>',
      'rows that are worked on at a time, 1 to 16; 8 unless set; videos go one after the other',
      toParallel,
    )
    .hook('preAction', () => {
      session.parallel = command.opts<{ parallel?: number }>().parallel ?? PARALLEL
    })

/** Milliseconds that a chunk or another transfer may take, where all of a command share `--limit-rate`. */
export const stallTimeoutAt = ({ options: { limitRate }, parallel }: Session): number | undefined =>
  limitRate === undefined ? undefined : 120_000 + (CHUNK * 2 * parallel * 1000) / limitRate

function toParallel(value: string): number {
  const count = Number(value)
  if (Number.isInteger(count) && count >= 1 && count <= MAX_PARALLEL) return count
  throw usage(safe`${value} is no number of rows from 1 to 16`, 'Pass --parallel with 1 to 16.')
}

/** Throws `invalid` for a rate that isn't one. */
export function toRate(value: string): number {
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
