import { longFunctions, measureHouse } from './house.mjs'
import { run } from './run.mjs'

const published = ['core', 'server', 'cli', 'react']
/** It brings a compiler of its own, so it is fetched when it is asked for. */
const attw = ['exec', '--yes', '--package', '@arethetypeswrong/cli@0.18.5', '--', 'attw']

const steps = [
  ['format and lint', 'biome', ['check', '.']],
  // One project after the other: all at once take 7 GB.
  ['types', 'tsc', ['-b', '--builders', '1']],
  ['architecture and requirements', 'vitest', ['run', '--project', 'architecture']],
  ['the packages, built', 'node', ['scripts/build.mjs', ...published]],
  // It reads what the built components import.
  ['dead code', 'knip', ['--no-progress']],
  ...published.map(name => [`${name} as packed`, 'publint', [`packages/${name}`, '--strict']]),
  // The command line has no types.
  ...published
    .filter(name => name !== 'cli')
    .map(name => [
      `the types of ${name}`,
      'npm',
      [...attw, '--pack', `packages/${name}`, '--profile', 'esm-only', '--format', 'ascii', '--quiet'],
    ]),
]
const failed = steps.filter(([name, command, args]) => {
  console.log(`\n— ${name}`)
  return run(command, args) !== 0
})
const { lines, files, scraps, spellings, merged } = measureHouse()
const long = await longFunctions()
console.log(
  `\n— size\n${lines} lines in ${files} files of source, ${scraps.length} of them small with one importer beside them, ${spellings.length} lines in the wire’s spelling outside endpoints and schemas, ${merged} literals begun by a spread one, ${long.length} functions over 40 lines`,
)
console.log(
  failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.map(([name]) => name).join(', ')}`,
)
process.exit(failed.length === 0 ? 0 : 1)
