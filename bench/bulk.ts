import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startPlatform } from '@kinora/server/platform'
import { type Measured, median, pairs, time } from './measure.ts'

const ROWS = Number(process.env.KINORA_BENCH_ROWS ?? 100_000)
const ROUNDS = Number(process.env.KINORA_BENCH_ROUNDS ?? 3)
const bin = join(import.meta.dirname, '../packages/cli/bin/kinora.mjs')
const password = 'Kinora-demo-1'

const header =
  'externalId,title,description,category,subCategory,channel,provider,language,skill,intensity,equipment,focusAreas,labels,keywords,instructor,releaseDate,contentType,isActive'

/**
 * `kinora titles bulk check` against the server, each name looked up, beside csv-parse that only cuts the same file
 * into cells; each in a process of its own, start included.
 */
export async function checking(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  const platform = await startPlatform({ port: 0, dataDir: join(folder, 'data'), logLevel: 'silent' })
  try {
    const catalogue = join(folder, 'catalogue.csv')
    await writeCatalogue(catalogue)
    const peer = join(folder, 'peer.mjs')
    writeFileSync(peer, peerSource)
    const env = { KINORA_CONFIG_DIR: join(folder, 'home'), KINORA_URL: platform.url, KINORA_KEYRING: 'off' }
    const login = ['login', '--email', 'tenant@demo.kinora.test', '--password-stdin']
    await run([bin, ...login], { env, stdin: `${password}\n` })
    const peaks: number[] = []
    const check = async () => {
      peaks.push(await peakOf([bin, 'titles', 'bulk', 'check', catalogue], { env, folder }))
    }
    const measured = await pairs(
      ROUNDS,
      () => time(check),
      () => time(() => run([peer, catalogue], { env: {} })),
    )
    const named = `${ROWS.toLocaleString('en')} rows of 18 columns`
    return [
      { name: `bulk check of ${named}`, ...measured, peerName: 'csv-parse alone', limit: 1.3, unit: 'ms' },
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

/** What a careful person writes: a fifth of the descriptions need quotes; each title lacks equipment, which is a warning. */
async function writeCatalogue(path: string): Promise<void> {
  const file = createWriteStream(path)
  file.write(`${header}\r\n`)
  for (let row = 0; row < ROWS; row++) {
    const description = `A gentle class number ${row} for everybody who has time`
    const cells = [
      ...[`class-${String(row).padStart(6, '0')}`, `Morning flow ${row}`],
      ...[
        row % 5 === 0 ? `"${description}, and ""more"""` : description,
        'Yoga and mobility',
        '',
        '',
        '',
        'en-GB',
      ],
      ...[
        (row % 10) + 1,
        ((row * 7) % 10) + 1,
        '',
        '',
        '',
        'morning; stretch;flow',
        'Ada Bright',
        '2026-12-01',
      ],
      ...['video', 'yes'],
    ]
    if (!file.write(`${cells.join(',')}\r\n`)) await once(file, 'drain')
  }
  await new Promise<void>(closed => file.end(() => closed()))
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
}

function run(args: string[], { env, stdin = '' }: Given): Promise<void> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  child.stdin.end(stdin)
  return new Promise((resolve, reject) =>
    child.on('close', code =>
      code === 0 ? resolve() : reject(new Error(`${args.join(' ')} ended with ${code}`)),
    ),
  )
}

/** Runs it and answers the most memory it ever held, in MiB, as the process itself says when it ends. */
async function peakOf(args: string[], { env, folder }: Given & { folder: string }): Promise<number> {
  const said = join(folder, 'peak')
  const witness = join(folder, 'witness.mjs')
  writeFileSync(
    witness,
    `import { writeFileSync } from 'node:fs'
process.on('exit', () => writeFileSync(${JSON.stringify(said)}, String(process.resourceUsage().maxRSS)))`,
  )
  await run(['--import', pathToFileURL(witness).href, ...args], { env })
  return Number(readFileSync(said, 'utf8')) / 1024
}
