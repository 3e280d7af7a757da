import { run } from './run.mjs'

const projects = [
  'core',
  'core/tsconfig.test.json',
  'server',
  'cli',
  'react',
  'portal',
  '../bench',
  '../faults',
]
let failed = 0
for (const project of projects) failed += run('tsc', ['-p', `packages/${project}`]) === 0 ? 0 : 1
process.exit(failed === 0 ? 0 : 1)
