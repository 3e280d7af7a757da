import { build } from './build.mjs'
import { run, sourceFlags } from './run.mjs'
import { ensureSystem } from './system.mjs'

ensureSystem()
for (const target of ['portal', 'cli']) {
  const code = build(target)
  if (code !== 0) process.exit(code)
}
process.exit(run('node', [...sourceFlags, 'faults/main.ts', ...process.argv.slice(2)]))
