import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'
import { env, run } from './run.mjs'
import { slowDown } from './slow.mjs'
import { measureSlowness, patienceFor } from './speed.mjs'
import { ensureSystem } from './system.mjs'

/**
 * `--deep` runs the deep suites, `--slow` all on one core at half speed, `--late` with what React schedules 600 ms late,
 * `--at=2026-12-28T14:10` as if it were then (Debian's `faketime`): a test that fails at some hour, weekday or month counts
 * from now too closely. The rest is for Vitest.
 */
const flags = process.argv.slice(2)
const take = flag => flags.includes(flag) && flags.splice(flags.indexOf(flag), 1).length > 0
const isDeep = take('--deep')
const isLate = take('--late')
const at = flags.findIndex(flag => flag.startsWith('--at='))
const clock =
  at === -1 ? [] : ['faketime', '-f', `@${flags.splice(at, 1)[0].slice('--at='.length).replace('T', ' ')}:00`]

ensureSystem()
for (const target of ['portal', 'cli']) {
  const code = build(target)
  if (code !== 0) process.exit(code)
}
const restore = take('--slow') ? slowDown() : () => undefined
const slowness = measureSlowness()
const patience = patienceFor(slowness)
console.log(
  `This machine is ${slowness.toFixed(1)} times as slow as two free cores of today: what takes ${patience} s hangs.\n`,
)
// Whatever tests and the programs they start leave behind goes with this folder. PostgreSQL runs as a user of its own.
const temporary = mkdtempSync(join(tmpdir(), 'kinora-tests-'))
chmodSync(temporary, 0o755)
let code = 1
try {
  const [command, ...args] = [...clock, 'vitest', 'run', ...flags]
  code = run(command, args, {
    env: {
      ...env,
      TMPDIR: temporary,
      KINORA_TEST_PATIENCE: String(patience),
      KINORA_TEST_TIMES: join(temporary, 'times.tsv'),
      ...(isDeep && { KINORA_TEST_SUITE: 'deep' }),
      ...(isLate && { KINORA_TEST_LATE: '1' }),
    },
  })
} finally {
  restore()
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
process.exit(code)
