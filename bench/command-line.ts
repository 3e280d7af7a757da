import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type Measured, pairs, time } from './measure.ts'

const bin = join(import.meta.dirname, '../packages/cli/bin/kinora.cjs')

/** How long a person waits for `kinora --help`, against Node starting to do nothing. */
export async function commandLine(): Promise<Measured[]> {
  const run = (...args: string[]) => time(() => spawnSync(process.execPath, args, { stdio: 'pipe' }))
  await run(bin, '--help')
  const measured = await pairs(
    9,
    () => run(bin, '--help'),
    () => run('-e', '0'),
  )
  return [{ name: 'kinora --help', ...measured, peerName: 'node -e 0', limit: 1.15, unit: 'ms' }]
}
