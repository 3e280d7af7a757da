import { parseArgs } from 'node:util'
import { cases } from './cases.ts'
import { createRandom } from './random.ts'
import { openRig, type Rig } from './rig.ts'
import { type Result, runCase, toTable } from './run.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
})
const seed = Number(values.seed)
const rounds = Number(values.rounds)
const chosen = cases.filter(({ name }) => name.toLowerCase().includes(values.only.toLowerCase()))
if (chosen.length === 0 || !Number.isInteger(seed) || !Number.isInteger(rounds)) {
  process.stderr.write('Usage: npm run test:faults -- [--rounds N] [--only words of a name] [--seed N]\n')
  process.exit(2)
}
process.stdout.write(`seed ${seed}, ${rounds} × ${chosen.length} cases; again with --seed ${seed}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))
const random = createRandom(seed)
let opened: Promise<Rig> | undefined
const shared = () => {
  opened ??= openRig({ random })
  return opened
}
const results: Result[] = []
for (let round = 1; round <= rounds; round += 1) {
  for (const each of chosen) {
    const begun = Date.now()
    const result = await runCase(each, shared, seed + round)
    results.push(result)
    const state = result.failure ?? result.absent ?? 'held'
    process.stdout.write(
      `${((Date.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${each.name}: ${state}\n`,
    )
  }
}
await (await opened)?.close()
process.stdout.write(`\n${toTable(results)}\n`)
process.exit(results.some(({ failure }) => failure !== undefined) ? 1 : 0)
