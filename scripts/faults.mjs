import { build } from './build.mjs'
import { follow, sourceFlags } from './run.mjs'
import { ensureSystem } from './system.mjs'

/** Over several servers the large cases are smaller unless their sizes are set: the same is proven in an hour instead of a day. */
const overServers = {
  KINORA_FAULT_ROWS: 40,
  KINORA_FAULT_KILLS: 3,
  KINORA_FAULT_JOB_TITLES: 1000,
  KINORA_FAULT_PUBLISHED_TITLES: 2000,
  KINORA_FAULT_PUBLISHED_TENANTS: 5,
  KINORA_FAULT_MEMBERS: 3000,
  KINORA_FAULT_MATRIX_TITLES: 300,
}

const args = process.argv.slice(2)
if (args.includes('servers'))
  for (const [name, size] of Object.entries(overServers)) process.env[name] ??= String(size)

ensureSystem()
for (const target of ['portal', 'cli']) {
  const code = build(target)
  if (code !== 0) process.exit(code)
}
follow('node', [...sourceFlags, 'faults/main.ts', ...args])
