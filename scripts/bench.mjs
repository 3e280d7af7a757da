import { build } from './build.mjs'
import { run, sourceFlags } from './run.mjs'

const asked = process.argv.slice(2)
const isHelp = asked.some(each => each.startsWith('-'))
for (const target of isHelp ? [] : ['core', 'react', 'portal', 'cli']) {
  const code = build(target)
  if (code !== 0) process.exit(code)
}
process.exit(run('node', [...sourceFlags, 'bench/main.ts', ...asked]))
