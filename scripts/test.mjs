import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'
import { env, run } from './run.mjs'
import { ensureSystem } from './system.mjs'

ensureSystem()
for (const target of ['portal', 'cli']) {
  const code = build(target)
  if (code !== 0) process.exit(code)
}
// Whatever tests and the programs they start leave behind goes with this folder. PostgreSQL runs as a user of its own.
const temporary = mkdtempSync(join(tmpdir(), 'kinora-tests-'))
chmodSync(temporary, 0o755)
let code = 1
try {
  code = run('vitest', ['run', ...process.argv.slice(2)], { env: { ...env, TMPDIR: temporary } })
} finally {
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
process.exit(code)
