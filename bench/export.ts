import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { contract, createSend } from '@kinora/core'
import { startPlatform } from '@kinora/server/platform'
import { startPostgres } from '../packages/server/test/postgres.ts'
import { addManyTitles, run } from '../packages/server/test/titles/many.ts'
import { type Measured, pairs, time } from './measure.ts'

const ROWS = Number(process.env.KINORA_BENCH_EXPORT ?? 100_000)
/** A database whose titles stay, so that the next run needn't make them again; without it a server of its own. */
const DATABASE = process.env.KINORA_BENCH_DATABASE
const ROUNDS = Number(process.env.KINORA_BENCH_ROUNDS ?? 3)

/** What the CSV says, as the table holds it: names of what a title refers to are left out in COPY's favour. */
const columns =
  'tag, class_name, class_description, status, content_type, provider_id, channel_id, class_category_id, class_sub_category_id, class_language_code, duration_second, skill, intensity, equipment_ids, focus_area_ids, keywords, instructor, schedule_date, created_at, published_date, file_name, external_id'

/** The export through the HTTP API, in its order and with its rights, beside COPY to CSV in the same order. */
export async function exporting(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  const cluster = DATABASE === undefined ? await startPostgres() : undefined
  const databaseUrl = DATABASE ?? (await cluster!.createDatabase())
  const platform = await startPlatform({
    port: 0,
    dataDir: folder,
    databaseUrl,
    logLevel: 'silent',
    demoClips: false,
  })
  try {
    const [row] = await run<{ count: number }>(platform.deps.db, 'SELECT count(*)::int AS count FROM titles')
    if ((row?.count ?? 0) < ROWS) await addManyTitles(platform.deps.db, ROWS)
    const token = await signIn(platform.url)
    await read(platform.url, token)
    const before = peak
    peak = 0
    const copy = `COPY (SELECT ${columns} FROM titles WHERE NOT is_delete ORDER BY created_at DESC, tag DESC) TO STDOUT WITH (FORMAT csv, HEADER)`
    const measured = await pairs(
      ROUNDS,
      () => time(() => read(platform.url, token)),
      () => time(() => psql(databaseUrl, copy)),
    )
    const name = `export of ${ROWS.toLocaleString('en')} titles, PostgreSQL`
    const more = (bytes: number) => `${(bytes / 1_048_576).toFixed(0)} MiB`
    const detail = `memory at most ${more(peak)}, in the first export ${more(before)}`
    return [{ name, ...measured, peerName: 'COPY to CSV', limit: 2.5, unit: 'ms', detail }]
  } finally {
    await platform.close()
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function signIn(baseUrl: string): Promise<string> {
  const send = createSend({ baseUrl, fetch, tokens: { get: () => undefined, set() {}, clear() {} } })
  const account = { email: 'admin@demo.kinora.test', password: 'Kinora-demo-1' }
  return (await send(contract.session.login, account)).token
}

/** Bytes that this process, the server, has had at most while it exported. */
let peak = 0

/** A process of its own, as psql is. */
async function read(url: string, token: string): Promise<void> {
  const looks = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 20)
  const command = `curl -sSf --noproxy '*' -H 'content-type: application/json' -H "authorization: Bearer $TOKEN" -d '{}' "$URL" | wc -l`
  const env = { ...process.env, TOKEN: token, URL: `${url}/v4/titles/export` }
  const child = spawn('sh', ['-c', command], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [lines] = await Promise.all([text(child.stdout), once(child, 'close')])
  clearInterval(looks)
  // Two in a hundred are deleted.
  if (Number(lines) < ROWS * 0.97) throw new Error(`the export ended after ${lines.trim()} lines`)
}

function psql(url: string, command: string): Promise<void> {
  const child = spawn('psql', ['-X', '-q', '-c', command, url], { stdio: ['ignore', 'ignore', 'inherit'] })
  return new Promise((resolve, reject) =>
    child.on('close', code => (code === 0 ? resolve() : reject(new Error(`psql ended with ${code}`)))),
  )
}
