import { run } from './run.mjs'

const steps = [
  ['format and lint', 'biome', ['check', '.']],
  // One project after the other: all at once take 7 GB.
  ['types', 'tsc', ['-b', '--builders', '1']],
  ['architecture and requirements', 'vitest', ['run', '--project', 'architecture']],
  ['dead code', 'knip', ['--no-progress']],
]
const failed = steps.filter(([name, command, args]) => {
  console.log(`\n— ${name}`)
  return run(command, args) !== 0
})
console.log(
  failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.map(([name]) => name).join(', ')}`,
)
process.exit(failed.length === 0 ? 0 : 1)
