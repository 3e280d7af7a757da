import { parseArgs } from 'node:util'
import { cases } from './cases.ts'
import { createRandom } from './random.ts'
import { databases, openRig, type Rig, roles } from './rig.ts'
import { fits, type Result, runCase, type Setting, toTable } from './run.ts'
import { missing } from './servers.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    part: { type: 'string', default: '1/1' },
    database: { type: 'string', default: 'pglite' },
    role: { type: 'string', default: 'video' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
})
const seed = Number(values.seed)
const rounds = Number(values.rounds)
const [part = 0, parts = 0] = values.part.split('/').map(Number)
const named = cases
  .filter(({ name }) => name.toLowerCase().includes(values.only.toLowerCase()))
  .filter((_, index) => index % parts === part - 1)
const chosenOf = <T extends string>(all: readonly T[], value: string): readonly T[] =>
  value === 'both' ? all.slice(0, 2) : all.filter(each => each === value)
const settings: Setting[] = chosenOf(databases, values.database).flatMap(database =>
  chosenOf(roles, values.role).map(role => ({ database, role })),
)
const chosen = settings.flatMap(setting =>
  named.filter(each => fits(each, setting)).map(each => ({ each, setting })),
)
if (chosen.length === 0 || !Number.isInteger(seed) || !Number.isInteger(rounds)) {
  process.stderr.write(
    'Usage: npm run test:faults -- [--rounds N] [--only words of a name] [--part 1/4] [--seed N] [--database pglite|postgres|both|servers] [--role video|trailer|both]\n',
  )
  process.exit(2)
}
if (settings.some(({ database }) => database === 'servers') && missing.length > 0) {
  process.stderr.write(`Several servers need ${missing.join(' and ')}, which Debian has.\n`)
  process.exit(2)
}
process.stdout.write(`seed ${seed}, ${rounds} × ${chosen.length} cases; again with --seed ${seed}\n`)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))
const random = createRandom(seed)
const results: Result[] = []
for (let round = 1; round <= rounds; round += 1) for (const setting of settings) await runAll(setting, round)
process.stdout.write(`\n${toTable(results)}\n`)
process.exit(results.some(({ failure }) => failure !== undefined) ? 1 : 0)

/** All the cases that fit, one after another, on one server where they need none of their own. */
async function runAll(setting: Setting, round: number): Promise<void> {
  let opened: Promise<Rig> | undefined
  const shared = () => {
    opened ??= openRig({ random, ...setting })
    return opened
  }
  const where = settings.length > 1 ? ` (${setting.database}, ${setting.role})` : ''
  for (const { each } of chosen.filter(one => one.setting === setting)) {
    const begun = Date.now()
    const result = await runCase(each, shared, seed + round, setting)
    results.push({ ...result, name: each.name + where })
    const state = result.failure ?? result.absent ?? 'held'
    const seconds = ((Date.now() - begun) / 1000).toFixed(1).padStart(6)
    process.stdout.write(`${seconds} s  ${each.name}${where}: ${state}\n`)
  }
  await (await opened)?.close()
}
