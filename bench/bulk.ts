import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startPlatform } from '@kinora/server/platform'
import { writeCatalogue } from './catalogue.ts'
import { type Measured, median, pairs, time } from './measure.ts'

const ROWS = Number(process.env.KINORA_BENCH_ROWS ?? 100_000)
const ROUNDS = Number(process.env.KINORA_BENCH_ROUNDS ?? 3)
const bin = join(import.meta.dirname, '../packages/cli/bin/kinora.cjs')
const password = 'Kinora-demo-1'

/**
 * `kinora titles bulk check` against the server, each name looked up, beside csv-parse that only cuts the same file
 * into cells; each in a process of its own, start included.
 */
export async function checking(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  const platform = await startPlatform({
    port: 0,
    dataDir: join(folder, 'data'),
    logLevel: 'silent',
    demoClips: false,
  })
  try {
    const catalogue = join(folder, 'catalogue.csv')
    await writeCatalogue(catalogue, ROWS)
    const peer = join(folder, 'peer.mjs')
    writeFileSync(peer, peerSource)
    const env = { KINORA_CONFIG_DIR: join(folder, 'home'), KINORA_URL: platform.url, KINORA_KEYRING: 'off' }
    const login = ['login', '--email', 'tenant@demo.kinora.test', '--password-stdin']
    await run([bin, ...login], { env, stdin: `${password}\n` })
    const peaks: number[] = []
    // 6: all but the rows with a mistake can be run.
    const check = async () => {
      peaks.push(await peakOf([bin, 'titles', 'bulk', 'check', catalogue], { env, folder, code: 6 }))
    }
    const measured = await pairs(
      ROUNDS,
      () => time(check),
      () => time(() => run([peer, catalogue], { env: {} })),
    )
    const named = `${ROWS.toLocaleString('en')} rows of 18 columns`
    return [
      { name: `bulk check of ${named}`, ...measured, peerName: 'csv-parse alone', limit: 2.5, unit: 'ms' },
      {
        name: 'bulk check, most memory',
        ours: median(peaks),
        peer: 150,
        peerName: '150 MiB',
        limit: 1,
        unit: 'MiB',
      },
    ]
  } finally {
    await platform.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const peerSource = `
import { createReadStream } from 'node:fs'
import { parse } from ${JSON.stringify(import.meta.resolve('csv-parse'))}
let rows = 0
createReadStream(process.argv[2]).pipe(parse()).on('data', () => rows++).on('end', () => console.log(rows))
`

interface Given {
  env: Record<string, string>
  stdin?: string
  /** How it has to end; 0 unless given. */
  code?: number
}

function run(args: string[], { env, stdin = '', code: expected = 0 }: Given): Promise<void> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  child.stdin.end(stdin)
  return new Promise((resolve, reject) =>
    child.on('close', code =>
      code === expected ? resolve() : reject(new Error(`${args.join(' ')} ended with ${code}`)),
    ),
  )
}

/**
 * Runs it and answers the most memory it ever held, in MiB, as the process itself says when it ends. Linux counts to
 * `maxRSS` what the process that started it held; the peak of its own memory stands in its status.
 */
async function peakOf(args: string[], { folder, ...given }: Given & { folder: string }): Promise<number> {
  const said = join(folder, 'peak')
  const witness = join(folder, 'witness.mjs')
  writeFileSync(
    witness,
    `import { readFileSync, writeFileSync } from 'node:fs'
const peak = () => /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]
process.on('exit', () => writeFileSync(${JSON.stringify(said)}, peak()))`,
  )
  await run(['--import', pathToFileURL(witness).href, ...args], given)
  return Number(readFileSync(said, 'utf8')) / 1024
}
