import { build } from './build.mjs'
import { run, sourceFlags } from './run.mjs'

for (const target of ['portal', 'cli']) {
  const code = build(target)
  if (code !== 0) process.exit(code)
}
process.exit(run('node', [...sourceFlags, 'bench/main.ts', ...process.argv.slice(2)]))
